// Route GET /operator/map: the live map.
import { Type } from 'typebox';
import { VEHICLE_TYPES } from '../../../domain/product.ts';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { answer, DateTime, Nullable, OneOf, ref, Uuid } from '../../../http/schemas.ts';
import { sendJsonText } from '../../../http/send-json-string.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { RosterOptions } from '../roster/roster-routes.ts';
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
    id: Uuid({ description: 'The id of the booking.' }),
    hid: Type.String({ description: 'Its confirmation code.' }),
    partner: Type.String({ description: 'Whose it is.' }),
    starts_at: DateTime({ description: 'When the crew sets out.' }),
    ends_at: DateTime({ description: 'When it is expected to be done.' }),
    progress: OneOf(['pending', 'driving', 'at', 'done'], { description: 'Where it is with the stop.' }),
    position: Type.Integer({ description: 'The stop it is about.' }),
    eta: Nullable(DateTime({ description: 'When it expects to be there.' })),
    stops: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The place.' }),
        point: point('array', '`[longitude, latitude]`.'),
      }),
      { description: 'In the order of the route.' },
    ),
  },
  { $id: 'MapJob', description: 'A booking that a crew is engaged in.', examples: [jobExample] },
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
    id: Uuid({ description: 'Its id.' }),
    name: Type.String({ description: 'What it is called.' }),
    vehicle_type: Nullable(OneOf(VEHICLE_TYPES, { description: 'What it drives.' })),
    location: point(['array', 'null'], 'Where it was last seen, `[longitude, latitude]`.'),
    located_at: Nullable(DateTime({ description: 'When that was.' })),
    is_on_shift: Type.Boolean({ description: 'Whether it works now.' }),
    jobs: Type.Array(ref(MapJobSchema), { description: 'What it is engaged in, in the order of time.' }),
  },
  { $id: 'MapCrew', description: 'A crew on the map.', examples: [crewExample] },
);

const tileFields = {
  url: Type.String({ description: 'With `{z}`, `{x}` and `{y}`.' }),
  attribution: Type.String({ description: 'What is said beside the map.' }),
};

const LiveMapSchema = Type.Object(
  {
    now: DateTime({ description: 'When this was so.' }),
    tiles: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: tileFields,
      required: Object.keys(tileFields),
      description: 'Where the ground comes from; null: nowhere.',
    }),
    crews: Type.Array(ref(MapCrewSchema), { description: 'By name.' }),
  },
  {
    $id: 'LiveMap',
    description: 'Where crews are.',
    examples: [{ now: '2030-01-15T17:00:00.000Z', tiles: null, crews: [crewExample] }],
  },
);

export const mapSchemas = [MapJobSchema, MapCrewSchema, LiveMapSchema];

const operation = {
  ...operatorOperation('Board'),
  operationId: 'map.get',
  summary: 'Where crews are',
  description: 'Every crew in service, where it was last seen, and what it is engaged in within a day.',
  querystring: Type.Object({
    area: Type.Optional(Type.String({ maxLength: 255, description: 'Only crews that work there.' })),
  }),
  response: { 200: answer(LiveMapSchema, 'The map.') },
};

export async function mapRoutes(app: HttpServer, { context }: RosterOptions): Promise<void> {
  app.get('/map', { config: { role: 'viewer' }, schema: operation }, async (request, reply) => {
    const map = await showMap(context, { areaSlug: request.query.area });
    return sendJsonText(reply, JSON.stringify(map), 'application/json');
  });
}
