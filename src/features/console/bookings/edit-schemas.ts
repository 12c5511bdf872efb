// Schemas for editing a booking that the partner API does not have.
import { Type } from 'typebox';
import { closed, listOf, Nullable, named, OneOf, ref, Uuid } from '../../../http/operations/schemas.ts';
import { REFUSAL_REASONS } from '../../schedule/list-schedule.ts';
import { ArrivalWindowSchema } from '../../schedule/schemas.ts';

export const StopPositionSchema = Type.Object(
  {
    to_position: Type.Integer({
      minimum: 0,
      description: 'New zero-based position of the stop; 0 is the origin.',
    }),
  },
  closed('StopPosition', 'A new position of a stop.', { to_position: 1 }),
);

const RefusedWindowSchema = Type.Object(
  {
    window: ref(ArrivalWindowSchema),
    reason: OneOf(REFUSAL_REASONS, {
      description:
        '`capacity_full`: the hour has as many bookings as it may have. `no_free_crew`: no crew can come on demand now. With planned ' +
        'capacity: `no_shift`: no crew has a shift on that day. `no_suitable_crew`: no crew on shift has the vehicle, the members ' +
        'and the area. `outside_shifts`: the job does not fit into the shift of any suitable crew. `unreachable`: a shift covers ' +
        'the job, but the crew cannot be there in time. `crews_full`: the other jobs of all suitable crews leave no time. ' +
        '`plan_changed`: the window has become free meanwhile.',
    }),
    crew: Nullable(
      Type.Object(
        {
          id: Uuid({ description: 'Unique id of the crew.' }),
          name: Type.String({ description: 'Name of the crew.' }),
        },
        { description: 'The crew that comes closest; null if none does.' },
      ),
    ),
  },
  named('RefusedWindow', 'An arrival window that cannot be booked, with the reason.', {
    window: {
      id: '01e2b4f8-5d3f-8a61-9c0e-4f1d2b3a4c5d',
      available: false,
      ondemand: false,
      start_at: '2030-01-31T14:00:00.000Z',
      end_at: '2030-01-31T15:00:00.000Z',
      label: 'Thu, Jan 31, 9:00 AM – 10:00 AM EST',
    },
    reason: 'crews_full',
    crew: { id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9a01', name: 'Ana and Bo' },
  }),
);

export const RefusedWindowListSchema = listOf(
  'RefusedWindowList',
  RefusedWindowSchema,
  'Refused windows, ordered by time.',
  'Arrival windows that cannot be booked.',
);

export const editSchemas = [StopPositionSchema, RefusedWindowSchema, RefusedWindowListSchema];
