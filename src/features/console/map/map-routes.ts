// Route GET /operator/map: the live map.
import { Type } from 'typebox';
import { VEHICLE_TYPES } from '../../../domain/product.ts';
import { jsonText } from '../../../http/operation.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operator-operation.ts';
import { answer, DateTime, Nullable, OneOf, ref, Uuid } from '../../../http/schemas.ts';
import type { ConsoleContext } from '../console-context.ts';
import { showMap } from './show-map.ts';

const point = (types: string | string[], description: string) =>
  Type.Unsafe<readonly number[] | null>({
    type: types,
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    description,
  });

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
    starts_at: DateTime({ description: 'When the crew departs.' }),
    ends_at: DateTime({ description: 'When the crew is expected to finish.' }),
    progress: OneOf(['pending', 'driving', 'at', 'done'], {
      description: 'Progress of the crew at the stop in `position`.',
    }),
    position: Type.Integer({ description: 'Zero-based position of the current stop in `stops`.' }),
    eta: Nullable(DateTime({ description: 'Estimated time of arrival at the stop.' })),
    stops: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the location.' }),
        point: point('array', '`[longitude, latitude]`.'),
      }),
      { description: 'Stops in route order.' },
    ),
  },
  { $id: 'MapJob', description: 'A booking in which a crew is engaged.', examples: [jobExample] },
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
    location: point(['array', 'null'], 'Last reported position, `[longitude, latitude]`; null without one.'),
    located_at: Nullable(DateTime({ description: 'When the position was reported.' })),
    is_on_shift: Type.Boolean({ description: 'Whether the crew is on a shift now.' }),
    jobs: Type.Array(ref(MapJobSchema), { description: 'Engagements of the crew, ordered by start.' }),
  },
  { $id: 'MapCrew', description: 'A crew on the live map.', examples: [crewExample] },
);

const tileFields = {
  url: Type.String({ description: 'URL template with `{z}`, `{x}` and `{y}`.' }),
  attribution: Type.String({ description: 'Attribution to show on the map.' }),
};

const LiveMapSchema = Type.Object(
  {
    now: DateTime({ description: 'Time of the data.' }),
    tiles: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: tileFields,
      required: Object.keys(tileFields),
      description: 'Source of the background tiles; null if none is configured.',
    }),
    crews: Type.Array(ref(MapCrewSchema), { description: 'Crews in service, ordered by name.' }),
  },
  {
    $id: 'LiveMap',
    description: 'Positions and engagements of crews.',
    examples: [{ now: '2030-01-15T17:00:00.000Z', tiles: null, crews: [crewExample] }],
  },
);

export const mapSchemas = [MapJobSchema, MapCrewSchema, LiveMapSchema];

const operation = operatorOperations<ConsoleContext>();

export const mapOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/map',
    role: 'viewer',
    tag: 'Board',
    id: 'map.get',
    summary: 'Retrieve the live map',
    description:
      'Returns every crew in service with its last reported position and its engagements that start within the ' +
      'next 24 hours.',
    query: Type.Object({
      area: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'Slug of a service area to filter by. Includes crews without home areas.',
        }),
      ),
    }),
    responses: { 200: answer(LiveMapSchema, 'The live map.') },
    handler: async ({ context, request }) => {
      const map = await showMap(context, { areaSlug: request.query.area });
      return jsonText(JSON.stringify(map));
    },
  }),
];
