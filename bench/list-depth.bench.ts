// Last page of an account's booking list against its first page: without a filter, with each state, and past the last
// booking of states that only the newest bookings have, where a plain index would be scanned to its end.

import type { Partner } from './support/bench-environment.ts';
import type { Benchmark, Sides } from './support/benchmark.ts';
import { timeOf } from './support/measurements.ts';
import { active, loadBookings } from './support/seed-bookings.ts';

const size = { whole: 1_000_000, small: 50_000 };
const pageSize = 20;

export const benchmark: Benchmark = {
  subject: 'GET /bookings, the page at the far end',
  reference: 'GET /bookings, the first page',
  unit: 'ms',
  goal: { atMost: 1.2 },
  aim: 1,
  prepare: async ({ partner, connection, small }) => {
    const count = small ? size.small : size.whole;
    const { newest } = await loadBookings(connection, partner, count);
    const filters = ['', 'created', 'dispatched', 'completed', 'cancelled', 'completed,cancelled'];
    const pairs: Sides[] = [];
    for (const filter of filters) pairs.push(await farEnd(partner, filter, newest, count));
    pairs.push(await pastTheLast(partner, newest));
    return pairs;
  },
};

const pageAt = (parameters: Readonly<Record<string, string>>) =>
  `/bookings?${new URLSearchParams({ limit: String(pageSize), ...parameters })}`;

const secondsBefore = (time: Date, seconds: number) => new Date(time.getTime() - seconds * 1000);

/** Cursor of the first page of a list that ends at `createdTo`. */
async function cursorBefore(partner: Partner, createdTo: Date): Promise<string> {
  const { next } = JSON.parse(await partner.get(pageAt({ created_to: createdTo.toISOString() })));
  return new URL(next).searchParams.get('after') ?? '';
}

async function farEnd(partner: Partner, state: string, newest: Date, count: number): Promise<Sides> {
  const filter: Record<string, string> = state ? { state } : {};
  // Far enough from the end that the page is full.
  const last = /created|dispatched/.test(state) ? active : count;
  const after = await cursorBefore(partner, secondsBefore(newest, last - 8 * pageSize));
  const { data } = JSON.parse(await partner.get(pageAt({ ...filter, after })));
  if (data.length !== pageSize) throw new Error(`the far page of "${state}" has ${data.length} bookings`);
  return compare(
    partner,
    state ? `state=${state}` : 'without filter',
    pageAt(filter),
    pageAt({ ...filter, after }),
  );
}

async function pastTheLast(partner: Partner, newest: Date): Promise<Sides> {
  const filter = { state: 'created,dispatched' };
  const after = await cursorBefore(partner, secondsBefore(newest, 2 * active));
  return compare(partner, 'past the last active booking', pageAt(filter), pageAt({ ...filter, after }));
}

function compare(partner: Partner, name: string, first: string, far: string): Sides {
  return {
    name,
    subject: timeOf(() => partner.get(far)),
    reference: timeOf(() => partner.get(first)),
  };
}
