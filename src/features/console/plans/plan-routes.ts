// Routes of /operator/plans and /operator/planned-jobs: compute, apply, undo and explain plans of areas and days.
import { Type } from 'typebox';
import { DEFAULT_PLANNING } from '../../../domain/plan/planning-settings.ts';
import { idParams, noSuch, problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { refuseBody } from '../../../http/server/no-body.ts';
import { optionalBody } from '../../../http/server/optional-body.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import { applyPlan } from '../../plans/system/apply-plan.ts';
import { createPlan, loadArea } from '../../plans/system/create-plan.ts';
import { explainNow } from '../../plans/system/explain-day.ts';
import { explainBooking } from '../../plans/system/explain-plan.ts';
import { listLearnedTimes } from '../../plans/system/learned-time-store.ts';
import { lockPlannedJob } from '../../plans/system/lock-planned-job.ts';
import { findPlan, listPlans, type PlanWithResult } from '../../plans/system/plan-store.ts';
import { readPlannedDay } from '../../plans/system/read-planned-day.ts';
import { stopPlan } from '../../plans/system/stop-plan.ts';
import { undoPlan } from '../../plans/system/undo-plan.ts';
import type { ConsoleContext } from '../console-context.ts';
import { LearnedTimesSchema } from './learned-time-schemas.ts';
import { PlanMapSchema } from './plan-map-schemas.ts';
import * as wire from './plan-schemas.ts';
import {
  presentExplanation,
  presentLearnedTime,
  presentPlan,
  presentPlannedJob,
  presentPlanSummary,
} from './plan-view.ts';
import { showPlanMap } from './show-plan-map.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Plans' });

const invalidArea = answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
  problemExample('invalid_parameter', 'No service area has the slug elsewhere.', { param: 'area' }),
]);
const noPlan = noSuch('plan');
const conflict = (description: string, code: 'plan_not_ready' | 'plan_outdated', message: string) =>
  answer(ErrorSchema, description, [problemExample(code, message)]);

