// Request and response schemas for the progress of a booking: steps, photos, positions, cancellation, fare lines.
import { Type } from 'typebox';
import { ADJUSTMENT_KINDS } from '../../../domain/adjustment.ts';
import { DateTime, Nullable, OneOf, Words } from '../../../http/schemas.ts';

const when = {
  occurred_at: Type.Optional(
    DateTime({ description: 'When it happened, if earlier than now; a time to come counts as now.' }),
  ),
};
const eta = (description: string) => Nullable(DateTime({ description }));
const reason = (description: string) => Words(1_000, description);
const photoUrls = (minItems: number, description: string) =>
  Type.Array(Type.String({ maxLength: 2_048 }), { minItems, maxItems: 20, description });
const photoExample = 'https://api.example.com/photos/1pQ0xZ3m8sT5vWcYbN7fRg.jpg';

export const DepartureSchema = Type.Object(
  {
    ...when,
    eta: Type.Optional(eta('When the crew expects to be there; null or omitted: nobody knows.')),
  },
  {
    $id: 'Departure',
    additionalProperties: false,
    description: 'The crew sets out.',
    examples: [{ eta: '2030-01-15T17:20:00.000Z' }],
  },
);

export const ArrivalSchema = Type.Object(when, {
  $id: 'Arrival',
  additionalProperties: false,
  description: 'The crew is there.',
  examples: [{ occurred_at: '2030-01-15T17:22:10.000Z' }],
});

export const CompletionSchema = Type.Object(
  { ...when, photo_urls: photoUrls(1, 'Photos that were uploaded for this booking: at least one.') },
  {
    $id: 'Completion',
    additionalProperties: false,
    description: 'The work at the stop is done.',
    examples: [{ photo_urls: [photoExample] }],
  },
);

export const TroubleSchema = Type.Object(
  {
    ...when,
    reason: reason('Why the work cannot be done; partners see it.'),
    photo_urls: Type.Optional(photoUrls(0, 'Photos that were uploaded for this booking.')),
  },
  {
    $id: 'Trouble',
    additionalProperties: false,
    description: 'The work at the stop cannot be done.',
    examples: [{ reason: 'Nobody opens the door' }],
  },
);

export const SkipSchema = Type.Object(
  { ...when, reason: reason('Why the stop is let go; partners see it.') },
  {
    $id: 'Skip',
    additionalProperties: false,
    description: 'The stop is let go.',
    examples: [{ reason: 'The customer took the sofa home' }],
  },
);

export const PositionSchema = Type.Object(
  {
    location: Type.Unsafe<[number, number]>({
      type: 'array',
      prefixItems: [
        { type: 'number', minimum: -180, maximum: 180 },
        { type: 'number', minimum: -90, maximum: 90 },
      ],
      items: false,
      minItems: 2,
      maxItems: 2,
      description: 'Where the crew is, `[longitude, latitude]`.',
    }),
    eta: Type.Optional(eta('When it will be at the next stop; null or omitted: nobody knows.')),
  },
  {
    $id: 'Position',
    additionalProperties: false,
    description: 'Where a crew is.',
    examples: [{ location: [-73.9857, 40.7484], eta: '2030-01-15T17:20:00.000Z' }],
  },
);

export const OperatorCancelSchema = Type.Object(
  {
    reason: reason('Why; partners see it.'),
    by: Type.Optional(
      OneOf(['operator', 'provider'], {
        description: 'operator (default): we call it off; provider: whoever should have carried it out does.',
      }),
    ),
    charge_fee: Type.Optional(
      Type.Boolean({
        description: "true: ask for the fee of the account's policy. Omitted: nothing. Not by a provider.",
      }),
    ),
  },
  {
    $id: 'OperatorCancellation',
    additionalProperties: false,
    description: 'Why a booking is called off, and at whose expense.',
    examples: [{ reason: 'No truck today', by: 'provider' }],
  },
);

/** Tips and add-ons are ordered by the partner only. */
const adjustmentKinds = ADJUSTMENT_KINDS.filter((kind) => kind !== 'tip' && kind !== 'addon');

export const FareLineSchema = Type.Object(
  {
    kind: OneOf(adjustmentKinds, {
      description: 'refund, credit and discount lower the fare; surcharge, wait_time and toll raise it.',
    }),
    name: Words(255, 'What partners read on the fare.'),
    amount: Type.Integer({
      minimum: -100_000_000,
      maximum: 100_000_000,
      description: 'Cents, signed: negative for what lowers the fare. The total never goes below 0.',
    }),
  },
  {
    $id: 'FareLine',
    additionalProperties: false,
    description: 'One more line on a final fare.',
    examples: [{ kind: 'refund', name: 'Scratched table', amount: -2_500 }],
  },
);

export const PhotoSchema = Type.Object(
  { url: Type.String({ format: 'uri', description: 'Where it can be seen, by whoever has the link.' }) },
  { $id: 'Photo', description: 'A photo that was kept.', examples: [{ url: photoExample }] },
);

export const progressSchemas = [
  DepartureSchema,
  ArrivalSchema,
  CompletionSchema,
  TroubleSchema,
  SkipSchema,
  PositionSchema,
  OperatorCancelSchema,
  FareLineSchema,
  PhotoSchema,
];
