// Request schemas of the portal API. portal-wire.ts defines the responses.
import { Type } from 'typebox';
import { DateTime, OneOf, Uuid } from '../../http/operations/schemas.ts';
import { CHART_RANGES, type ChartRange } from './endpoint-chart.ts';
import { WebhookEndpointUpdateSchema } from './schemas.ts';

/** 7 days: the longest time for which the old and the new secret are both valid. */
const maxOverlapHours = 168;

const closed = { additionalProperties: false };
/** Text for a query parameter. PostgreSQL text columns cannot store NUL characters. */
const queryText = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000]*$',
    'x-expected': 'text without NUL characters',
  });

export const params = Type.Object({ id: Type.String() });

const { url, events, description, disabled } = WebhookEndpointUpdateSchema.properties;
export const EndpointRequestSchema = Type.Object({ url, events, description, disabled }, closed);
export const EndpointChangeSchema = Type.Object(
  { url: Type.Optional(url), events, description, disabled },
  closed,
);

export const RotateRequestSchema = Type.Object(
  { overlap_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: maxOverlapHours })) },
  closed,
);

export const ChartQuerySchema = Type.Object({
  range: Type.Optional(OneOf(Object.keys(CHART_RANGES) as ChartRange[])),
});

export const DeliveriesQuerySchema = Type.Object({
  endpoint_id: Type.Optional(Uuid()),
  status: Type.Optional(OneOf(['pending', 'delivered', 'failed', 'discarded'])),
  type: Type.Optional(queryText(100)),
  booking_id: Type.Optional(Uuid()),
  search: Type.Optional(queryText(255)),
  from: Type.Optional(DateTime()),
  to: Type.Optional(DateTime()),
  after: Type.Optional(Uuid()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});

export const TestRequestSchema = Type.Object({ type: Type.Optional(queryText(100)) }, closed);

export const RecoveryRequestSchema = Type.Object({ since: DateTime() }, closed);
export const RecoveryQuerySchema = Type.Object({ since: DateTime() });
