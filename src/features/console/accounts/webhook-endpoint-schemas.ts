// Response schemas of the webhook endpoints of an organization, as operators see them.
import { Type } from 'typebox';
import { listOf, Nullable, named, OneOf, Timestamp, Uuid } from '../../../http/operations/schemas.ts';

const time = (description: string) => Nullable(Timestamp({ description }));

const LastFailureSchema = Type.Object(
  {
    at: Timestamp({ description: 'Start of the attempt.' }),
    outcome: OneOf(['http_error', 'gone', 'timeout', 'dns', 'refused', 'reset', 'tls', 'blocked'], {
      description:
        'How the attempt failed. `http_error`: a response other than 2xx. `gone`: 410. The others are network errors.',
    }),
    status_code: Nullable(Type.Integer({ description: 'Status of the response; null: no response.' })),
    says: Type.String({ description: 'Description in plain words.' }),
  },
  {
    description:
      'Last failed attempt of an endpoint that is failing or was disabled because of failures, without test events; ' +
      'null: the endpoint works, was disabled by a person, or its deliveries are past retention.',
  },
);

const OrganizationEndpointSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the endpoint.' }),
    url: Type.String({ description: 'URL of the endpoint without its query string.' }),
    description: Nullable(Type.String({ description: 'Description of the partner; null: none.' })),
    health: OneOf(['new', 'healthy', 'failing', 'paused', 'disabled'], {
      description:
        '`new`: nothing has been sent to its URL yet. `failing`: the last attempt failed. `paused`: the circuit breaker ' +
        'is open. `disabled`: nothing is sent.',
    }),
    disabled_reason: Nullable(
      OneOf(['manual', 'failing', 'gone'], { description: 'Why the endpoint is disabled; null: it is not.' }),
    ),
    disabled_at: time('When the endpoint was disabled; null: it is not.'),
    failing_since: time('First failure since the last success; null: the endpoint is not failing.'),
    last_success_at: time('Time of the last successful attempt; null: none.'),
    last_failure_at: time('Time of the last failed attempt; null: none.'),
    last_failure: Nullable(LastFailureSchema),
    pending: Type.Integer({ description: 'Pending deliveries, counted up to 10,000.' }),
    succeeded: Type.Integer({ description: 'Successful attempts of the last 24 hours.' }),
    failed: Type.Integer({ description: 'Failed attempts of the last 24 hours.' }),
  },
  named('OrganizationEndpoint', 'A webhook endpoint of an organization with its health.', {
    id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9e55',
    url: 'https://hooks.example.com/waybill',
    description: null,
    health: 'failing',
    disabled_reason: null,
    disabled_at: null,
    failing_since: '2030-01-15T14:02:00.000Z',
    last_success_at: '2030-01-15T14:01:00.000Z',
    last_failure_at: '2030-01-15T16:30:00.000Z',
    last_failure: {
      at: '2030-01-15T16:29:59.700Z',
      outcome: 'http_error',
      status_code: 503,
      says: 'The endpoint responded with HTTP 503.',
    },
    pending: 12,
    succeeded: 431,
    failed: 38,
  }),
);

export const OrganizationEndpointListSchema = listOf(
  'OrganizationEndpointList',
  OrganizationEndpointSchema,
  'Endpoints, oldest first.',
  'The webhook endpoints of an organization.',
);

export const organizationEndpointSchemas = [OrganizationEndpointSchema, OrganizationEndpointListSchema];
