// Request and response schemas of plans.
import { Type } from 'typebox';
import { CREW_REASONS, EXPLANATION_BASES } from '../../../domain/plan/crew-explanation.ts';
import {
  closed,
  creation,
  DateTime,
  listOf,
  Nullable,
  NullableObject,
  named,
  OneOf,
  ref,
  Timestamp,
  Uuid,
  type View,
} from '../../../http/operations/schemas.ts';
import { PLAN_ORIGINS, PLAN_STATUSES, REPLAN_REASONS } from '../../plans/system/plan-store.ts';
import { LearnedTimesSchema } from './learned-time-schemas.ts';
import { PlanMapSchema } from './plan-map-schemas.ts';

const crewId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9c01';
const bookingId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee';
const planId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9a01';
const Day = (description: string) => Type.String({ format: 'date', description, examples: ['2030-01-15'] });
const Area = (description: string) => Type.String({ minLength: 1, maxLength: 63, description });
const ids = (description: string) => Type.Array(Uuid(), { maxItems: 2_000, uniqueItems: true, description });

const lockFields = {
  bookings: ids('Ids of planned bookings that stay with their crew.'),
  crews: ids('Ids of crews that keep their bookings and get no others.'),
};
const locks = {
  bookings: Type.Optional(lockFields.bookings),
  crews: Type.Optional(lockFields.crews),
  plan_id: Type.Optional(
    Uuid({
      description:
        'Id of an earlier plan of this area and day: the locks keep what it proposes. Default: what is intended now.',
    }),
  ),
};

export const NewPlanSchema = Type.Object(
  {
    area: Area('Slug of the service area.'),
    day: Day('The local day of the area.'),
    seconds: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 60,
        description: 'Time limit of the search in seconds. Default: 5.',
      }),
    ),
    iterations: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000_000,
        description:
          'Ends the search after so many iterations. Equal input, seed and iterations give equal plans, unless the time limit is reached.',
      }),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'Start of the random numbers of the search. Default: 1.',
      }),
    ),
    locks: Type.Optional(
      Type.Object(locks, { additionalProperties: false, description: 'What the plan must keep.' }),
    ),
  },
  creation('NewPlan', 'A plan to compute.', { area: 'los-angeles', day: '2030-01-15', seconds: 5 }),
);

export const PlanPartSchema = Type.Object(
  {
    bookings: Type.Optional(ids('Ids of bookings. Only their planned jobs are applied.')),
    crews: Type.Optional(
      ids('Ids of crews. Only bookings that are planned for these crews, now or by the plan, are applied.'),
    ),
  },
  closed('PlanPart', 'The part of a plan to apply. Empty: the whole plan.', { crews: [crewId] }),
);

const stop = Type.Object({
  stop_id: Uuid({ description: 'Id of the stop.' }),
  arrives_at: DateTime({ description: 'Planned arrival.' }),
  starts_at: DateTime({ description: 'Begin of service: later than the arrival if the window opens later.' }),
  departs_at: DateTime({ description: 'Planned departure.' }),
});

const previous = NullableObject(
  {
    crew_id: Uuid({ description: 'Id of the crew.' }),
    starts_at: DateTime({ description: 'Departure to the first stop.' }),
    arrives_at: DateTime({ description: 'Begin of service at the first stop.' }),
    ends_at: DateTime({ description: 'Departure from the last stop.' }),
  },
  'What was intended when the plan was computed; null: nothing, or the booking was with its crew already.',
);

