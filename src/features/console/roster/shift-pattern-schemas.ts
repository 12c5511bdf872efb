// Request and response schemas of weekly shift patterns.
import { Type } from 'typebox';
import { WEEKDAYS } from '../../../domain/time/opening-hours.ts';
import {
  closed,
  DateTime,
  Nullable,
  named,
  OneOf,
  ref,
  Uuid,
  type View,
} from '../../../http/operations/schemas.ts';

const crewId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9c01';
const patternId = '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9e01';

const Day = (description: string) => Type.String({ format: 'date', description });
const TimeOfDay = (description: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description });

const fields = {
  weekdays: Type.Array(OneOf(WEEKDAYS), {
    minItems: 1,
    maxItems: 7,
    description: 'Weekdays on which a shift starts.',
  }),
  starts: TimeOfDay('Local time at which each shift starts, such as 08:00.'),
  ends: TimeOfDay('Local time at which each shift ends. Before `starts`: on the next day.'),
  first_day: Day('First day of the pattern.'),
  last_day: Day('Last day of the pattern, at most 53 weeks after the first.'),
};
const exceptedDays = Type.Array(Day('A day, such as 2030-12-25.'), {
  maxItems: 400,
  description: 'Days on which the pattern does not apply.',
});
const timeZone = Type.String({
  maxLength: 64,
  description:
    'IANA time zone of the local times. Default: the zone of the first home area of the crew that has one.',
});
const crew = Uuid({ description: 'Id of the crew.' });

const fieldsExample = {
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  starts: '08:00',
  ends: '17:00',
  first_day: '2030-01-14',
  last_day: '2030-06-28',
  excepted_days: ['2030-05-27'],
};
const patternExample = { id: patternId, crew_id: crewId, time_zone: 'America/Chicago', ...fieldsExample };

export const ShiftPatternSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the pattern.' }),
    crew_id: crew,
    ...fields,
    excepted_days: exceptedDays,
    time_zone: Type.String({ description: 'IANA time zone of the local times.' }),
  },
  named('ShiftPattern', 'Shifts of a crew that repeat every week, in local time.', patternExample),
);

const area = Nullable(
  Type.String({ description: 'Time zone of the area of the crew in `crew_id`; null if it has none.' }),
);
export const ShiftPatternListSchema = Type.Object(
  {
    data: Type.Array(ref(ShiftPatternSchema), { description: 'Patterns that have not ended, by first day.' }),
    time_zone: area,
  },
  named('ShiftPatternList', 'Weekly patterns of shifts.', {
    data: [patternExample],
    time_zone: 'America/Chicago',
  }),
);

const creation = {
  crew_id: crew,
  ...fields,
  excepted_days: Type.Optional(exceptedDays),
  time_zone: Type.Optional(timeZone),
};

export const NewShiftPatternSchema = Type.Object(
  creation,
  closed('NewShiftPattern', 'Parameters of a new shift pattern.', { crew_id: crewId, ...fieldsExample }),
);

export const ShiftPatternUpdateSchema = Type.Object(
  {
    weekdays: Type.Optional(fields.weekdays),
    starts: Type.Optional(fields.starts),
    ends: Type.Optional(fields.ends),
    first_day: Type.Optional(fields.first_day),
    last_day: Type.Optional(fields.last_day),
    excepted_days: Type.Optional(exceptedDays),
  },
  closed('ShiftPatternUpdate', 'Changes to a shift pattern. Omitted fields keep their values.', {
    last_day: '2030-05-31',
  }),
);

export const ShiftPatternPreviewRequestSchema = Type.Object(
  {
    ...creation,
    pattern_id: Type.Optional(Uuid({ description: 'Id of the pattern that would be replaced.' })),
  },
  closed('ShiftPatternPreviewRequest', 'A shift pattern to preview.', { crew_id: crewId, ...fieldsExample }),
);

export const ShiftPatternPreviewSchema = Type.Object(
  {
    time_zone: Type.String({ description: 'IANA time zone of the local times.' }),
    shifts: Type.Array(
      Type.Object({
        day: Day('Local day on which the shift starts.'),
        starts_at: DateTime({ description: 'Start of the shift.' }),
        ends_at: DateTime({ description: 'End of the shift.' }),
        overlaps: Type.Boolean({ description: 'Whether it overlaps another shift of the crew.' }),
      }),
      { description: 'The shifts from now on, by day.' },
    ),
  },
  named('ShiftPatternPreview', 'The shifts that a pattern would have.', {
    time_zone: 'America/Chicago',
    shifts: [
      {
        day: '2030-01-14',
        starts_at: '2030-01-14T14:00:00.000Z',
        ends_at: '2030-01-14T23:00:00.000Z',
        overlaps: false,
      },
    ],
  }),
);

export type ShiftPatternBody = View<typeof NewShiftPatternSchema>;
export type ShiftPatternUpdateBody = View<typeof ShiftPatternUpdateSchema>;

export const shiftPatternSchemas = [
  ShiftPatternSchema,
  ShiftPatternListSchema,
  NewShiftPatternSchema,
  ShiftPatternUpdateSchema,
  ShiftPatternPreviewRequestSchema,
  ShiftPatternPreviewSchema,
];
