// All five products over seven stops in one call, against one product over the same stops: geocoding, measuring and
// saving are done once for all of them.
import type { Benchmark } from './support/benchmark.ts';
import { timeOf } from './support/measurements.ts';

const stops = [
  '350 5th Ave, New York, NY 10118',
  '1 Main St, Brooklyn, NY 11201',
  '30-30 47th Ave, Long Island City, NY 11101',
  '1 E 161st St, Bronx, NY 10451',
  '25 Market St, Newark, NJ 07102',
  '1 Hudson St, Hoboken, NJ 07030',
  '200 Richmond Ter, Staten Island, NY 10301',
].map((location) => ({ location }));

export const benchmark: Benchmark = {
  subject: 'POST /quotes/batch, 5 products, 7 stops',
  reference: 'POST /quotes, 7 stops',
  unit: 'ms',
  goal: { atMost: 3 },
  prepare: async ({ partner }) => ({
    subject: timeOf(() => partner.post('/quotes/batch', { stops }, 201)),
    reference: timeOf(() => partner.post('/quotes', { stops, product: 'van' }, 201)),
  }),
};
