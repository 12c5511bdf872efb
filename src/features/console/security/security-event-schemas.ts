// Request and response schemas of security events in the operator API.
import { Type } from 'typebox';
import { securityEventNames, severities } from '../../../domain/account/security-event.ts';
import {
  DateTime,
  Nullable,
  named,
  OneOf,
  QueryText,
  ref,
  Timestamp,
  Uuid,
} from '../../../http/operations/schemas.ts';

const filters = {
  event: Type.Optional(OneOf(securityEventNames, { description: 'Only this event.' })),
  severity: Type.Optional(OneOf(severities, { description: 'Only events of this severity.' })),
  actor: Type.Optional(QueryText(200, { description: 'Id of the actor, its kind, or `kind:id`.' })),
  subject: Type.Optional(QueryText(200, { description: 'Id of the subject, its kind, or `kind:id`.' })),
  account_id: Type.Optional(Uuid({ description: 'Id of an account to filter by.' })),
  from: Type.Optional(DateTime({ description: 'Only events at or after this time.' })),
  to: Type.Optional(DateTime({ description: 'Only events before this time.' })),
};

export const SecurityEventQuerySchema = Type.Object({
  ...filters,
  after: Type.Optional(Uuid({ description: '`next` of the previous page.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Events per page. Default: 50.' }),
  ),
});

export const SecurityEventExportSchema = Type.Object({
  ...filters,
  format: OneOf(['csv', 'ndjson'], { description: 'Format of the file.' }),
});

const text = (description: string) => Type.String({ description });

const reference = (description: string) =>
  Type.Object(
    {
      kind: text('Kind, for example `operator`, `user`, `client` or `anonymous`.'),
      id: text('Id. A keyed hash if only a typed name is known.'),
      name: Nullable(text('Current name; null if there is none.')),
    },
    { description },
  );

const example = {
  id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
  at: '2030-01-15T09:30:00.000Z',
  event: 'auth.failed',
  severity: 'warning',
  title: 'Sign-in failed',
  actor: { kind: 'anonymous', id: 'operator_sign_in', name: null },
  subject: { kind: 'operator', id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f01', name: 'Dana Diaz' },
  account: null,
  address: '192.0.2.17',
  request_id: 'f3b0a5c2-6a53-4c38-9a0e-0a9e6d3c5a11',
  changed: [],
};

const SecurityEventSchema = Type.Object(
  {
    id: Uuid({ description: 'Id of the entry in the audit trail.' }),
    at: Timestamp({ description: 'When the event was recorded.' }),
    event: OneOf(securityEventNames, { description: 'Event type.' }),
    severity: OneOf(severities, { description: 'Severity of the event type.' }),
    title: text('Title of the event type.'),
    actor: reference('Who caused the event. `anonymous`: a caller who was refused; the id is the surface.'),
    subject: reference('Whom or what the event is about.'),
    account: Nullable(
      Type.Object(
        { id: Uuid({ description: 'Unique id of the account.' }), name: text('Name of the account.') },
        { description: 'Account of the subject; null if there is none.' },
      ),
    ),
    address: Nullable(
      text('Client address; null if there was no client, or after the retention of addresses.'),
    ),
    request_id: text('Value of the response header `X-Request-Id`, or the id of the command.'),
    changed: Type.Array(Type.String(), { description: 'Names of the changed fields.' }),
  },
  named('SecurityEvent', 'An entry of the audit trail about authentication, credentials or access.', example),
);

export const SecurityEventPageSchema = Type.Object(
  {
    data: Type.Array(ref(SecurityEventSchema), { description: 'Events, newest first.' }),
    next: Nullable(Uuid({ description: 'Value for `after`; null on the last page.' })),
  },
  named('SecurityEventPage', 'A page of security events.', { data: [example], next: null }),
);

const SecurityEventTypeSchema = Type.Object(
  {
    event: OneOf(securityEventNames, { description: 'Name of the event type.' }),
    severity: OneOf(severities, { description: 'Severity.' }),
    title: text('Title.'),
    description: text('What happened.'),
  },
  named('SecurityEventType', 'A type of security event.', {
    event: 'auth.failed',
    severity: 'warning',
    title: 'Sign-in failed',
    description: 'A password, PIN, client secret or one-time link was refused.',
  }),
);

export const SecurityEventTypeListSchema = Type.Object(
  { data: Type.Array(ref(SecurityEventTypeSchema), { description: 'All event types.' }) },
  named('SecurityEventTypeList', 'The catalog of security events.', {
    data: [
      {
        event: 'auth.failed',
        severity: 'warning',
        title: 'Sign-in failed',
        description: 'A password, PIN, client secret or one-time link was refused.',
      },
    ],
  }),
);

export const securitySchemas = [
  SecurityEventSchema,
  SecurityEventPageSchema,
  SecurityEventTypeSchema,
  SecurityEventTypeListSchema,
];