const jobFields = {
  booking_id: Uuid({ description: 'Id of the booking.' }),
  hid: Type.String({ description: 'Confirmation code.' }),
  status: OneOf(['planned', 'offered', 'dispatched', 'started'], {
    description:
      '`planned`: waits for its crew. `offered`, `dispatched`, `started`: with its crew already, and not changed by the plan.',
  }),
  starts_at: DateTime({ description: 'Departure to the first stop.' }),
  arrives_at: DateTime({ description: 'Begin of service at the first stop.' }),
  ends_at: DateTime({ description: 'Departure from the last stop.' }),
  drive_minutes: Type.Number({ description: 'Journey to the first stop, as measured, without buffer.' }),
  miles: Type.Number({ description: 'Miles to the first stop.' }),
  is_locked: Type.Boolean({ description: 'Whether a dispatcher locked the booking to its crew.' }),
  stops: Type.Array(stop, { description: 'Planned times per stop. Empty for started bookings.' }),
};

const crew = Type.Object({
  crew_id: Uuid({ description: 'Id of the crew.' }),
  name: Type.String({ description: 'Name of the crew.' }),
  jobs: Type.Array(Type.Object({ ...jobFields, previous }), { description: 'In the order of the day.' }),
  miles: Type.Number({ description: 'Miles to and between jobs.' }),
  drive_minutes: Type.Number({ description: 'Driving time to and between jobs.' }),
  utilisation: Type.Number({ description: 'Share of the shift in which the crew has jobs, 0 to 1.' }),
});

const numbers = (description: string) =>
  Type.Object(
    {
      served: Type.Integer({ description: 'Bookings with a crew.' }),
      unserved: Type.Integer({ description: 'Bookings without a crew.' }),
      crews: Type.Integer({ description: 'Crews with a booking that is not started.' }),
      miles: Type.Number({ description: 'Miles to and between jobs.' }),
      drive_minutes: Type.Number({ description: 'Driving time to and between jobs.' }),
      expected_late: Nullable(
        Type.Number({
          description:
            'Expected number of late bookings: the mean of 50 simulated days on which every journey and service takes up ' +
            'to 20 % more or less than quoted. null for insertions of live plans, which are not simulated.',
        }),
      ),
      utilisation: Nullable(
        Type.Number({
          description:
            'Share of all shifts in which crews have jobs, 0 to 1; null in plans of earlier versions.',
        }),
      ),
    },
    { description },
  );

const result = {
  crews: Type.Array(crew, { description: 'Crews that work on the day, by name.' }),
  unserved: Type.Array(
    Type.Object({
      booking_id: Uuid({ description: 'Id of the booking.' }),
      hid: Type.String({ description: 'Confirmation code.' }),
      reason: OneOf(
        ['window_passed', 'no_suitable_crew', 'locked_crew_unfit', 'window_unreachable', 'crews_full'],
        { description: 'Why no crew serves it.' },
      ),
      previous,
    }),
    { description: 'Bookings that no crew serves.' },
  ),
  before: numbers('What is assigned or intended now.'),
  after: numbers('What the plan proposes.'),
  travel: Type.Object(
    {
      source: OneOf(['roads', 'estimate', 'mixed'], { description: 'Where the travel times come from.' }),
      estimated_share: Type.Number({ description: 'Share of journeys that were estimated, 0 to 1.' }),
    },
    { description: 'The travel times that were used.' },
  ),
  service_level: Type.Number({ description: 'Share of durations that the planned durations cover.' }),
  buffer_minutes: Type.Number({ description: 'Buffer per journey.' }),
  uses_learned_times: Type.Boolean({ description: 'Whether quoted durations were corrected.' }),
  iterations: Type.Integer({ description: 'Iterations of the search.' }),
};

