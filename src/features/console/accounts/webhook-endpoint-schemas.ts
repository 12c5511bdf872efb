// Response schemas of the webhook endpoints of an organization, as operators see them.
import { Type } from 'typebox';
import { listOf, Nullable, named, OneOf, Timestamp, Uuid } from '../../../http/operations/schemas.ts';

const time = (description: string) => Nullable(Timestamp({ description }));

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