export const planOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'POST',
    path: '/plans',
    role: 'dispatcher',
    id: 'plans.create',
    summary: 'Plan a day',
    description:
      'Starts the search for a plan of all bookings of an area and day that are not ended. It runs in the background: ' +
      'retrieve the plan until its status is no longer `computing`, or follow `plans` of `GET /operator/stream`. A plan ' +
      'changes nothing until it is applied. One plan per area and day is computed at a time.',
    body: ref(wire.NewPlanSchema),
    responses: {
      202: answer(wire.PlanSchema, 'The plan, which is being computed.'),
      400: invalidArea,
      409: answer(ErrorSchema, 'A plan of this area and day is being computed.', [
        problemExample(
          'plan_running',
          'The plan 0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9a01 of this area and day is being computed. Wait until it is ready.',
        ),
      ]),
      503: answer(ErrorSchema, 'The router is unavailable, or this server computes too many plans.', [
        problemExample(
          'service_unavailable',
          'The routing service is unavailable. No plan was computed. Try again later.',
          { retryAfterSeconds: 5 },
        ),
      ]),
    },
    handler: async ({ context, request }) => {
      const { area, day, seconds = 5, iterations, seed = 1, locks = {} } = request.body;
      const { id } = await createPlan(context, operatorActor(request), {
        areaSlug: area,
        day,
        seconds,
        iterations,
        seed,
        locks: {
          bookings: locks.bookings ?? [],
          crews: locks.crews ?? [],
          ...(locks.plan_id !== undefined && { planId: locks.plan_id }),
        },
      });
      return presentPlan(await loadPlan(context, id));
    },
  }),

  operation({
    method: 'GET',
    path: '/plans',
    role: 'viewer',
    id: 'plans.list',
    summary: 'List plans',
    description: 'Returns plans without their results, newest first. Plans are kept for 90 days.',
    query: wire.PlanQuerySchema,
    responses: { 200: answer(wire.PlanListSchema, 'The plans.') },
    handler: async ({ context, request }) => {
      const { area, day, limit = 20 } = request.query;
      const plans = await listPlans(context.system, {
        ...(area !== undefined && { areaSlug: area }),
        ...(day !== undefined && { day }),
        limit,
      });
      return { data: plans.map(presentPlanSummary) };
    },
  }),

  operation({
    method: 'GET',
    path: '/plans/:id',
    role: 'viewer',
    id: 'plans.get',
    summary: 'Retrieve a plan',
    description:
      'Returns a plan with its progress while it is computed, then with its result: jobs per crew with planned times, ' +
      'unserved bookings with reasons, and the comparison with what is assigned or intended now.',
    params: idParams('plan'),
    responses: { 200: answer(wire.PlanSchema, 'The plan.'), 404: noPlan },
    handler: async ({ context, request }) => presentPlan(await loadPlan(context, request.params.id)),
  }),

  operation({
    method: 'POST',
    path: '/plans/:id/stop',
    role: 'dispatcher',
    id: 'plans.stop',
    summary: 'Stop the search of a plan',
    description:
      'Ends the search early and keeps the best plan found so far. Retrieve the plan until its status is no longer ' +
      '`computing`, usually within a second. A plan that is not being computed stays as it is.',
    params: idParams('plan'),
    preValidation: refuseBody,
    responses: { 200: answer(wire.PlanSchema, 'The plan.'), 404: noPlan },
    handler: async ({ context, request }) => {
      const { id } = await loadPlan(context, request.params.id);
      await stopPlan(context, operatorActor(request), id);
      return presentPlan(await loadPlan(context, id));
    },
  }),

  operation({
    method: 'GET',
    path: '/plans/:id/map',
    role: 'viewer',
    id: 'plans.map',
    summary: 'Retrieve the map of a plan',
    description:
      'Returns the places of the stops and crews of a plan, as they are now, to draw its routes. Bookings that have ended are not included.',
    params: idParams('plan'),
    responses: { 200: answer(PlanMapSchema, 'The places.'), 404: noPlan },
    handler: async ({ context, request }) => showPlanMap(context, await loadPlan(context, request.params.id)),
  }),

  operation({
    method: 'POST',
    path: '/plans/:id/apply',
    role: 'dispatcher',
    id: 'plans.apply',
    summary: 'Apply a plan',
    description:
      'Makes the jobs of a plan, or a part of them, the intention of the company. Partners see nothing of it, and no ' +
      'booking changes: automatic dispatch offers each booking to its planned crew at its usual time.',
    params: idParams('plan'),
    body: ref(wire.PlanPartSchema),
    preValidation: optionalBody,
    responses: {
      200: answer(wire.PlanSchema, 'The applied plan.'),
      404: noPlan,
      409: conflict(
        'The plan is not ready, or the day has changed since it was computed; the message names the changes.',
        'plan_outdated',
        'Since the plan was computed, these bookings have changed: 7XK2M9QT. Compute a new plan.',
      ),
    },
    handler: async ({ context, request }) => {
      const { bookings, crews } = request.body ?? {};
      await applyPlan(context, operatorActor(request), request.params.id, { bookings, crews });
      return presentPlan(await loadPlan(context, request.params.id));
    },
  }),

  operation({
    method: 'POST',
    path: '/plans/:id/undo',
    role: 'dispatcher',
    id: 'plans.undo',
    summary: 'Undo a plan',
    description:
      'Restores what was intended before the plan was applied. Bookings that have got a crew or have ended since are left ' +
      'alone. Nothing is restored if a booking was planned again since.',
    params: idParams('plan'),
    preValidation: refuseBody,
    responses: {
      200: answer(wire.PlanSchema, 'The undone plan.'),
      404: noPlan,
      409: conflict(
        'The plan is not applied, or bookings were changed after it.',
        'plan_not_ready',
        'The plan is ready. Only a plan that is applied can be undone.',
      ),
    },
    handler: async ({ context, request }) => {
      await undoPlan(context, operatorActor(request), request.params.id);
      return presentPlan(await loadPlan(context, request.params.id));
    },
  }),

  operation({
    method: 'GET',
    path: '/plans/:id/explanations/:booking',
    role: 'viewer',
    id: 'plans.explain',
    summary: 'Explain a planned booking',
    description:
      'Returns why the plan gives a booking to its crew, or to none, with one reason per crew of the day. Available for 7 ' +
      'days after the plan; for bookings that live re-planning has inserted, until the end of the day.',
    params: Type.Object({
      id: Type.String({ description: 'Id of the plan.' }),
      booking: Type.String({ description: 'Id of the booking.' }),
    }),
    responses: {
      200: answer(wire.ExplanationSchema, 'The explanation.'),
      404: answer(ErrorSchema, 'There is no such plan, or it has no such booking.', [
        problemExample('not_found', 'The plan has no such booking.'),
      ]),
      409: conflict(
        'The plan has no result.',
        'plan_not_ready',
        'The plan is computing. It has no result to explain.',
      ),
    },
    handler: async ({ context, request }) =>
      presentExplanation(await explainBooking(context, request.params.id, request.params.booking)),
  }),

  operation({
    method: 'GET',
    path: '/planned-jobs',
    role: 'viewer',
    id: 'plannedJobs.list',
    summary: 'List planned jobs',
    description: 'Returns what is intended for an area and day: planned crews and times of bookings.',
    query: wire.PlannedDayQuerySchema,
    responses: { 200: answer(wire.PlannedDaySchema, 'The planned jobs.'), 400: invalidArea },
    handler: async ({ context, request }) => {
      const { area, day } = request.query;
      await loadArea(context, area);
      const { revision, jobs } = await readPlannedDay(context, { areaSlug: area, day });
      return { area, day, revision, jobs: jobs.map(({ hid, ...job }) => presentPlannedJob(job, hid)) };
    },
  }),

  operation({
    method: 'GET',
    path: '/planned-jobs/:id/explanation',
    role: 'viewer',
    id: 'plannedJobs.explain',
    summary: 'Explain the planned crew of a booking',
    description:
      'Returns why a booking is planned for its crew, or for none, with one reason per crew. The crews are compared with the ' +
      'day as it is now, however the booking got its place: by a plan, when it was booked, or by live re-planning.',
    params: idParams('booking'),
    responses: {
      200: answer(wire.ExplanationSchema, 'The explanation.'),
      404: answer(ErrorSchema, 'There is no such booking, or it has ended.', [
        problemExample('not_found', 'No booking that waits for a crew or is on its way has this id.'),
      ]),
    },
    handler: async ({ context, request }) => presentExplanation(await explainNow(context, request.params.id)),
  }),

  operation({
    method: 'PUT',
    path: '/planned-jobs/:id/lock',
    role: 'dispatcher',
    id: 'plannedJobs.lock',
    summary: 'Lock a planned job',
    description:
      'Locks a booking to its planned crew, or unlocks it. Later plans keep locked bookings with their crew.',
    params: idParams('booking'),
    body: ref(wire.JobLockSchema),
    responses: {
      200: answer(wire.PlannedJobSchema, 'The planned job.'),
      404: answer(ErrorSchema, 'The booking is not planned.', [
        problemExample('not_found', 'This booking is not planned.'),
      ]),
    },
    handler: async ({ context, request }) => {
      const { is_locked: isLocked } = request.body;
      const job = await lockPlannedJob(context, operatorActor(request), {
        bookingId: request.params.id,
        isLocked,
      });
      const { jobs } = await readPlannedDay(context, job);
      return presentPlannedJob(job, jobs.find(({ bookingId }) => bookingId === job.bookingId)?.hid ?? '');
    },
  }),

  operation({
    method: 'GET',
    path: '/areas/:slug/learned-times',
    role: 'viewer',
    id: 'areas.learnedTimes',
    summary: 'Retrieve learned times',
    description:
      'Returns how long journeys and services of completed bookings of the last 60 days took, relative to the quoted ' +
      'times. Plans use the factors if the area document says so (`planning.learned_times`).',
    params: Type.Object({ slug: Type.String({ description: 'Slug of the area.' }) }),
    responses: { 200: answer(LearnedTimesSchema, 'The learned times.'), 400: invalidArea },
    handler: async ({ context, request }) => {
      const area = await loadArea(context, request.params.slug);
      const times = await listLearnedTimes(context.system, area.slug);
      return {
        area: area.slug,
        is_used: (area.planning ?? DEFAULT_PLANNING).usesLearnedTimes,
        learned_at: times[0]?.learnedAt.toISOString() ?? null,
        data: times.map(presentLearnedTime),
      };
    },
  }),
];

async function loadPlan({ system }: ConsoleContext, id: string): Promise<PlanWithResult> {
  const plan = isUuid(id) ? await findPlan(system, id) : undefined;
  if (!plan) throw Problem.of('not_found', 'No plan has this id.');
  return plan;
}
