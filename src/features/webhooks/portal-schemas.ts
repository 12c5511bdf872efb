// Request and response schemas of the portal API under /portal/api.
import { type Static, Type } from 'typebox';
import { portalRoles } from '../../domain/account/portal-member.ts';
import { knownScopes } from '../../domain/account/scopes.ts';
import {
  ATTEMPT_OUTCOMES,
  DELIVERY_REASONS,
  DELIVERY_STATUSES,
  DELIVERY_TRIGGERS,
} from '../../domain/webhook/webhook-delivery.ts';
import {
  DateTime,
  Nullable,
  NullableObject,
  OneOf,
  pageOf,
  QueryText,
  Timestamp,
  Uuid,
  type View,
} from '../../http/operations/schemas.ts';
import { lookFields } from '../branding/page-look.ts';
import { CHART_RANGES, type ChartRange } from './endpoint-chart.ts';
import { WebhookEndpointSchema, WebhookEndpointUpdateSchema } from './schemas.ts';

/** 7 days: the longest time for which the old and the new secret are both valid. */
const maxOverlapHours = 168;

const noOtherFields = { additionalProperties: false };
const deliveryStatus = OneOf(DELIVERY_STATUSES);
const outcome = OneOf(ATTEMPT_OUTCOMES);

export const params = Type.Object({ id: Type.String() });

export const SessionRequestSchema = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200, description: 'Token of a portal link.' }) },
  { ...noOtherFields, $id: 'SessionRequest' },
);

export const PortalSessionSchema = Type.Object(
  {
    account: Type.Object({ id: Uuid(), kind: OneOf(['organization', 'personal']), name: Type.String() }),
    member: NullableObject(
      { name: Type.String(), email: Type.String(), role: OneOf(portalRoles) },
      'The person who signed in by e-mail; null: an access token opened the portal.',
    ),
    manages_people: Type.Boolean({ description: 'Whether the session may add and remove people.' }),
    branding: NullableObject(lookFields, 'Live branding of the organization; null: the default look.'),
    environment: OneOf(['production', 'sandbox']),
    api_url: Type.String(),
    csrf_token: Type.String({ description: 'Required as `x-csrf-token` header of every write.' }),
    expires_at: Timestamp(),
    scopes: Type.Array(OneOf(knownScopes), {
      description:
        'Scopes of the person or of the access token that opened the portal. The page hides what they do not permit.',
    }),
    endpoint_limit: Type.Integer(),
    retry_seconds: Type.Array(Type.Number(), {
      description:
        'Delays of the retries after the first attempt, each in seconds after the previous attempt.',
    }),
    retention_days: Type.Number(),
  },
  { $id: 'PortalSession' },
);

const EndpointHealthSchema = OneOf(['new', 'healthy', 'failing', 'paused', 'disabled'], {
  $id: 'EndpointHealth',
  description:
    '`new`: nothing has been sent to its URL yet. `failing`: the last attempt failed. `paused`: the circuit breaker is open; ' +
    'nothing is sent until `paused_until`.',
});
export type EndpointHealth = Static<typeof EndpointHealthSchema>;

const counts = { succeeded: Type.Integer(), failed: Type.Integer() };
const milliseconds = Nullable(Type.Number());
const { id, url: endpointUrl, description: text, events: types } = WebhookEndpointSchema.properties;

export const PortalEndpointSchema = Type.Object(
  {
    id,
    url: endpointUrl,
    description: text,
    events: types,
    disabled: Type.Boolean(),
    disabled_reason: WebhookEndpointSchema.properties.disabled_reason,
    disabled_at: Nullable(Timestamp()),
    held: Type.Boolean({ description: 'An operator disabled the endpoint; only an operator can enable it.' }),
    created_at: Timestamp(),
    updated_at: Timestamp(),
    health: EndpointHealthSchema,
    failing_since: Nullable(Timestamp()),
    paused_until: Nullable(Timestamp()),
    last_success_at: Nullable(Timestamp()),
    last_failure_at: Nullable(Timestamp()),
    pending: Type.Integer({ description: 'Pending tasks including resends, counted up to 10,000.' }),
    day: Type.Object(
      { ...counts, p95_ms: milliseconds },
      { description: 'Of the last 24 hours. `p95_ms` is null if nothing was sent.' },
    ),
    hours: Type.Array(Type.Object(counts), {
      description: 'The last 24 hours, oldest first, for a sparkline.',
    }),
  },
  { $id: 'PortalEndpoint' },
);
export type PortalEndpoint = View<typeof PortalEndpointSchema>;

const { url, events, description, disabled } = WebhookEndpointUpdateSchema.properties;
export const EndpointRequestSchema = Type.Object(
  { url, events, description, disabled },
  { ...noOtherFields, $id: 'EndpointRequest' },
);
export const EndpointChangeSchema = Type.Object(
  { url: Type.Optional(url), events, description, disabled },
  noOtherFields,
);

export const EndpointSecretSchema = Type.Object(
  {
    id: Uuid(),
    secret: Type.String({ description: '`whsec_…`' }),
    created_at: Timestamp(),
    expires_at: Nullable(
      Timestamp({
        description: 'Set on older secrets: deliveries are signed with them too until this time.',
      }),
    ),
  },
  { $id: 'EndpointSecret' },
);
export type EndpointSecret = View<typeof EndpointSecretSchema>;

export const RotateRequestSchema = Type.Object(
  { overlap_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: maxOverlapHours })) },
  { ...noOtherFields, $id: 'RotateRequest' },
);

export const ChartQuerySchema = Type.Object({
  range: Type.Optional(OneOf(Object.keys(CHART_RANGES) as ChartRange[])),
});

