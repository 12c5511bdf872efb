// POST /schedule.
import type { Static } from 'typebox';
import { problemExample } from '../../http/openapi/problem-example.ts';
import { accountContext } from '../../http/operations/account-clock.ts';
import { idempotencyKeyOf } from '../../http/operations/idempotent-write.ts';
import { type PartnerOperation, partnerOperations } from '../../http/operations/partner-operation.ts';
import { answer, ErrorSchema, ref } from '../../http/operations/schemas.ts';
import { principalOf } from '../../http/surfaces/partner-middleware.ts';
import { Problem } from '../../lib/problem.ts';
import { readRouteForm } from '../locations/route-form.ts';
import { listSchedule, type ScheduleContext, type ScheduleQuery } from './list-schedule.ts';
import { ScheduleInputSchema, ScheduleSchema } from './schemas.ts';

const { read } = partnerOperations<ScheduleContext>();

export const scheduleOperations: readonly PartnerOperation<ScheduleContext>[] = [
  read({
    method: 'POST',
    path: '/schedule',
    access: 'read',
    tag: 'Schedule',
    id: 'schedule.list',
    summary: 'List arrival windows',
    description:
      'Lists the arrival windows, on demand and scheduled, for a quote or for a product and route. Read access is sufficient. ' +
      'A window is listed until the lead time of the area (by default one hour) before it begins. A window that was listed can be booked by its id until it begins, unless it is full.',
    body: ref(ScheduleInputSchema),
    responses: {
      200: answer(ScheduleSchema, 'The arrival windows.'),
      400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
        problemExample('missing_parameter', 'destination is required with product.', {
          param: 'destination',
        }),
      ]),
      404: answer(ErrorSchema, 'The account has no quote with this id.', [
        problemExample('not_found', 'There is no such quote.', { param: 'quote_id' }),
      ]),
      422: answer(ErrorSchema, 'The request is valid, but the quote or route has no schedule.', [
        problemExample('quote_expired', 'The quote has expired. Create a new one.', { param: 'quote_id' }),
      ]),
    },
    handler: async ({ context, request }) => {
      // The operation stores nothing, so an idempotency key has no effect. A malformed key is still refused.
      idempotencyKeyOf(request);
      const query = readQuery(request.body);
      return listSchedule(accountContext(context, request), principalOf(request).accountId, query);
    },
  }),
];

function readQuery({
  quote_id,
  product,
  origin,
  destination,
  ref = 'origin',
}: Static<typeof ScheduleInputSchema>): ScheduleQuery {
  if (quote_id !== undefined) {
    const [other] = Object.entries({ product, origin, destination }).filter(
      ([, value]) => value !== undefined,
    );
    if (other) {
      const message = 'Send either quote_id, or product, origin and destination.';
      throw Problem.of('mutually_exclusive_parameters', message, { param: other[0] });
    }
    return { quoteId: quote_id, ref };
  }
  if (product === undefined) {
    const param = origin === undefined && destination === undefined ? 'quote_id' : 'product';
    throw Problem.of('missing_parameter', 'Send quote_id, or product, origin and destination.', { param });
  }
  const missing = origin === undefined ? 'origin' : destination === undefined ? 'destination' : null;
  if (missing || origin === undefined || destination === undefined) {
    throw Problem.of('missing_parameter', `${missing} is required with product.`, {
      param: missing ?? 'origin',
    });
  }
  return { product, route: readRouteForm({ origin, destination }), ref };
}
