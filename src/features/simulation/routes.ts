// /sandbox/bookings/{id}/… and /sandbox/clock: failure simulation and the test clock. Registered in the sandbox only,
// so that production responds with 404.
import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { TransactionHook } from '../../db/transaction-hook.ts';
import type { ClockAdvance } from '../../domain/test-clock.ts';
import { withAccountClock } from '../../http/account-clock.ts';
import { type IdempotentWrites, jsonText, jsonView } from '../../http/idempotent-write.ts';
import { vendorMediaType } from '../../http/media-type.ts';
import { refuseBody } from '../../http/no-body.ts';
import { optionalBody } from '../../http/optional-body.ts';
import { partnerActor, principalOf } from '../../http/partner-middleware.ts';
import { needs } from '../../http/route-config.ts';
import type { HttpServer } from '../../http/server.ts';
import { Problem } from '../../lib/problem.ts';
import { advanceClock, type ClockContext, type MovedClock, resetClock } from './advance-clock.ts';
import { presentClock } from './clock-view.ts';
import * as controls from './control-booking.ts';
import * as operations from './operations.ts';
import type { SimulationContext } from './run-simulation-step.ts';
import * as schemas from './schemas.ts';

export interface SimulationRoutesOptions {
  readonly context: SimulationContext & ClockContext;
  readonly writes: IdempotentWrites;
}

export async function simulationRoutes(app: HttpServer, options: SimulationRoutesOptions): Promise<void> {
  for (const schema of schemas.simulationSchemas) app.addSchema(schema);
  addControls(app, options);
  addClock(app, options);
}

const config = needs('write');

function addControls(app: HttpServer, { context, writes }: SimulationRoutesOptions): void {
  const add = <Body>(
    name: string,
    schema: object,
    act: (request: controls.ControlRequest, body: Body) => Promise<string>,
  ) =>
    app.post(
      `/sandbox/bookings/:id/${name}`,
      { config, schema, preValidation: optionalBody },
      writes.handler(jsonText(200), (request, hook) =>
        act(controlOf(context, request, hook), request.body as Body),
      ),
    );
  add('advance', operations.advance, (request) => controls.advanceBooking(request));
  add<In<typeof schemas.LoseCrewSchema>>('lose-crew', operations.loseCrew, (request, { reason }) =>
    controls.loseBookingCrew(request, reason ?? 'crew_lost'),
  );
  add<In<typeof schemas.DelaySchema>>('delay', operations.delay, (request, { minutes }) =>
    controls.delayBooking(request, minutes),
  );
  add<In<typeof schemas.FailStopSchema>>('fail-stop', operations.failStop, (request, { reason, decision }) =>
    controls.failBookingStop(request, { reason, next: decision ?? 'retry' }),
  );
  add<In<typeof schemas.ProviderCancelSchema>>('cancel', operations.cancel, (request, { reason }) =>
    controls.cancelByProvider(request, reason ?? 'provider_unavailable'),
  );
  add('refuse-payment', operations.refusePayment, (request) => controls.refusePayment(request));
}

type In<T extends TSchema> = Static<T>;

function controlOf(
  context: SimulationContext,
  request: FastifyRequest,
  hook: TransactionHook<string>,
): controls.ControlRequest {
  const principal = principalOf(request);
  const { id: bookingId } = request.params as { id: string };
  return {
    context: withAccountClock(principal, context),
    actor: partnerActor(request),
    bookingRef: { accountId: principal.accountId, bookingId },
    hook,
  };
}

function addClock(app: HttpServer, { context, writes }: SimulationRoutesOptions): void {
  const moved = jsonView(200, ({ now, aheadSeconds }: MovedClock) => presentClock(now, aheadSeconds));

  app.get('/sandbox/clock', { config, schema: operations.readClock }, async (request, reply) => {
    const { clockAheadSeconds } = principalOf(request);
    return reply.type(vendorMediaType).send(presentClock(context.clock.now(), clockAheadSeconds));
  });

  app.post(
    '/sandbox/clock/advance',
    { config, schema: operations.advanceClock },
    writes.handler(moved, (request, hook) => {
      const move = readMove(request.body as In<typeof schemas.AdvanceClockSchema>);
      return advanceClock(context, partnerActor(request), move, hook);
    }),
  );

  app.delete(
    '/sandbox/clock',
    { config, schema: operations.resetClock, preValidation: refuseBody },
    writes.handler(moved, (request, hook) => resetClock(context, partnerActor(request), hook)),
  );
}

function readMove({ seconds, to }: In<typeof schemas.AdvanceClockSchema>): ClockAdvance {
  if (seconds !== undefined && to !== undefined) {
    throw Problem.of('mutually_exclusive_parameters', 'Send either seconds or to.', { param: 'to' });
  }
  if (seconds !== undefined) return { seconds };
  if (to !== undefined) return { toMs: Date.parse(to) };
  throw Problem.of('missing_parameter', 'Send seconds or to.', { param: 'seconds' });
}
