// Schemas of the live map.
import { Type } from 'typebox';
import { VEHICLE_TYPES } from '../../../domain/dispatch/product.ts';
import { PageMapSchema, pageMapExample } from '../../../http/operations/page-map.ts';
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

const jobExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee',
  hid: '7XK2M9QT',
  partner: 'Acme Furniture',
  starts_at: '2030-01-15T16:40:00.000Z',
  ends_at: '2030-01-15T18:30:00.000Z',
  progress: 'driving',
  position: 0,
  eta: '2030-01-15T17:05:00.000Z',
  stops: [{ name: '350 5th Ave, New York', point: [-73.9857, 40.7484] }],
};

const MapJobSchema = Type.Object(
  {
    id: Uuid({ description: 'Id of the booking.' }),
    hid: Type.String({ description: 'Confirmation code.' }),
    partner: Type.String({ description: 'Name of the account.' }),
    starts_at: Timestamp({ description: 'When the crew departs.' }),
    ends_at: Timestamp({ description: 'When the crew is expected to finish.' }),
    progress: OneOf(['pending', 'driving', 'at', 'done'], {
      description: 'Progress of the crew at the stop in `position`.',
    }),
    position: Type.Integer({ description: 'Zero-based position of the current stop in `stops`.' }),
    eta: Nullable(Timestamp({ description: 'Estimated time of arrival at the stop.' })),
    stops: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the location.' }),
        point: Point('array', '`[longitude, latitude]`.'),
      }),
      { description: 'Stops in route order.' },
    ),
  },
  named('MapJob', 'A booking in which a crew is engaged.', jobExample),
);

const crewExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9c01',
  name: 'Ana and Bo',
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
    vehicle_type: Nullable(OneOf(VEHICLE_TYPES, { description: 'Vehicle type; null without a vehicle.' })),
    location: Point(['array', 'null'], 'Last reported position, `[longitude, latitude]`; null without one.'),
    located_at: Nullable(Timestamp({ description: 'When the position was reported.' })),
    is_on_shift: Type.Boolean({ description: 'Whether the crew is on a shift now.' }),
    jobs: Type.Array(ref(MapJobSchema), { description: 'Engagements of the crew, ordered by start.' }),
  },
  named('MapCrew', 'A crew on the live map.', crewExample),
);

export const LiveMapSchema = Type.Object(
  {
    now: Timestamp({ description: 'Time of the data.' }),
    map: PageMapSchema,
    crews: Type.Array(ref(MapCrewSchema), { description: 'Crews in service, ordered by name.' }),
  },
  named('LiveMap', 'Positions and engagements of crews.', {
    now: '2030-01-15T17:00:00.000Z',
    map: pageMapExample,
    crews: [crewExample],
  }),
);

export const mapSchemas = [MapJobSchema, MapCrewSchema, LiveMapSchema];

export type MapJob = View<typeof MapJobSchema>;
export type MapCrew = View<typeof MapCrewSchema>;
export type LiveMap = View<typeof LiveMapSchema>;
