// Routes of /operator/exceptions: list exceptions; resolve, snooze and reopen them.
import { Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { operatorActor } from '../../../http/operator-middleware.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { ConsoleContext } from '../console-context.ts';
import { decideException, reopenException } from './decide-exception.ts';
import { type Decision, listDecisions } from './decision-store.ts';
import * as wire from './exception-schemas.ts';
import type { DecisionView, ExceptionView } from './exception-wire.ts';
import { listExceptions } from './list-exceptions.ts';

const reads = { role: 'viewer' } as const;
const writes = { role: 'dispatcher' } as const;
/** TTL of the shared result: every open page polls every few seconds, and one evaluation serves all of them. */
const sharedTtlMs = 1_000;
const maxDecisions = 100;
/** Upper limit of exceptions in a response; `total` has the full count. */
const maxExceptions = 200;

export async function exceptionRoutes(
  app: HttpServer,
  { context }: { readonly context: ConsoleContext },
): Promise<void> {
  const shared = sharedResult(() => listExceptions(context));

  app.get('/exceptions', { config: reads, schema: listOperation }, async (_request, reply) => {
    const open = await shared.get();
    return reply.send({ data: open.slice(0, maxExceptions), total: open.length });
  });

  app.get('/exceptions/decisions', { config: reads, schema: decisionsOperation }, async (_request, reply) =>
    reply.send({ data: (await listDecisions(context.system, maxDecisions)).map(presentDecision) }),
  );

  app.post('/exceptions/resolve', { config: writes, schema: resolveOperation }, async (request, reply) => {
    const actor = operatorActor(request);
    const exception = await decideException(context, request.body, actor);
    shared.invalidate();
    return reply.send(exception);
  });

  app.post('/exceptions/snooze', { config: writes, schema: snoozeOperation }, async (request, reply) => {
    const { key, reason, minutes: snoozeMinutes } = request.body;
    const actor = operatorActor(request);
    const exception = await decideException(context, { key, reason, snoozeMinutes }, actor);
    shared.invalidate();
    return reply.send(exception);
  });

  app.post('/exceptions/reopen', { config: writes, schema: reopenOperation }, async (request, reply) => {
    await reopenException(context, request.body.key, operatorActor(request));
    shared.invalidate();
    return reply.code(204).send(null);
  });
}

/**
 * Single-flight cache: callers share the pending result and, until its TTL, the finished one. Errors are not cached.
 */
function sharedResult(load: () => Promise<ExceptionView[]>) {
  let last: { readonly result: Promise<ExceptionView[]>; readonly atMs: number } | null = null;
  return {
    get: () => {
      const nowMs = performance.now();
      if (last === null || nowMs - last.atMs > sharedTtlMs) {
        const result = load();
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

function presentDecision({ subjectId, operatorName, until, at, ...decision }: Decision): DecisionView {
  return {
    ...decision,
    subject_id: subjectId,
    until: until?.toISOString() ?? null,
    operator_name: operatorName,
    at: at.toISOString(),
  };
}

const gone = answer(ErrorSchema, 'There is no such exception: its cause is gone.', [
  problemExample('not_found', 'There is no such exception. Its cause may already be gone; reload the list.', {
    param: 'key',
  }),
]);

const listOperation = {
  ...operatorOperation('Exceptions'),
  operationId: 'exceptions.list',
  summary: 'List exceptions',
  description:
    'Returns what needs an operator, most severe first, at most 200: bookings that are late or at risk, ' +
    'that have no crew close to their window, or with a stop failure; refused payments; failing webhook ' +
    'endpoints; a stalled event relay or follower. The list is derived from the current state, so an ' +
    'exception disappears when its cause is gone. A resolved exception reappears only for a new cause.',
  response: { 200: answer(wire.ExceptionListSchema, 'The open exceptions.') },
};

const decisionsOperation = {
  ...operatorOperation('Exceptions'),
  operationId: 'exceptions.decisions',
  summary: 'List decisions',
  description:
    'Returns the 100 latest decisions of operators about exceptions, newest first, with their reasons.',
  response: { 200: answer(wire.DecisionListSchema, 'The decisions.') },
};

const resolveOperation = {
  ...operatorOperation('Exceptions'),
  operationId: 'exceptions.resolve',
  summary: 'Resolve an exception',
  description:
    'Removes an exception from the list and records the reason. A new exception of the same booking is ' +
    'listed again.',
  body: ref(wire.ResolutionSchema),
  response: { 200: answer(wire.ExceptionSchema, 'The resolved exception.'), 404: gone },
};

const snoozeOperation = {
  ...operatorOperation('Exceptions'),
  operationId: 'exceptions.snooze',
  summary: 'Snooze an exception',
  description:
    'Hides an exception for a number of minutes. It is listed again afterwards if its cause still exists.',
  body: ref(wire.SnoozeSchema),
  response: { 200: answer(wire.ExceptionSchema, 'The snoozed exception.'), 404: gone },
};

const reopenOperation = {
  ...operatorOperation('Exceptions'),
  operationId: 'exceptions.reopen',
  summary: 'Reopen an exception',
  description:
    'Deletes the decision about an exception. The exception is listed again if its cause still exists.',
  body: ref(wire.ReopeningSchema),
  response: {
    204: Type.Null({ description: 'The decision is deleted.' }),
    404: answer(ErrorSchema, 'There is no decision about this exception.', [
      problemExample('not_found', 'There is no decision about this exception.', { param: 'key' }),
    ]),
  },
};
