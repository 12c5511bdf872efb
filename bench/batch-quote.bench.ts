// POST /quotes/batch with all five products over seven stops, against POST /quotes with one product over the same
// stops. Geocoding, routing and saving happen once for all products.
import { sevenStops as stops } from '../test/support/seven-stops.ts';
import type { Benchmark } from './support/benchmark.ts';
import { timeOf } from './support/measurements.ts';

export const benchmark: Benchmark = {
  subject: 'POST /quotes/batch, 5 products, 7 stops',
  reference: 'POST /quotes, 7 stops',
  unit: 'ms',
  goal: { atMost: 3 },
  prepare: async ({ partner }) => [
    {
      subject: timeOf(() => partner.post('/quotes/batch', { stops }, 201)),
      reference: timeOf(() => partner.post('/quotes', { stops, product: 'van' }, 201)),
    },
  ],
};
