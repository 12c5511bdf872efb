// Routes of /operator/board: the day board.
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema } from '../../../http/schemas.ts';
import { sendJsonString } from '../../../http/send-json-string.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { RosterOptions } from '../roster/roster-routes.ts';
import { BoardQuerySchema, BoardSchema, BoardWeekQuerySchema, BoardWeekSchema } from './board-schemas.ts';
import { showBoard, showWeek } from './show-board.ts';

const json = 'application/json';
const reads = { role: 'viewer' } as const;

const boardOperation = {
  ...operatorOperation('Board'),
  operationId: 'board.get',
  summary: 'Retrieve the day board',
  description:
    'Returns all data of the day board: the crews with their shifts of the day, and the bookings of the ' +
    'day except cancelled ones. Limited to 2,000 bookings; filter by `area` if `is_cut` is true.',
  querystring: BoardQuerySchema,
  response: {
    200: answer(BoardSchema, 'The day board.'),
    400: answer(ErrorSchema, 'The area, day or time zone does not exist; `param` names it.', [
      problemExample('invalid_parameter', 'No service area has this slug.', { param: 'area' }),
    ]),
  },
};

const weekOperation = {
  ...operatorOperation('Board'),
  operationId: 'board.getWeek',
  summary: 'Retrieve the booking counts of a week',
  description:
    'Returns the number of bookings by state for each day of the week that contains `day`, Monday to Sunday. ' +
    'Cancelled bookings are not counted.',
  querystring: BoardWeekQuerySchema,
  response: { 200: answer(BoardWeekSchema, 'The booking counts.') },
};

export async function boardRoutes(app: HttpServer, { context }: RosterOptions): Promise<void> {
  app.get('/board', { config: reads, schema: boardOperation }, async (request, reply) => {
    const { day, area: areaSlug, time_zone: timeZone } = request.query;
    const board = await showBoard(context, { day, areaSlug, timeZone });
    return sendJsonString(reply, JSON.stringify(board), json);
  });

  app.get('/board/week', { config: reads, schema: weekOperation }, async (request, reply) => {
    const { day, area: areaSlug } = request.query;
    return sendJsonString(reply, JSON.stringify(await showWeek(context, { day, areaSlug })), json);
  });
}
