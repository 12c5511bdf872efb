// Request and response schemas for the progress of a booking: steps, photos, positions, cancellation, fare lines.
import { Type } from 'typebox';
import { ADJUSTMENT_KINDS } from '../../../domain/money/adjustment.ts';
import {
  Coordinates,
  closed,
  DateTime,
  Nullable,
  named,
  OneOf,
  Words,
} from '../../../http/operations/schemas.ts';

const occurredAt = {
  occurred_at: Type.Optional(
    DateTime({
      description:
        'When it happened, if earlier than now. A time in the future is replaced by the current time.',
    }),
  ),
};
const eta = (description: string) => Nullable(DateTime({ description }));
const reason = (description: string) => Words(1_000, description);
const photoUrls = (minItems: number, description: string) =>
  Type.Array(Type.String({ maxLength: 2_048 }), { minItems, maxItems: 20, description });
const photoExample = 'https://api.example.com/photos/1pQ0xZ3m8sT5vWcYbN7fRg.jpg';

export const DepartureSchema = Type.Object(
  {
    ...occurredAt,
    eta: Type.Optional(eta('Estimated time of arrival at the stop. null or omitted if it is not known.')),
  },
  closed('Departure', 'Departure of the crew for a stop.', { eta: '2030-01-15T17:20:00.000Z' }),
);

export const ArrivalSchema = Type.Object(
  occurredAt,
  closed('Arrival', 'Arrival of the crew at a stop.', { occurred_at: '2030-01-15T17:22:10.000Z' }),
);

export const CompletionSchema = Type.Object(
  { ...occurredAt, photo_urls: photoUrls(1, 'URLs of photos uploaded for this booking, at least one.') },
  closed('Completion', 'Completion of a stop.', { photo_urls: [photoExample] }),
);

export const StopFailureSchema = Type.Object(
  {
    ...occurredAt,
    reason: reason('Why the stop cannot be completed. Partners see it.'),
    photo_urls: Type.Optional(photoUrls(0, 'URLs of photos uploaded for this booking.')),
  },
  closed('Trouble', 'A stop failure: the crew cannot complete the stop.', {
    reason: 'The recipient does not answer the door',
  }),
);

export const SkipSchema = Type.Object(
  { ...occurredAt, reason: reason('Why the stop is skipped. Partners see it.') },
  closed('Skip', 'Decision to skip a stop.', { reason: 'The customer took the sofa home' }),
);

export const PositionSchema = Type.Object(
  {
    location: Coordinates({ description: 'Position of the crew, `[longitude, latitude]`.' }),
    eta: Type.Optional(
      eta(
        'Estimated time of arrival at the next stop; null if it is not known. If omitted, it is estimated from ' +
          'the position while the crew is driving.',
      ),
    ),
  },
  closed('Position', 'Position of a crew.', {
    location: [-73.9857, 40.7484],
    eta: '2030-01-15T17:20:00.000Z',
  }),
);

export const OperatorCancelSchema = Type.Object(
  {
    reason: reason('Reason of the cancellation. Partners see it.'),
    by: Type.Optional(
      OneOf(['operator', 'provider'], {
        description:
          'Who cancels. `operator` (default): the company; `provider`: the provider that should have carried ' +
          'out the booking.',
      }),
    ),
    charge_fee: Type.Optional(
      Type.Boolean({
        description:
          "true charges the fee of the account's cancellation policy. Default: false. Not allowed with `by: " +
          'provider`.',
      }),
    ),
  },
  closed('OperatorCancellation', 'Reason of a cancellation, and whether a fee is charged.', {
    reason: 'No truck today',
    by: 'provider',
  }),
);

/** Tips and add-ons are ordered by the partner only. */
const adjustmentKinds = ADJUSTMENT_KINDS.filter((kind) => kind !== 'tip' && kind !== 'addon');

export const FareLineSchema = Type.Object(
  {
    kind: OneOf(adjustmentKinds, {
      description:
        'Kind of fare line. `refund`, `credit` and `discount` lower the fare; `surcharge`, `wait_time` and ' +
        '`toll` raise it.',
    }),
    name: Words(255, 'Label of the fare line. Partners see it.'),
    amount: Type.Integer({
      minimum: -100_000_000,
      maximum: 100_000_000,
      description:
        'Signed amount in cents; negative for kinds that lower the fare. The total cannot fall below 0.',
    }),
  },
  closed('FareLine', 'A fare line to add to a final fare.', {
    kind: 'refund',
    name: 'Scratched table',
    amount: -2_500,
  }),
);

export const PhotoSchema = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'URL of the photo. Requests to it need no authentication.',
    }),
  },
  named('Photo', 'A stored photo.', { url: photoExample }),
);

export const progressSchemas = [
  DepartureSchema,
  ArrivalSchema,
  CompletionSchema,
  StopFailureSchema,
  SkipSchema,
  PositionSchema,
  OperatorCancelSchema,
  FareLineSchema,
  PhotoSchema,
];
