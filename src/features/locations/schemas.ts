// Request and response schemas of locations and routes, shared by quotes, schedule and bookings.
import { type TSchema, Type } from 'typebox';
import { MAX_STOPS, MIN_STOPS } from '../../domain/place/route.ts';
import type { StopFields } from '../../domain/place/stop-details.ts';
import { annotatedRef, creation, Nullable, ref, Uuid } from '../../http/operations/schemas.ts';

const CoordinatesSchema = Type.Unsafe<[number, number]>({
  $id: 'Coordinates',
  type: 'array',
  items: { type: 'number' },
  minItems: 2,
  maxItems: 2,
  description: '`[longitude, latitude]` in decimal degrees.',
  examples: [[-122.4194, 37.7749]],
});

const AddressSchema = Type.Object(
  {
    number: Type.Optional(Type.String({ description: 'House number.' })),
    street: Type.Optional(Type.String({ description: 'Street name.' })),
    street2: Type.Optional(Nullable(Type.String({ description: 'Second address line.' }))),
    locality: Type.String({ description: 'City or town.' }),
    region: Type.String({ description: 'Two-letter state code.' }),
    postal_code: Type.Optional(Type.String({ description: 'ZIP code.' })),
  },
  {
    $id: 'Address',
    additionalProperties: false,
    description: 'A postal address. Unknown parts are omitted.',
  },
);

export const LocationSchema = Type.Object(
  {
    id: Uuid({ description: 'Id of the location. Later requests can send it instead of an address.' }),
    name: Type.String({ description: 'The address line or the name of the place.' }),
    address2: Nullable(Type.String({ description: 'Unit, apartment or suite from the address.' })),
    coordinates: ref(CoordinatesSchema),
    address: ref(AddressSchema),
    location_type: Type.String({
      description:
        'What the coordinates represent: street_address, premise, subpremise, route, intersection, establishment, ' +
        'point_of_interest, postal_code, locality or coordinates. The set may grow.',
      examples: ['street_address'],
    }),
  },
  { $id: 'Location', description: 'A geocoded place of the account.' },
);

export const LocationParamSchema = Type.Unsafe<string | [number, number]>({
  $id: 'LocationParam',
  type: ['string', 'array'],
  anyOf: [
    { type: 'string', format: 'uuid', title: 'id', description: 'Id of a location of this account.' },
    {
      type: 'array',
      items: { type: 'number' },
      minItems: 2,
      maxItems: 2,
      title: 'coordinates',
      description: '`[longitude, latitude]`.',
    },
    {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      title: 'address',
      description: 'An address in the United States.',
    },
  ],
  'x-expected':
    'the id of a location, coordinates [longitude, latitude], or an address of at most 500 characters',
  description:
    'A place: the id of a location of this account, coordinates, or an address in the United States.',
  examples: ['1600 Amphitheatre Parkway, Mountain View, CA 94043'],
});

/** Details of a stop in requests. */
export const stopInputFields = {
  instructions: Type.Optional(
    Nullable(Type.String({ maxLength: 1_000, description: 'Instructions for the crew.' })),
  ),
  address2: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 255,
        description: 'Apartment or suite. Default for a new stop: the one in the address.',
      }),
    ),
  ),
  floor: Type.Optional(Nullable(Type.Integer({ minimum: -20, maximum: 200, description: 'Floor number.' }))),
  elevator: Type.Optional(Nullable(Type.Boolean({ description: 'Whether there is an elevator.' }))),
} satisfies Record<keyof StopFields, TSchema>;

/** Details of a stop in responses. */
export const stopFields = {
  instructions: Nullable(Type.String({ description: 'Instructions for the crew.' })),
  address2: Nullable(Type.String({ description: 'Apartment or suite of the stop.' })),
  floor: Nullable(Type.Integer({ description: 'Floor number.' })),
  elevator: Nullable(Type.Boolean({ description: 'Whether there is an elevator.' })),
} satisfies Record<keyof StopFields, TSchema>;

const StopInputSchema = Type.Object(
  { location: ref(LocationParamSchema), ...stopInputFields },
  creation('StopInput', 'A stop of a route.', { location: '350 5th Ave, New York, NY 10118', floor: 3 }),
);

const StopsSchema = Type.Array(ref(StopInputSchema), {
  minItems: MIN_STOPS,
  maxItems: MAX_STOPS,
  description: 'All stops in order; the first is the origin, the last the destination.',
});

export const RouteStopSchema = Type.Object(
  {
    id: Uuid({ description: 'Id of the stop; stable when the route changes.' }),
    position: Type.Integer({
      minimum: 0,
      description: 'Position on the route: 0 is the origin, the last is the destination.',
    }),
    location: ref(LocationSchema),
    ...stopFields,
  },
  { $id: 'RouteStop', description: 'A stop of a route.' },
);

export const locationSchemas = [
  CoordinatesSchema,
  AddressSchema,
  LocationSchema,
  LocationParamSchema,
  StopInputSchema,
  RouteStopSchema,
];

const deprecatedEnd = Type.Optional(
  annotatedRef(LocationParamSchema, { deprecated: true, description: 'Deprecated: use `stops`.' }),
);

/** The two request forms of a route. `readRouteForm` checks that exactly one of them is used. */
export const routeFields = {
  stops: Type.Optional(StopsSchema),
  origin: deprecatedEnd,
  destination: deprecatedEnd,
};
