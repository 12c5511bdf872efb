// Routes of /operator/board: the day board.
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema } from '../../../http/schemas.ts';
import { sendJsonText } from '../../../http/send-json-string.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { RosterOptions } from '../roster/roster-routes.ts';
import { BoardQuerySchema, BoardSchema, BoardWeekQuerySchema, BoardWeekSchema } from './board-schemas.ts';
import { showBoard, showWeek } from './show-board.ts';

const json = 'application/json';
const reads = { role: 'viewer' } as const;

const boardOperation = {
  ...operatorOperation('Board'),
  operationId: 'board.get',
  summary: 'A day of all crews and bookings',
  description:
    'Everything the day board shows, in one answer: crews with their shifts, and the bookings of the day, cancelled ones left out.',
  querystring: BoardQuerySchema,
  response: {
    200: answer(BoardSchema, 'The day.'),
    400: answer(ErrorSchema, 'There is no such area, day or time zone.', [
      problemExample('invalid_parameter', 'There is no such service area.', { param: 'area' }),
    ]),
  },
};

const weekOperation = {
  ...operatorOperation('Board'),
  operationId: 'board.getWeek',
  summary: 'A week in numbers',
  description: 'How many bookings each day of a week has, Monday to Sunday.',
  querystring: BoardWeekQuerySchema,
  response: { 200: answer(BoardWeekSchema, 'The week.') },
};

export async function boardRoutes(app: HttpServer, { context }: RosterOptions): Promise<void> {
  app.get('/board', { config: reads, schema: boardOperation }, async (request, reply) => {
    const { day, area: areaSlug, time_zone: timeZone } = request.query;
    const board = await showBoard(context, { day, areaSlug, timeZone });
    return sendJsonText(reply, JSON.stringify(board), json);
  });

  app.get('/board/week', { config: reads, schema: weekOperation }, async (request, reply) => {
    const { day, area: areaSlug } = request.query;
    return sendJsonText(reply, JSON.stringify(await showWeek(context, { day, areaSlug })), json);
  });
}
