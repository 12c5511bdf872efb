// Response schema of the map of a plan.
import { Type } from 'typebox';
import { named, Point, Uuid, type View } from '../../../http/operations/schemas.ts';

export const PlanMapSchema = Type.Object(
  {
    bookings: Type.Array(
      Type.Object({
        booking_id: Uuid({ description: 'Id of the booking.' }),
        stops: Type.Array(Point('array', '`[longitude, latitude]`.'), {
          description: 'Stops in route order.',
        }),
      }),
      { description: 'Bookings of the area and day that are not ended.' },
    ),
    crews: Type.Array(
      Type.Object({
        crew_id: Uuid({ description: 'Id of the crew.' }),
        location: Point(['array', 'null'], 'Last reported position; null without one.'),
      }),
      { description: 'Crews that work on the day.' },
    ),
  },
  named('PlanMap', 'Places of the bookings and crews of a plan, as they are now.', {
    bookings: [
      {
        booking_id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee',
        stops: [
          [-73.9857, 40.7484],
          [-73.9904, 40.7033],
        ],
      },
    ],
    crews: [{ crew_id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9c01', location: null }],
  }),
);

export type PlanMapView = View<typeof PlanMapSchema>;
