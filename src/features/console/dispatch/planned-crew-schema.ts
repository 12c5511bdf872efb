// The crew that an applied plan intends for a booking, in responses of bookings and of the map.
import { Type } from 'typebox';
import { DateTime, NullableObject, Uuid, type View } from '../../../http/operations/schemas.ts';

export const PlannedCrewSchema = NullableObject(
  {
    crew_id: Uuid({ description: 'Id of the planned crew.' }),
    crew_name: Type.String({ description: 'Name of the planned crew.' }),
    arrives_at: DateTime({ description: 'When the crew arrives at the first stop by the plan.' }),
  },
  'Planned crew of a booking without a crew. null: no plan, the planned departure has passed, or a crew is assigned.',
);

export type PlannedCrew = NonNullable<View<typeof PlannedCrewSchema>>;
