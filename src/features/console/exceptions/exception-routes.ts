// Routes of /operator/exceptions: list exceptions; resolve, snooze and reopen them.
import { Type } from 'typebox';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import type { ConsoleContext } from '../console-context.ts';
import { decideException, reopenException } from './decide-exception.ts';
import { listDecisions } from './decision-store.ts';
import type { ExceptionView } from './exception-schemas.ts';
import * as wire from './exception-schemas.ts';
import { listExceptions } from './list-exceptions.ts';

/** TTL of the shared result: every open page polls every few seconds, and one evaluation serves all of them. */
const sharedTtlMs = 1_000;

const maxDecisions = 100;

/** Upper limit of exceptions in a response; `total` has the full count. */
const maxExceptions = 200;

const gone = answer(ErrorSchema, 'There is no such exception: its cause is gone.', [
  problemExample('not_found', 'There is no such exception. Its cause may already be gone; reload the list.', {
    param: 'key',
  }),
]);

export interface ExceptionRoutesContext extends ConsoleContext {
  readonly shared: SharedResult;
}

/** Open exceptions. */
type SharedResult = ReturnType<typeof sharedExceptions>;

const operation = operatorOperations<ExceptionRoutesContext>({ tag: 'Exceptions' });

export const exceptionOperations: readonly OperatorOperation<ExceptionRoutesContext>[] = [
  operation({
    method: 'GET',
    path: '/exceptions',
    role: 'viewer',
    id: 'exceptions.list',
    summary: 'List exceptions',
    description:
      'Returns what needs an operator, most severe first, at most 200: bookings that are late or at risk, ' +
      'that have no crew close to their window, or with a stop failure; refused payments; failing webhook ' +
      'endpoints; accounts whose messages were not sent because of a limit, once per day; a stalled event ' +
      'relay or follower. The list is derived from the current state, so an ' +
      'exception disappears when its cause is gone. A resolved exception reappears only for a new cause.',
    responses: { 200: answer(wire.ExceptionListSchema, 'The open exceptions.') },
    handler: async ({ context }) => {
      const open = await context.shared.get();
      return { data: open.slice(0, maxExceptions), total: open.length };
    },
  }),

  operation({
    method: 'GET',
    path: '/exceptions/decisions',
    role: 'viewer',
    id: 'exceptions.decisions',
    summary: 'List decisions',
    description:
      'Returns the 100 latest decisions of operators about exceptions, newest first, with their reasons.',
    responses: { 200: answer(wire.DecisionListSchema, 'The decisions.') },
    handler: async ({ context }) => ({ data: await listDecisions(context.system, maxDecisions) }),
  }),

  operation({
    method: 'POST',
    path: '/exceptions/resolve',
    role: 'dispatcher',
    id: 'exceptions.resolve',
    summary: 'Resolve an exception',
    description:
      'Removes an exception from the list and records the reason. A new exception of the same booking is ' +
      'listed again.',
    body: ref(wire.ResolutionSchema),
    responses: { 200: answer(wire.ExceptionSchema, 'The resolved exception.'), 404: gone },
    handler: async ({ context, request }) => {
      const actor = operatorActor(request);
      const exception = await decideException(context, request.body, actor);
      context.shared.invalidate();
      return exception;
    },
  }),

  operation({
    method: 'POST',
    path: '/exceptions/snooze',
    role: 'dispatcher',
    id: 'exceptions.snooze',
    summary: 'Snooze an exception',
    description:
      'Hides an exception for a number of minutes. It is listed again afterwards if its cause still exists.',
    body: ref(wire.SnoozeSchema),
    responses: { 200: answer(wire.ExceptionSchema, 'The snoozed exception.'), 404: gone },
    handler: async ({ context, request }) => {
      const { key, reason, minutes: snoozeMinutes } = request.body;
      const actor = operatorActor(request);
      const exception = await decideException(context, { key, reason, snoozeMinutes }, actor);
      context.shared.invalidate();
      return exception;
    },
  }),

  operation({
    method: 'POST',
    path: '/exceptions/reopen',
    role: 'dispatcher',
    id: 'exceptions.reopen',
    summary: 'Reopen an exception',
    description:
      'Deletes the decision about an exception. The exception is listed again if its cause still exists.',
    body: ref(wire.ReopeningSchema),
    responses: {
      204: Type.Null({ description: 'The decision is deleted.' }),
      404: answer(ErrorSchema, 'There is no decision about this exception.', [
        problemExample('not_found', 'There is no decision about this exception.', { param: 'key' }),
      ]),
    },
    handler: async ({ context, request }) => {
      await reopenException(context, request.body.key, operatorActor(request));
      context.shared.invalidate();
    },
  }),
];

/**
 * Single-flight cache: callers share the pending result and, until its TTL, the finished one. Errors are not cached.
 */
export function sharedExceptions(context: ConsoleContext) {
  let last: { readonly result: Promise<ExceptionView[]>; readonly atMs: number } | null = null;
  return {
    get: () => {
      const nowMs = performance.now();
      if (last === null || nowMs - last.atMs > sharedTtlMs) {
        const result = listExceptions(context);
        last = { result, atMs: nowMs };
        result.catch(() => {
          last = null;
        });
      }
      return last.result;
    },
    invalidate: () => {
      last = null;
    },
  };
}
