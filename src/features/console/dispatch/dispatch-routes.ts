// Routes of dispatch: /operator/bookings/{id}/assign, /reassign and /lose-crew, /operator/offers, /operator/areas.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { ServiceArea } from '../../../domain/service-area.ts';
import { refuseBody } from '../../../http/no-body.ts';
import { operatorActor } from '../../../http/operator-middleware.ts';
import { optionalBody } from '../../../http/optional-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import { listAreas, setAreaDispatch } from '../../areas/system/set-area-dispatch.ts';
import { answerOffer, listOffers } from '../../dispatch/system/answer-offer.ts';
import { assignCrewTo, loseCrewOf, reassignCrew } from '../../dispatch/system/assign-crew.ts';
import { listCrewCandidates } from '../../dispatch/system/list-crews.ts';
import { actionConfig, idOf } from '../booking-action-routes.ts';
import type { ProgressOptions } from '../bookings/progress-routes.ts';
import type { RosterOptions } from '../roster/roster-routes.ts';
import * as operations from './dispatch-operations.ts';
import type { AssignmentSchema, LossSchema, ReassignmentSchema } from './dispatch-schemas.ts';
import { presentChoice, presentOffer } from './dispatch-view.ts';

const reads = { role: 'viewer' } as const;
const config = actionConfig('dispatcher');

export async function assignmentRoutes(
  app: HttpServer,
  { context, bookingAction }: ProgressOptions,
): Promise<void> {
  app.get('/bookings/:id/crews', { config: reads, schema: operations.choices }, async (request, reply) => {
    const choices = await listCrewCandidates(context, { bookingId: idOf(request) });
    return reply.send({ data: choices.map(presentChoice) });
  });

  app.post(
    '/bookings/:id/assign',
    { config, schema: operations.assign },
    bookingAction(({ request, actor, bookingRef: { bookingId }, hook }) => {
      const { crew_id: crewId } = request.body as Static<typeof AssignmentSchema>;
      return assignCrewTo(context, actor, { bookingId, crewId }, hook);
    }),
  );

  app.post(
    '/bookings/:id/reassign',
    { config, schema: operations.reassign },
    bookingAction(({ request, actor, bookingRef: { bookingId }, hook }) => {
      const body = request.body as Static<typeof ReassignmentSchema>;
      const { crew_id: crewId, reason = null, from_crew_id: fromCrewId } = body;
      const change = { bookingId, crewId, reason, fromCrewId };
      return reassignCrew(context, actor, change, hook);
    }),
  );

  app.post(
    '/bookings/:id/lose-crew',
    { config, schema: operations.lose, preValidation: optionalBody },
    bookingAction(({ request, actor, bookingRef: { bookingId }, hook }) => {
      const { reason = null, from_crew_id: fromCrewId } = request.body as Static<typeof LossSchema>;
      return loseCrewOf(context, actor, { bookingId, reason, fromCrewId }, hook);
    }),
  );
}

export async function offerRoutes(app: HttpServer, { context }: RosterOptions): Promise<void> {
  app.get('/offers', { config: reads, schema: operations.listOffers }, async (request, reply) => {
    const { booking_id: bookingId, crew_id: crewId, state, limit = 100 } = request.query;
    const offers = await listOffers(context, { bookingId, crewId, state, limit });
    return reply.send({ data: offers.map(presentOffer) });
  });

  const respond = (answer: 'accept' | 'refuse') => async (request: FastifyRequest) =>
    presentOffer(await answerOffer(context, operatorActor(request), { offerId: idOf(request), answer }));
  const role = 'dispatcher' as const;
  const preValidation = refuseBody;
  const accept = { config: { role }, schema: operations.acceptOffer, preValidation };
  app.post('/offers/:id/accept', accept, respond('accept'));
  const refuse = { config: { role }, schema: operations.refuseOffer, preValidation };
  app.post('/offers/:id/refuse', refuse, respond('refuse'));
}

export async function areaRoutes(app: HttpServer, { context }: RosterOptions): Promise<void> {
  app.get('/areas', { config: reads, schema: operations.listAreas }, async (_request, reply) =>
    reply.send({ data: (await listAreas(context)).map(presentArea) }),
  );

  app.put(
    '/areas/:slug/dispatch',
    { config: { role: 'admin' }, schema: operations.setDispatch },
    async (request, reply) => {
      const { mode } = request.body;
      const { slug } = request.params;
      const actor = operatorActor(request);
      return reply.send(presentArea(await setAreaDispatch(context, { slug, mode }, actor)));
    },
  );
}

function presentArea({ slug, name, dispatch }: ServiceArea) {
  return { slug, name, dispatch };
}
