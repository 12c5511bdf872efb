// Route GET /operator/map: the live map.
import { Type } from 'typebox';
import { jsonText } from '../../../http/operations/operation.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, Uuid } from '../../../http/operations/schemas.ts';
import type { ConsoleContext } from '../console-context.ts';
import { LiveMapSchema } from './map-schemas.ts';
import { showMap } from './show-map.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Board' });

export const mapOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/map',
    role: 'viewer',
    id: 'map.get',
    summary: 'Retrieve the live map',
    description:
      'Returns every crew in service with its last reported position and its engagements that start within the ' +
      'next 24 hours, and bookings of that time without a crew. The engagement in progress, or else the next one, has the ' +
      'roads of its route. Roads that are not known within half a second come with the next request.',
    query: Type.Object({
      area: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'Slug of a service area to filter by. Includes crews without home areas.',
        }),
      ),
      crew: Type.Optional(
        Uuid({ description: 'Id of a crew of which all engagements have the roads of their routes.' }),
      ),
    }),
    responses: { 200: answer(LiveMapSchema, 'The live map.') },
    handler: async ({ context, request }) => {
      const map = await showMap(context, { areaSlug: request.query.area, crewId: request.query.crew });
      return jsonText(JSON.stringify(map));
    },
  }),
];
