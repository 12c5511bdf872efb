// Routes of /operator/shift-patterns: shifts that repeat every week.
import { Type } from 'typebox';
import { WEEKDAYS } from '../../../domain/time/opening-hours.ts';
import { idParams, noSuch } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ref, Uuid } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import {
  createPattern,
  listPatterns,
  type PatternChange,
  type PatternInput,
  previewPattern,
  removePattern,
  updatePattern,
} from '../../dispatch/system/manage-shift-patterns.ts';
import type { StoredPattern } from '../../dispatch/system/shift-pattern-store.ts';
import type { ConsoleContext } from '../console-context.ts';
import { engaged } from './roster-definitions.ts';
import * as wire from './shift-pattern-schemas.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Shifts' });
const path = '/shift-patterns';
const params = idParams('shift pattern');
const notFound = noSuch('shift pattern');

export const shiftPatternOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path,
    role: 'viewer',
    id: 'shiftPatterns.list',
    summary: 'List shift patterns',
    description: 'Returns weekly patterns of shifts that have not ended, ordered by first day. At most 500.',
    query: Type.Object({
      crew_id: Type.Optional(Uuid({ description: 'Id of a crew to filter by.' })),
    }),
    responses: { 200: answer(wire.ShiftPatternListSchema, 'The patterns.') },
    handler: async ({ context, request }) => {
      const { patterns, timeZone } = await listPatterns(context, request.query.crew_id);
      return { data: patterns.map(presentPattern), time_zone: timeZone };
    },
  }),

  operation({
    method: 'POST',
    path,
    role: 'dispatcher',
    id: 'shiftPatterns.create',
    summary: 'Create a shift pattern',
    description:
      'Creates shifts that repeat every week, in local time across clock changes. Shifts that have ended are left ' +
      'out. Fails if one of them overlaps another shift of the crew: add that day to `excepted_days`.',
    body: ref(wire.NewShiftPatternSchema),
    responses: { 201: answer(wire.ShiftPatternSchema, 'The created pattern.') },
    handler: async ({ context, request }) =>
      presentPattern(await createPattern(context, operatorActor(request), inputOf(request.body))),
  }),

  operation({
    method: 'POST',
    path: `${path}/preview`,
    role: 'dispatcher',
    id: 'shiftPatterns.preview',
    summary: 'Preview a shift pattern',
    description:
      'Returns the shifts that a pattern would have from now on, and which overlap. Changes nothing.',
    body: ref(wire.ShiftPatternPreviewRequestSchema),
    responses: { 200: answer(wire.ShiftPatternPreviewSchema, 'The shifts.') },
    handler: async ({ context, request }) => {
      const { pattern_id: id, ...body } = request.body;
      const { timeZone, shifts } = await previewPattern(context, { ...inputOf(body), id });
      return {
        time_zone: timeZone,
        shifts: shifts.map(({ day, startsAt, endsAt, overlaps }) => ({
          day,
          starts_at: startsAt.toISOString(),
          ends_at: endsAt.toISOString(),
          overlaps,
        })),
      };
    },
  }),

  operation({
    method: 'PATCH',
    path: `${path}/:id`,
    role: 'dispatcher',
    id: 'shiftPatterns.update',
    summary: 'Update a shift pattern',
    description:
      'Changes the shifts of the pattern that have not begun. Shifts that were changed on their own stay. Crew and ' +
      'time zone cannot be changed. Fails with 409 while the crew is engaged during a shift that would be removed.',
    params,
    body: ref(wire.ShiftPatternUpdateSchema),
    responses: {
      200: answer(wire.ShiftPatternSchema, 'The updated pattern.'),
      404: notFound,
      409: engaged,
    },
    handler: async ({ context, request }) => {
      const change = changeOf(request.params.id, request.body);
      return presentPattern(await updatePattern(context, operatorActor(request), change));
    },
  }),

  operation({
    method: 'DELETE',
    path: `${path}/:id`,
    role: 'dispatcher',
    id: 'shiftPatterns.remove',
    summary: 'Delete a shift pattern',
    description:
      'Deletes the pattern and its shifts that have not begun. Fails with 409 while the crew is engaged during one ' +
      'of these.',
    params,
    responses: {
      204: Type.Null({ description: 'The pattern is deleted.' }),
      404: notFound,
      409: engaged,
    },
    handler: async ({ context, request }) => {
      await removePattern(context, operatorActor(request), request.params.id);
    },
  }),
];

type Weekday = (typeof WEEKDAYS)[number];
const weekdayNumbers = (days: readonly Weekday[]) => days.map((day) => WEEKDAYS.indexOf(day) + 1);
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const two = (value: number) => String(value).padStart(2, '0');
const timeOf = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

function inputOf(body: wire.ShiftPatternBody): PatternInput {
  return {
    crewId: body.crew_id,
    weekdays: weekdayNumbers(body.weekdays),
    startsMinute: minuteOf(body.starts),
    endsMinute: minuteOf(body.ends),
    firstDay: body.first_day,
    lastDay: body.last_day,
    exceptedDays: body.excepted_days ?? [],
    timeZone: body.time_zone,
  };
}

function changeOf(id: string, body: wire.ShiftPatternUpdateBody): PatternChange {
  return {
    id,
    ...(body.weekdays && { weekdays: weekdayNumbers(body.weekdays) }),
    ...(body.starts !== undefined && { startsMinute: minuteOf(body.starts) }),
    ...(body.ends !== undefined && { endsMinute: minuteOf(body.ends) }),
    ...(body.first_day !== undefined && { firstDay: body.first_day }),
    ...(body.last_day !== undefined && { lastDay: body.last_day }),
    ...(body.excepted_days && { exceptedDays: body.excepted_days }),
  };
}

function presentPattern(pattern: StoredPattern) {
  return {
    id: pattern.id,
    crew_id: pattern.crewId,
    weekdays: WEEKDAYS.filter((_, nth) => pattern.weekdays.includes(nth + 1)),
    starts: timeOf(pattern.startsMinute),
    ends: timeOf(pattern.endsMinute),
    time_zone: pattern.timeZone,
    first_day: pattern.firstDay,
    last_day: pattern.lastDay,
    excepted_days: [...pattern.exceptedDays],
  };
}
