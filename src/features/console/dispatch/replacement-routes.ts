// Routes that replace a crew in all its jobs: GET /operator/crews/{id}/replacements and POST /operator/reassignments.
import { idParams } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ref } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import { loadCrew } from '../../dispatch/system/manage-crews.ts';
import { proposeReplacements, reassignAll } from '../../dispatch/system/replace-crew.ts';
import type { ConsoleContext } from '../console-context.ts';
import { notFound } from '../roster/roster-definitions.ts';
import { findCrewJobs } from './crew-job-store.ts';
import { presentReplacement } from './dispatch-view.ts';
import * as wire from './replacement-schemas.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Dispatch' });

export const replacementOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/crews/:id/replacements',
    role: 'viewer',
    id: 'crews.listReplacements',
    summary: 'Propose other crews for the jobs of a crew',
    description:
      'Returns every job in which the crew is engaged, with all other crews and a proposal who takes it over. The proposals ' +
      'fit together: a crew that is proposed for one job counts as engaged for the next ones. Changes nothing.',
    params: idParams('crew'),
    responses: { 200: answer(wire.CrewReplacementListSchema, 'The jobs.'), 404: notFound('crew') },
    handler: async ({ context, request }) => {
      const { id } = await loadCrew(context, request.params.id);
      const [replacements, jobs] = await Promise.all([
        proposeReplacements(context, id),
        findCrewJobs(context.system, id),
      ]);
      return {
        data: replacements.flatMap((replacement) => {
          const job = jobs.get(replacement.engagement.bookingId);
          return job ? [presentReplacement(replacement, job)] : [];
        }),
      };
    },
  }),

  operation({
    method: 'POST',
    path: '/reassignments',
    role: 'dispatcher',
    id: 'reassignments.create',
    summary: 'Reassign several bookings',
    description:
      'Replaces the crews of up to 100 bookings, each like `POST /operator/bookings/{id}/reassign`. Every booking is moved ' +
      'completely or not at all; one that cannot be moved does not stop the others, and its result has the reason. A repeated ' +
      'request moves nothing twice. Emits `booking.crew_changed` for each moved booking.',
    body: ref(wire.ReassignmentBatchSchema),
    responses: { 200: answer(wire.ReassignmentResultListSchema, 'A result for each booking.') },
    handler: async ({ context, request }) => {
      const { reassignments, reason = null } = request.body;
      const results = await reassignAll(
        context,
        operatorActor(request),
        reassignments.map(({ booking_id: bookingId, from_crew_id: fromCrewId, crew_id: crewId }) => ({
          bookingId,
          fromCrewId,
          crewId,
        })),
        reason,
      );
      return {
        data: results.map(({ bookingId, fromCrewId, crewId, refusal }) => ({
          booking_id: bookingId,
          from_crew_id: fromCrewId,
          crew_id: crewId,
          refusal,
        })),
      };
    },
  }),
];
