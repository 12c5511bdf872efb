// Schemas of the live map.
import { Type } from 'typebox';
import { PRODUCTS, VEHICLE_TYPES } from '../../../domain/dispatch/product.ts';
import { PageMapSchema, pageMapExample } from '../../../http/operations/page-map.ts';
import { GeometrySchema } from '../../../http/operations/route-geometry.ts';
import {
  Nullable,
  named,
  OneOf,
  Point,
  ref,
  Timestamp,
  Uuid,
  type View,
} from '../../../http/operations/schemas.ts';
import { OpenOfferSchema } from '../dispatch/open-offer-schema.ts';
import { PlannedCrewSchema } from '../dispatch/planned-crew-schema.ts';

const jobExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee',
  hid: '7XK2M9QT',
  partner: 'Acme Furniture',
  customer: 'Ana Diaz',
  window: 'Tue, Jan 15, 11:45 AM – 12:45 PM EST',
  time_zone: 'America/New_York',
  starts_at: '2030-01-15T16:40:00.000Z',
  ends_at: '2030-01-15T18:30:00.000Z',
  progress: 'driving',
  position: 0,
  eta: '2030-01-15T18:10:00.000Z',
  trouble: null,
  minutes_late: 25,
  has_missed_departure: false,
  stops: [
    { name: '350 5th Ave, New York', point: [-73.9857, 40.7484] },
    { name: '1 Main St, Brooklyn', point: [-73.9904, 40.7033] },
  ],
  geometry: [
    [
      [-73.9857, 40.7484],
      [-73.9904, 40.7484],
      [-73.9904, 40.7033],
    ],
  ],
};

const stops = Type.Array(
  Type.Object({
    name: Type.String({ description: 'Name of the location.' }),
    point: Point('array', '`[longitude, latitude]`.'),
  }),
  { description: 'Stops in route order.' },
);

const booking = {
  id: Uuid({ description: 'Id of the booking.' }),
  hid: Type.String({ description: 'Confirmation code.' }),
  partner: Type.String({ description: 'Name of the account.' }),
  customer: Nullable(Type.String({ description: 'Name of the customer, or of the first contact.' })),
  window: Type.String({ description: 'Label of the arrival window.' }),
  time_zone: Nullable(Type.String({ description: 'Time zone of the arrival window.' })),
  minutes_late: Type.Integer({
    description:
      'Minutes by which the arrival window is missed or will be missed; 0 if the booking is not late.',
  }),
};

const MapJobSchema = Type.Object(
  {
    ...booking,
    starts_at: Timestamp({ description: 'When the crew departs.' }),
    ends_at: Timestamp({ description: 'When the crew is expected to finish.' }),
    progress: OneOf(['pending', 'driving', 'at', 'done'], {
      description: 'Progress of the crew at the stop in `position`.',
    }),
    position: Type.Integer({ description: 'Zero-based position of the current stop in `stops`.' }),
    eta: Nullable(Timestamp({ description: 'Estimated time of arrival at the stop.' })),
    trouble: Nullable(
      Type.String({ description: 'Why the crew cannot complete the stop; null without a stop failure.' }),
    ),
    has_missed_departure: Type.Boolean({
      description: 'Whether the crew should be on its way to the first stop and has not departed.',
    }),
    stops,
    geometry: GeometrySchema,
  },
  named('MapJob', 'A booking in which a crew is engaged.', jobExample),
);

const crewExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9c01',
  name: 'Ana and Bo',
  phone_number: '+12125550142',
  vehicle_type: 'van',
  location: [-73.9857, 40.7484],
  located_at: '2030-01-15T16:59:00.000Z',
  is_on_shift: true,
  jobs: [jobExample],
};

const MapCrewSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the crew.' }),
    name: Type.String({ description: 'Name of the crew.' }),
    phone_number: Nullable(
      Type.String({ description: 'Phone number of the lead, or of the first member with one.' }),
    ),
    vehicle_type: Nullable(OneOf(VEHICLE_TYPES, { description: 'Vehicle type; null without a vehicle.' })),
    location: Point(['array', 'null'], 'Last reported position, `[longitude, latitude]`; null without one.'),
    located_at: Nullable(Timestamp({ description: 'When the position was reported.' })),
    is_on_shift: Type.Boolean({ description: 'Whether the crew is on a shift now.' }),
    jobs: Type.Array(ref(MapJobSchema), { description: 'Engagements of the crew, ordered by start.' }),
  },
  named('MapCrew', 'A crew on the live map.', crewExample),
);

const { id, hid, partner, customer, time_zone } = jobExample;
const unassignedExample = {
  id,
  hid,
  partner,
  customer,
  product: 'van',
  window: 'Tue, Jan 15, 1:00 PM – 2:00 PM EST',
  time_zone,
  minutes_late: 0,
  starts_at: '2030-01-15T18:00:00.000Z',
  planned: null,
  offer: null,
  stops: jobExample.stops,
};

const UnassignedJobSchema = Type.Object(
  {
    ...booking,
    product: OneOf(PRODUCTS, { description: 'Product of the booking.' }),
    starts_at: Timestamp({ description: 'Start of the window; for on-demand bookings, when it was taken.' }),
    planned: PlannedCrewSchema,
    offer: OpenOfferSchema,
    stops,
  },
  named('UnassignedJob', 'A booking without a crew.', unassignedExample),
);

export const LiveMapSchema = Type.Object(
  {
    now: Timestamp({ description: 'Time of the data.' }),
    map: PageMapSchema,
    crews: Type.Array(ref(MapCrewSchema), { description: 'Crews in service, ordered by name.' }),
    unassigned: Type.Array(ref(UnassignedJobSchema), {
      description:
        'Bookings without an assigned crew whose window starts within 24 hours, ordered by window, with the planned crew. At most 500.',
    }),
  },
  named('LiveMap', 'Positions and engagements of crews.', {
    now: '2030-01-15T17:00:00.000Z',
    map: pageMapExample,
    crews: [crewExample],
    unassigned: [unassignedExample],
  }),
);

export const mapSchemas = [MapJobSchema, MapCrewSchema, UnassignedJobSchema, LiveMapSchema];

export type MapJob = View<typeof MapJobSchema>;
export type UnassignedJob = View<typeof UnassignedJobSchema>;
export type MapCrew = View<typeof MapCrewSchema>;
export type LiveMap = View<typeof LiveMapSchema>;
