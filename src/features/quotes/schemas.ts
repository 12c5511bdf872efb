// Request and response schemas of quotes.
import { Type } from 'typebox';
import { MAX_ITEMS } from '../../domain/dispatch/packing.ts';
import { PRODUCTS } from '../../domain/dispatch/product.ts';
import { creation, DateTime, Nullable, OneOf, ref, Uuid } from '../../http/operations/schemas.ts';
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
    travel_distance: cents('Miles beyond the included ones'),
    billed_miles: Type.Number({ description: 'Miles beyond the included ones.' }),
    travel_duration: cents('Travel time'),
    stops: cents('Stops beyond origin and destination'),
    adjustments: Type.Array(
      Type.Object({
        kind: Type.String({
          description:
            'tip, addon, refund, credit, discount, surcharge, wait_time or toll; the set may grow.',
        }),
        name: Type.String({ description: 'Display name.' }),
        amount: Type.Integer({ description: 'Signed amount in cents.' }),
        created_at: DateTime({ description: 'When the adjustment was made.' }),
      }),
      { description: 'Tips, add-ons, refunds and other adjustments.' },
    ),
  },
  { $id: 'Fare', description: 'The price of a job. `total` is the exact sum of the other amounts.' },
);

export const QuoteSchema = Type.Object(
  {
    id: Uuid({ description: 'Id of the quote. Send it as `quote_id` to book.' }),
    origin: ref(LocationSchema),
    destination: ref(LocationSchema),
    route: Type.Array(ref(RouteStopSchema), { description: 'All stops in order.' }),
    travel_duration: Type.Number({ description: 'Travel time in minutes.' }),
    travel_distance: Type.Number({ description: 'Travel distance in miles.' }),
    product: ref(ProductSchema),
    fare_structure: Type.Object(
      {
        base: Type.Number({ description: 'Base price in cents per job.' }),
        per_mile: Type.Number({ description: 'Cents per mile beyond the included ones.' }),
        included_miles: Type.Number({ description: 'Miles that the base price includes.' }),
        per_minute_labor: Type.Number({ description: 'Cents per minute of loading and unloading.' }),
        per_minute_travel: Type.Number({ description: 'Cents per minute of travel.' }),
        per_stop: Type.Number({ description: 'Cents per stop beyond origin and destination.' }),
      },
      { description: 'The rates behind the estimate.' },
    ),
    fare_estimate: Type.Array(ref(FareSchema), {
      minItems: 1,
      maxItems: 2,
      description: 'One fare if the price is fixed; `[low, high]` if labor is billed by time.',
    }),
    addons: Type.Array(
      Type.Object({
        slug: Type.String({ description: 'Identifier of the add-on in requests.' }),
        name: Type.String({ description: 'Display name.' }),
        description: Type.String({ description: 'What the add-on includes.' }),
        amount: Type.Integer({ description: 'Price in cents.' }),
      }),
      { description: 'Ordered add-ons. The estimate includes their amounts.' },
    ),
    created_at: DateTime({ description: 'When the quote was created.' }),
    updated_at: DateTime({ description: 'Equals `created_at`: a quote never changes.' }),
    expires_at: DateTime({ description: 'End of the time in which the quote can be booked.' }),
  },
  {
    $id: 'Quote',
    description: 'The price of a route. A quote never changes and can be booked once.',
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
        description: 'Slugs of the add-ons.',
      }),
    ),
  },
  creation(
    'QuoteInput',
    'A route, as `stops` or as the deprecated `origin` and `destination`, and a product.',
    {
      stops: [
        { location: '350 5th Ave, New York, NY 10118' },
        { location: '1 Main St, Brooklyn, NY 11201', instructions: 'Ring twice' },
      ],
      product: 'van',
    },
  ),
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
            weight: Type.Number({ exclusiveMinimum: 0, maximum: 20_000, description: 'Weight in pounds.' }),
          },
          { additionalProperties: false },
        ),
        {
          maxItems: MAX_ITEMS,
          description: 'The items to move. The smallest vehicle that holds them is recommended.',
        },
      ),
    ),
  },
  creation('BatchQuoteInput', 'A route, and optionally the items to move.', {
    stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
    items: [{ dimensions: [38, 36, 84], weight: 120 }],
  }),
);

export const BatchQuoteSchema = Type.Object(
  {
    data: Type.Array(ref(QuoteSchema), {
      description: 'One quote per available product, smallest vehicle first.',
    }),
    recommended: Nullable(
      Type.String({
        format: 'uuid',
        description: 'Id of the quote for the smallest vehicle that holds the items.',
      }),
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
