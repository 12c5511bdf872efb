// Response schema of learned times.
import { Type } from 'typebox';
import { DateTime, Nullable, named, OneOf } from '../../../http/operations/schemas.ts';

const learnedExample = {
  kind: 'drive',
  product: null,
  hour: 8,
  observations: 64,
  median: 1.18,
  quantile: 1.5,
  factor: 1.18,
};
export const LearnedTimesSchema = Type.Object(
  {
    area: Type.String({ description: 'Slug of the service area.' }),
    is_used: Type.Boolean({ description: 'Whether plans of the area use them (`planning.learned_times`).' }),
    learned_at: Nullable(DateTime({ description: 'When they were computed; null if there are none.' })),
    data: Type.Array(
      Type.Object({
        kind: OneOf(['drive', 'service'], { description: 'Driving or service time.' }),
        product: Nullable(Type.String({ description: 'Product of a service time.' })),
        hour: Nullable(Type.Integer({ description: 'Local hour of departure; null: all hours.' })),
        observations: Type.Integer({ description: 'Number of completed bookings.' }),
        median: Type.Number({ description: 'Median of actual over quoted time.' }),
        quantile: Type.Number({ description: '90 % quantile of actual over quoted time.' }),
        factor: Nullable(
          Type.Number({ description: 'Factor that plans use; null with fewer than 20 observations.' }),
        ),
      }),
      { description: 'Ratios by kind, product and hour.' },
    ),
  },
  named('LearnedTimes', 'Actual durations of completed bookings, relative to the quoted ones.', {
    area: 'los-angeles',
    is_used: false,
    learned_at: '2030-01-15T04:00:00.000Z',
    data: [learnedExample],
  }),
);
