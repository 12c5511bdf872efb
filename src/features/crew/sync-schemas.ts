// Request schemas of the crew page. crew-wire.ts documents the fields.
import { Type } from 'typebox';
import { STOP_FAILURE_REASONS } from '../../domain/booking/stop-failure-reasons.ts';
import { REPORT_KINDS } from '../../domain/dispatch/crew-step-check.ts';
import { DateTime, OneOf, Uuid } from '../../http/operations/schemas.ts';

const PointSchema = Type.Unsafe<[number, number]>({
  type: 'array',
  prefixItems: [
    { type: 'number', minimum: -180, maximum: 180 },
    { type: 'number', minimum: -90, maximum: 90 },
  ],
  items: false,
  minItems: 2,
  maxItems: 2,
});

/**
 * One flat schema for all kinds: `parseAction` checks the fields of each kind, where the error can name the parameter.
 */
const ActionSchema = Type.Object(
  {
    id: Uuid(),
    kind: OneOf([...REPORT_KINDS, 'position']),
    booking_id: Uuid(),
    stop_id: Type.Optional(Uuid()),
    at: DateTime(),
    location: Type.Optional(PointSchema),
    photo_ids: Type.Optional(Type.Array(Uuid(), { maxItems: 10 })),
    reason: Type.Optional(OneOf(STOP_FAILURE_REASONS)),
    note: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: false },
);

export const SyncSchema = Type.Object(
  { actions: Type.Array(ActionSchema, { maxItems: 50 }) },
  { additionalProperties: false },
);

export type ActionBody = Type.Static<typeof ActionSchema>;

export const SignInSchema = Type.Object(
  {
    token: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    pin: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  },
  { additionalProperties: false },
);
