// Request and response schemas of operator sessions.
import { Type } from 'typebox';
import { OPERATOR_ROLES } from '../../../domain/account/operator-role.ts';
import { PageMapSchema, pageMapExample } from '../../../http/operations/page-map.ts';
import {
  closed,
  DateTime,
  Nullable,
  named,
  OneOf,
  ref,
  Uuid,
  type View,
} from '../../../http/operations/schemas.ts';
import { PasskeyProofSchema } from '../sign-in/passkey-schemas.ts';

export const role = (description: string) => OneOf(OPERATOR_ROLES, { description });

export const SignInSchema = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 255, description: 'E-mail address of the operator.' }),
    password: Type.String({ minLength: 1, maxLength: 1_024, description: 'Password of the operator.' }),
    code: Type.Optional(
      Type.String({
        minLength: 6,
        maxLength: 40,
        description:
          'Code of the second factor: the six digits from the authenticator app, or a recovery code.',
      }),
    ),
    token: Type.Optional(
      Type.Boolean({
        description: 'true returns a bearer token instead of setting a cookie. Default: false.',
      }),
    ),
  },
  closed('SignIn', 'Sign-in credentials.', {
    email: 'dana@example.com',
    password: 'correct horse battery staple',
    token: true,
  }),
);

export const SessionConfirmationSchema = Type.Object(
  {
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_024,
        description: 'Your current password. Required without `passkey`.',
      }),
    ),
    passkey: Type.Optional(ref(PasskeyProofSchema)),
    code: Type.Optional(
      Type.String({
        minLength: 6,
        maxLength: 40,
        description:
          'Required with `password` if you have a second factor: the six digits from the authenticator app, or a recovery code.',
      }),
    ),
  },
  closed('SessionConfirmation', 'Proof of identity for sensitive operations.', {
    password: 'correct horse battery staple',
    code: '492039',
  }),
);

const sessionFields = {
  operator: Type.Object(
    {
      id: Uuid({ description: 'Unique id of the operator; the audit trail refers to it.' }),
      email: Type.String({ description: 'E-mail address for signing in.' }),
      name: Type.String({ description: 'Full name.' }),
      role: role('Role of the operator.'),
    },
    { description: 'The signed-in operator.' },
  ),
  second_factor: OneOf(['on', 'off', 'required'], {
    description:
      '`required`: the sign-in policy, or the role of an administrator, demands a second factor and it is not set ' +
      'up. Other operations fail until it is.',
  }),
  second_factor_due_at: Nullable(
    DateTime({
      description:
        'When an administrator without a second factor can use nothing but its set-up; null if there is no ' +
        'deadline.',
    }),
  ),
  environment: OneOf(['production', 'sandbox'], { description: 'Environment of this API.' }),
  expires_at: DateTime({ description: 'When the session ends regardless of use.' }),
  idle_expires_at: DateTime({ description: 'When the session ends without further requests.' }),
  confirmed_until: Nullable(
    DateTime({
      description:
        'Until when sensitive operations are allowed: 10 minutes after sign-in or the last confirmation. null: they ' +
        'fail with 403 `step_up_required`.',
    }),
  ),
  map: PageMapSchema,
};

const sessionExample = {
  operator: {
    id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f01',
    email: 'dana@example.com',
    name: 'Dana Reyes',
    role: 'dispatcher',
  },
  second_factor: 'on',
  second_factor_due_at: null,
  environment: 'production',
  expires_at: '2030-01-22T09:30:00.000Z',
  idle_expires_at: '2030-01-15T21:30:00.000Z',
  confirmed_until: '2030-01-15T09:40:00.000Z',
  map: pageMapExample,
};

export const OperatorSessionSchema = Type.Object(
  {
    ...sessionFields,
    csrf_token: Type.Optional(
      Type.String({ description: 'Only with a cookie: send it as `X-CSRF-Token` with every write.' }),
    ),
  },
  named('OperatorSession', 'An operator session.', sessionExample, {
    ...sessionExample,
    csrf_token: 'k1.5f0c6a526d3c4b8e',
  }),
);

export const NewSessionSchema = Type.Object(
  {
    ...sessionFields,
    token: Type.Optional(
      Type.String({
        description:
          'Only if requested: bearer token for `Authorization: Bearer`. It cannot be retrieved later.',
      }),
    ),
    csrf_token: Type.Optional(
      Type.String({ description: 'Only with a cookie: send it as `X-CSRF-Token` with every write.' }),
    ),
  },
  named('NewOperatorSession', 'A new operator session.', {
    ...sessionExample,
    token: 'wop_production_Zk3vQ1m8sT5vWcYbN7fRgA0',
  }),
);

export const sessionSchemas = [
  SignInSchema,
  SessionConfirmationSchema,
  OperatorSessionSchema,
  NewSessionSchema,
];

export type OperatorSession = View<typeof OperatorSessionSchema>;
