// Routes of /operator/board: the day board.
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { jsonText } from '../../../http/operations/operation.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema } from '../../../http/operations/schemas.ts';
import type { ConsoleContext } from '../console-context.ts';
import { BoardQuerySchema, BoardSchema, BoardWeekQuerySchema, BoardWeekSchema } from './board-schemas.ts';
import { showBoard, showWeek } from './show-board.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Board' });

export const boardOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/board',
    role: 'viewer',
    id: 'board.get',
    summary: 'Retrieve the day board',
    description:
      'Returns all data of the day board: the crews with their shifts of the day, and the bookings of the ' +
      'day except cancelled ones. Limited to 2,000 bookings; filter by `area` if `is_cut` is true.',
    query: BoardQuerySchema,
    responses: {
      200: answer(BoardSchema, 'The day board.'),
      400: answer(ErrorSchema, 'The area, day or time zone does not exist; `param` names it.', [
        problemExample('invalid_parameter', 'No service area has this slug.', { param: 'area' }),
      ]),
    },
    handler: async ({ context, request }) => {
      const { day, area: areaSlug, time_zone: timeZone } = request.query;
      const board = await showBoard(context, { day, areaSlug, timeZone });
      return jsonText(JSON.stringify(board));
    },
  }),

  operation({
    method: 'GET',
    path: '/board/week',
    role: 'viewer',
    id: 'board.getWeek',
    summary: 'Retrieve the booking counts of a week',
    description:
      'Returns the number of bookings by state for each day of the week that contains `day`, Monday to Sunday. ' +
      'Cancelled bookings are not counted.',
    query: BoardWeekQuerySchema,
    responses: { 200: answer(BoardWeekSchema, 'The booking counts.') },
    handler: async ({ context, request }) => {
      const { day, area: areaSlug } = request.query;
      return jsonText(JSON.stringify(await showWeek(context, { day, areaSlug })));
    },
  }),
];
