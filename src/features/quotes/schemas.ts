// Request and response schemas of quotes.
import { Type } from 'typebox';
import { MAX_ITEMS } from '../../domain/packing.ts';
import { PRODUCTS } from '../../domain/product.ts';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../http/schemas.ts';
import { LocationSchema, RouteStopSchema, routeFields } from '../locations/schemas.ts';
import { quoteExample } from './quote-example.ts';

export const ProductSchema = OneOf(PRODUCTS, {
  $id: 'Product',
  description:
    'lite: one crew member in a pickup truck; pickup: two in a pickup truck; van: two in a cargo van; ' +
    'xl: two in a sprinter van; box: two in a box truck.',
  examples: ['van'],
});

const cents = (description: string) => Type.Integer({ description: `${description}, in cents.` });

export const FareSchema = Type.Object(
  {
    total: cents('base + labor + travel_distance + travel_duration + stops + adjustments'),
    base: cents('Base price'),
    labor: cents('Loading and unloading'),
    travel_distance: cents('Miles beyond those the base includes'),
    billed_miles: Type.Number({ description: 'Those miles.' }),
    travel_duration: cents('Time on the road'),
    stops: cents('Stops beyond origin and destination'),
    adjustments: Type.Array(
      Type.Object({
        kind: Type.String({
          description:
            'tip, addon, refund, credit, discount, surcharge, wait_time or toll; the set may grow.',
        }),
        name: Type.String({ description: 'For people.' }),
        amount: Type.Integer({ description: 'Signed, in cents.' }),
        created_at: DateTime({ description: 'When it was made.' }),
      }),
      { description: 'Tips, add-ons, refunds and the like.' },
    ),
  },
  { $id: 'Fare', description: 'What a job costs, exactly additive.' },
);

export const QuoteSchema = Type.Object(
  {
    id: Uuid({ description: 'Send it as `quote_id` to book.' }),
    origin: ref(LocationSchema),
    destination: ref(LocationSchema),
    route: Type.Array(ref(RouteStopSchema), { description: 'All stops in order.' }),
    travel_duration: Type.Number({ description: 'Minutes on the road.' }),
    travel_distance: Type.Number({ description: 'Miles on the road.' }),
    product: ref(ProductSchema),
    fare_structure: Type.Object(
      {
        base: Type.Number({ description: 'Cents per job.' }),
        per_mile: Type.Number({ description: 'Cents per mile beyond those included.' }),
        included_miles: Type.Number({ description: 'Miles that the base pays for.' }),
        per_minute_labor: Type.Number({ description: 'Cents per minute of loading and unloading.' }),
        per_minute_travel: Type.Number({ description: 'Cents per minute on the road.' }),
        per_stop: Type.Number({ description: 'Cents per stop beyond origin and destination.' }),
      },
      { description: 'The rates behind the estimate.' },
    ),
    fare_estimate: Type.Array(ref(FareSchema), {
      minItems: 1,
      maxItems: 2,
      description: 'One fare where the price is fixed; `[low, high]` where labour is billed as worked.',
    }),
    addons: Type.Array(
      Type.Object({
        slug: Type.String({ description: 'Its name in requests.' }),
        name: Type.String({ description: 'For people.' }),
        description: Type.String({ description: 'What is done.' }),
        amount: Type.Integer({ description: 'Cents.' }),
      }),
      { description: 'Add-ons that were ordered; their amounts are in the estimate.' },
    ),
    created_at: DateTime({ description: 'When the quote was made.' }),
    updated_at: DateTime({ description: 'A quote never changes.' }),
    expires_at: DateTime({ description: 'Until when the quote can be booked.' }),
  },
  {
    $id: 'Quote',
    description: 'What a route would cost. A quote never changes; it is used up by the booking made from it.',
    examples: [quoteExample],
  },
);

export const QuoteInputSchema = Type.Object(
  {
    ...routeFields,
    product: ref(ProductSchema),
    addons: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 63 }), {
        maxItems: 20,
        description: 'Slugs of add-ons: the whole set.',
      }),
    ),
  },
  {
    $id: 'QuoteInput',
    additionalProperties: false,
    description: 'A route, as `stops` or as the deprecated `origin` and `destination`, and a product.',
    examples: [
      {
        stops: [
          { location: '350 5th Ave, New York, NY 10118' },
          { location: '1 Main St, Brooklyn, NY 11201', instructions: 'Ring twice' },
        ],
        product: 'van',
      },
    ],
  },
);

export const BatchQuoteInputSchema = Type.Object(
  {
    ...routeFields,
    items: Type.Optional(
      Type.Array(
        Type.Object(
          {
            dimensions: Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 1_200 }), {
              minItems: 3,
              maxItems: 3,
              description: 'Width, height, length in inches.',
            }),
            weight: Type.Number({ exclusiveMinimum: 0, maximum: 20_000, description: 'Pounds.' }),
          },
          { additionalProperties: false },
        ),
        { maxItems: MAX_ITEMS, description: 'What is to be moved; a vehicle that holds it is recommended.' },
      ),
    ),
  },
  {
    $id: 'BatchQuoteInput',
    additionalProperties: false,
    description: 'A route, and what is to be moved along it.',
    examples: [
      {
        stops: [
          { location: '350 5th Ave, New York, NY 10118' },
          { location: '1 Main St, Brooklyn, NY 11201' },
        ],
        items: [{ dimensions: [38, 36, 84], weight: 120 }],
      },
    ],
  },
);

export const BatchQuoteSchema = Type.Object(
  {
    data: Type.Array(ref(QuoteSchema), {
      description: 'One for each product that is available, smallest first.',
    }),
    recommended: Nullable(
      Type.String({ format: 'uuid', description: 'The quote of the smallest vehicle that holds the items.' }),
    ),
  },
  {
    $id: 'BatchQuote',
    description: 'Quotes for every product on one route.',
    examples: [{ data: [quoteExample], recommended: quoteExample.id }],
  },
);

export const quoteSchemas = [
  ProductSchema,
  FareSchema,
  QuoteSchema,
  QuoteInputSchema,
  BatchQuoteInputSchema,
  BatchQuoteSchema,
];