export const EndpointChartSchema = Type.Object(
  {
    points: Type.Array(
      Type.Object({ from: Timestamp(), ...counts, p50_ms: milliseconds, p95_ms: milliseconds }),
      { description: 'One point per hour, or per day for `month`; oldest first, without gaps.' },
    ),
  },
  { $id: 'EndpointChart' },
);
export type EndpointChart = View<typeof EndpointChartSchema>;

export const DeliveriesQuerySchema = Type.Object({
  endpoint_id: Type.Optional(Uuid()),
  status: Type.Optional(deliveryStatus),
  type: Type.Optional(QueryText(100)),
  booking_id: Type.Optional(Uuid()),
  search: Type.Optional(QueryText(255)),
  from: Type.Optional(DateTime()),
  to: Type.Optional(DateTime()),
  after: Type.Optional(Uuid()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});

const PortalDeliverySchema = Type.Object(
  {
    id: Uuid(),
    endpoint_id: Uuid(),
    endpoint_url: Type.String({
      description: 'For a deleted endpoint, the URL of the last attempt; empty if nothing was sent.',
    }),
    event_id: Uuid(),
    event_type: Type.String(),
    booking_id: Nullable(Uuid()),
    booking_hid: Nullable(Type.String({ description: 'Confirmation code of the booking.' })),
    status: deliveryStatus,
    reason: Nullable(OneOf(DELIVERY_REASONS)),
    attempts: Type.Integer(),
    last_outcome: Nullable(outcome),
    last_status_code: Nullable(Type.Integer()),
    created_at: Timestamp(),
    last_attempt_at: Nullable(Timestamp()),
    next_attempt_at: Nullable(Timestamp()),
  },
  { $id: 'PortalDelivery' },
);
export type PortalDelivery = View<typeof PortalDeliverySchema>;

export const DeliveryPageSchema = pageOf(PortalDeliverySchema, 'DeliveryPage');
export type DeliveryPage = View<typeof DeliveryPageSchema>;

const headers = Type.Record(Type.String(), Type.String());

const PortalAttemptSchema = Type.Object(
  {
    id: Uuid(),
    number: Type.Integer(),
    trigger: OneOf(DELIVERY_TRIGGERS),
    started_at: Timestamp(),
    duration_ms: Type.Number(),
    outcome,
    error: Nullable(Type.String()),
    remote_address: Nullable(Type.String()),
    request: Type.Object({ url: Type.String(), headers }),
    response: Nullable(
      Type.Object({
        status_code: Type.Integer(),
        headers,
        body: Nullable(Type.String()),
        is_base64: Type.Boolean(),
        is_cut: Type.Boolean(),
      }),
    ),
  },
  { $id: 'PortalAttempt' },
);
export type PortalAttempt = View<typeof PortalAttemptSchema>;

export const DeliveryDetailSchema = Type.Object(
  {
    ...PortalDeliverySchema.properties,
    payload: Nullable(
      Type.String({
        description: 'The body byte for byte as it is sent; null after its retention has ended.',
      }),
    ),
    log: Type.Array(PortalAttemptSchema, { description: 'The latest 100 attempts, oldest first.' }),
  },
  { $id: 'DeliveryDetail' },
);
export type DeliveryDetail = View<typeof DeliveryDetailSchema>;

export const TestRequestSchema = Type.Object(
  {
    type: Type.Optional({
      ...QueryText(100),
      description:
        'Default: `webhook.test`. Any other type is sent with the example of the catalog and `"test": true`.',
    }),
  },
  { ...noOtherFields, $id: 'TestRequest' },
);
export const TestSentSchema = Type.Object({ event_id: Uuid() }, { $id: 'TestSent' });

export const RecoveryRequestSchema = Type.Object(
  { since: DateTime() },
  { ...noOtherFields, $id: 'RecoveryRequest' },
);
export const RecoveryQuerySchema = Type.Object({ since: DateTime() });

export const RecoveryPreviewSchema = Type.Object(
  {
    failed: Type.Integer(),
    discarded: Type.Integer(),
    missed: Type.Integer({
      description:
        'Events without any delivery: they occurred while the endpoint was disabled or before it existed.',
    }),
  },
  { $id: 'RecoveryPreview' },
);
export type RecoveryPreview = View<typeof RecoveryPreviewSchema>;

export const RecoverySchema = Type.Object(
  {
    id: Uuid(),
    since: Timestamp(),
    queued: Type.Integer(),
    created_at: Timestamp(),
    finished_at: Nullable(Timestamp()),
  },
  { $id: 'Recovery' },
);
export type Recovery = View<typeof RecoverySchema>;

export const CatalogueEntrySchema = Type.Object(
  {
    type: Type.String(),
    group: Type.String(),
    title: Type.String(),
    description: Type.String(),
    opt_in: Type.Boolean(),
    schema: Type.Unknown({ description: 'JSON Schema of the whole body.' }),
    example: Type.Unknown({ description: 'Example of a whole body.' }),
  },
  { $id: 'CatalogueEntry' },
);
export type CatalogueEntry = View<typeof CatalogueEntrySchema>;

export const StreamChangeSchema = Type.Object(
  {
    kind: OneOf(['endpoint', 'delivery', 'recovery', 'request', 'branding']),
    endpoint_id: Type.Optional(
      Uuid({
        description:
          'Absent for `request`, which means that the account called the API, and for `branding`, about which an ' +
          'operator has decided.',
      }),
    ),
    delivery_id: Type.Optional(Uuid()),
  },
  { $id: 'StreamChange' },
);
export type StreamChange = View<typeof StreamChangeSchema>;