const summary = {
  id: Uuid({ description: 'Unique id of the plan.' }),
  area: Type.String({ description: 'Slug of the service area.' }),
  day: Day('The local day.'),
  version: Type.Integer({ description: 'Number of the plan within its area and day.' }),
  status: OneOf(PLAN_STATUSES, { description: 'Status of the plan.' }),
  origin: OneOf(PLAN_ORIGINS, {
    description: '`live`: computed and applied by the system, because the day changed.',
  }),
  reasons: Type.Array(OneOf(REPLAN_REASONS), {
    description:
      'What changed on the day, for live plans. `unserved`: a booking without a place may have one now.',
  }),
  time_zone: Type.String({ description: 'Time zone in which the day starts and ends.' }),
  revision: Type.Integer({
    description: 'Revision of the intention of the day from which the plan was computed.',
  }),
  seconds: Type.Number({ description: 'Time limit of the search.' }),
  seed: Type.Integer({ description: 'Start of the random numbers.' }),
  locks: Type.Object(lockFields, { description: 'What the plan had to keep.' }),
  created_at: Timestamp({ description: 'When the plan was requested.' }),
  finished_at: Nullable(DateTime({ description: 'When the search ended; null while it runs.' })),
  applied_at: Nullable(DateTime({ description: 'When the plan was applied.' })),
  undone_at: Nullable(DateTime({ description: 'When the plan was undone.' })),
  progress: NullableObject(
    {
      phase: OneOf(['travel_times', 'search'], { description: 'What is being done.' }),
      seconds: Type.Number({ description: 'Seconds of search.' }),
      unserved: Nullable(Type.Integer({ description: 'Unserved bookings of the best solution so far.' })),
      crews: Nullable(Type.Integer({ description: 'Crews that it uses.' })),
      cost: Nullable(Type.Number({ description: 'Its cost: miles and driving time.' })),
    },
    'Progress of the search; null before its first report.',
  ),
  failure: NullableObject(
    {
      code: OneOf(['router_unavailable', 'interrupted', 'internal_error'], { description: 'Why it failed.' }),
      message: Type.String({ description: 'The reason in words.' }),
      retry_after_seconds: Nullable(Type.Integer({ description: 'When to try again.' })),
    },
    'Why the plan failed; null otherwise.',
  ),
};

const numbersExample = {
  served: 3,
  unserved: 1,
  crews: 2,
  miles: 21.4,
  drive_minutes: 52,
  expected_late: 0.4,
  utilisation: 0.46,
};
const summaryExample = {
  id: planId,
  area: 'los-angeles',
  day: '2030-01-15',
  version: 1,
  status: 'ready',
  origin: 'dispatcher',
  reasons: [],
  time_zone: 'America/Los_Angeles',
  revision: 4,
  seconds: 5,
  seed: 1,
  locks: { bookings: [], crews: [] },
  created_at: '2030-01-15T05:00:00.000Z',
  finished_at: '2030-01-15T05:00:06.000Z',
  applied_at: null,
  undone_at: null,
  progress: null,
  failure: null,
};

const PlanSummarySchema = Type.Object(
  summary,
  named('PlanSummary', 'A plan without its result.', summaryExample),
);

export const PlanSchema = Type.Object(
  {
    ...summary,
    result: NullableObject(result, 'What the search found; null while it runs, and if it failed.'),
  },
  named('Plan', 'A plan of a service area and day.', {
    ...summaryExample,
    result: {
      crews: [],
      unserved: [{ booking_id: bookingId, hid: '7XK2M9QT', reason: 'crews_full', previous: null }],
      before: numbersExample,
      after: { ...numbersExample, miles: 12.9, drive_minutes: 33 },
      travel: { source: 'roads', estimated_share: 0 },
      service_level: 0.9,
      buffer_minutes: 2,
      uses_learned_times: false,
      iterations: 48_000,
    },
  }),
);

export const PlanListSchema = listOf(
  'PlanList',
  PlanSummarySchema,
  'Plans, newest first.',
  'A list of plans.',
);

export const PlanQuerySchema = Type.Object({
  area: Type.Optional(Area('Slug of a service area to filter by.')),
  day: Type.Optional(Day('Day to filter by.')),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of plans. Default: 20.' }),
  ),
});

const { status: _status, ...plannedFields } = jobFields;
export const PlannedJobSchema = Type.Object(
  {
    ...plannedFields,
    crew_id: Uuid({ description: 'Id of the planned crew.' }),
    plan_id: Nullable(Uuid({ description: 'Id of the plan that it comes from.' })),
  },
  named('PlannedJob', 'What is intended for a booking. Partners do not see it.', {
    booking_id: bookingId,
    hid: '7XK2M9QT',
    crew_id: crewId,
    plan_id: planId,
    starts_at: '2030-01-15T16:40:00.000Z',
    arrives_at: '2030-01-15T17:00:00.000Z',
    ends_at: '2030-01-15T18:30:00.000Z',
    drive_minutes: 12,
    miles: 5.1,
    is_locked: false,
    stops: [],
  }),
);

export const PlannedDaySchema = Type.Object(
  {
    area: Type.String({ description: 'Slug of the service area.' }),
    day: Day('The local day.'),
    revision: Type.Integer({ description: 'Increased by every change of the intention.' }),
    jobs: Type.Array(ref(PlannedJobSchema), { description: 'Planned jobs, by departure.' }),
  },
  named('PlannedDay', 'What is intended for an area and day.', {
    area: 'los-angeles',
    day: '2030-01-15',
    revision: 5,
    jobs: [],
  }),
);

export const PlannedDayQuerySchema = Type.Object({
  area: Area('Slug of the service area.'),
  day: Day('The local day.'),
});

export const JobLockSchema = Type.Object(
  { is_locked: Type.Boolean({ description: 'Whether later plans keep the booking with its crew.' }) },
  closed('JobLock', 'Lock of a planned job.', { is_locked: true }),
);

export const ExplanationSchema = Type.Object(
  {
    booking_id: Uuid({ description: 'Id of the booking.' }),
    hid: Type.String({ description: 'Confirmation code.' }),
    basis: OneOf(EXPLANATION_BASES, {
      description:
        'What the crews were compared with. `search`: the result of the plan. `day`: the day as it is now, for bookings that ' +
        'were inserted without a search.',
    }),
    crew_id: Nullable(Uuid({ description: 'Id of its crew in the plan; null if no crew serves it.' })),
    summary: Type.String({ description: 'The reason in one or two sentences.' }),
    crews: Type.Array(
      Type.Object({
        crew_id: Uuid({ description: 'Id of the crew.' }),
        name: Type.String({ description: 'Name of the crew.' }),
        reason: OneOf(CREW_REASONS, {
          description:
            '`assigned`: has it. `feasible`: could serve it. `full`: no time between its other jobs. `shift`: does not work ' +
            'then. `travel_time`: cannot arrive in time. `buffer`: only without buffers. `locked`: a lock forbids it. ' +
            '`declined`: it declined, did not answer, or was removed from it. `vehicle`, `members`, `area`, `unsuitable`: does not fit.',
        }),
        extra_cost: Nullable(
          Type.Number({ description: 'Extra miles and driving time, in the unit of the search.' }),
        ),
      }),
      { description: 'The crew that has it first, then those that could serve it, then the others.' },
    ),
  },
  named('PlanExplanation', 'Why a booking is with its crew, or with none.', {
    booking_id: bookingId,
    hid: '7XK2M9QT',
    basis: 'search',
    crew_id: crewId,
    summary: 'Ana and Bo serves it. No other crew could serve it.',
    crews: [{ crew_id: crewId, name: 'Ana and Bo', reason: 'assigned', extra_cost: 6.2 }],
  }),
);

export const planSchemas = [
  NewPlanSchema,
  PlanPartSchema,
  PlanSummarySchema,
  PlanSchema,
  PlanListSchema,
  PlannedJobSchema,
  PlannedDaySchema,
  JobLockSchema,
  ExplanationSchema,
  LearnedTimesSchema,
  PlanMapSchema,
];

export type PlanView = View<typeof PlanSchema>;
export type PlanSummaryView = View<typeof PlanSummarySchema>;
export type PlannedJobView = View<typeof PlannedJobSchema>;
