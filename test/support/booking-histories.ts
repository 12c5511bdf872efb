// Random histories of a booking for property tests: commands in any order, most of them valid often enough to make
// progress.
import fc from 'fast-check';
import type { Booking } from '../../src/domain/booking/booking.ts';
import { createBooking } from '../../src/domain/booking/booking-create.ts';
import {
  assignCrew,
  changeCrew,
  loseCrew,
  updateCrewPosition,
} from '../../src/domain/booking/booking-crew.ts';
import { editBooking } from '../../src/domain/booking/booking-edit.ts';
import { adjustBookingFare, cancelBooking, failBooking } from '../../src/domain/booking/booking-ending.ts';
import {
  arriveAt,
  completeStop,
  departFor,
  failStop,
  moveOn,
  retryStop,
} from '../../src/domain/booking/booking-progress.ts';
import { addStop, editStop, removeStop, reorderStop } from '../../src/domain/booking/booking-stops.ts';
import type { Moment, Transition } from '../../src/domain/booking/booking-transitions.ts';
import { type CancellationPolicy, FREE_CANCELLATION } from '../../src/domain/booking/cancellation-policy.ts';
import { Problem } from '../../src/lib/problem.ts';
import {
  crewNamed,
  facts,
  locationNamed,
  NOW,
  onDemandWindow,
  order,
  pricing,
  quoteFor,
  windowAt,
} from './booking-samples.ts';

/** A command with two numbers for its choices, and the minutes before it; negative minutes set the clock back. */
export interface Try {
  readonly name: keyof typeof commands;
  readonly a: number;
  readonly b: number;
  readonly minutes: number;
}
type Run = (booking: Booking, a: number, b: number, now: Moment) => Transition;

const zones = ['America/Chicago', 'America/Denver'];
const place = (a: number) => locationNamed(`place-${a}`, zones[a % 2]);
const windows = [windowAt(2_000), windowAt(2_001), ...onDemandWindow];
const lateKinds = ['refund', 'credit', 'refund', 'toll', 'tip'] as const;
const policies: readonly CancellationPolicy[] = [
  FREE_CANCELLATION,
  { tiers: [{ from: { kind: 'notice', minutes: 100_000 }, fee: { cents: 2_500 } }] },
  {
    tiers: [
      { from: { kind: 'crew_assigned' }, fee: { percent: 50 } },
      { from: { kind: 'crew_arrived' }, fee: { cents: 10_000_000 } },
    ],
  },
];
const people = (a: number, b: number) =>
  [a, b, a + b].map((n) => ({
    name: null,
    phoneNumber: `+${n % 4}`,
    email: null,
    stopPositions: n % 2 ? [n % 3] : [],
  }));
const current = ({ dispatch, route }: Booking) => dispatch?.routeStopId ?? route[0]?.id ?? '';
const photoUrls = ['https://photos.example/1'];
const progress = (booking: Booking, a: number, b: number, now: Moment) => {
  const report = { stopId: current(booking), atMs: now.nowMs - b * 60_000 };
  const outcome = a % 3 === 0 ? ('skipped' as const) : ('done' as const);
  return { ...report, photoUrls, outcome, reason: 'reason', etaMs: now.nowMs };
};

/** The next regular step of the crew. */
const proceed: Run = (booking, a, b, now) => {
  const report = progress(booking, a, b, now);
  if (booking.state === 'created') return assignCrew(booking, { crew: crewNamed(`crew-${a}`) }, now);
  if (booking.dispatch?.state === 'pending') return departFor(booking, report, now);
  if (booking.dispatch?.state === 'driving') return arriveAt(booking, report, now);
  if (booking.dispatch?.state === 'done') return moveOn(booking, report, {}, now);
  return completeStop(booking, report, now);
};

/** The stop after the current one: departing for it moves on from a stop that is done. */
const next = ({ dispatch, route }: Booking) => route[(dispatch?.routePosition ?? 0) + 1]?.id ?? '';

const commands = {
  proceed,
  edit: (booking, a, b, now) =>
    editBooking(
      booking,
      {
        description: `text ${a}`,
        ...(a % 2 === 0 && { contacts: people(a, b) }),
        ...(a % 3 === 0 && { window: windows[b % windows.length] }),
        ...(a % 4 === 0 && { origin: place(b) }),
        ...(a % 5 === 0 && { destination: place(b) }),
        ...(a % 6 === 0 && { addonSlugs: ['assembly', 'stairs_carry'].slice(b % 3) }),
      },
      { pricing },
      now,
    ),
  addStop: (booking, a, b, now) =>
    addStop(booking, { location: place(b), position: a % 3 ? a % 9 : undefined }, { pricing }, now),
  removeStop: (booking, a, _b, now) => removeStop(booking, { position: a % 8 }, { pricing }, now),
  reorderStop: (booking, a, b, now) =>
    reorderStop(booking, { fromPosition: a % 8, toPosition: b % 8 }, { pricing }, now),
  editStop: (booking, a, b, now) => editStop(booking, { position: a % 8, floor: b }, now),
  assignCrew: (booking, a, _b, now) => assignCrew(booking, { crew: crewNamed(`crew-${a}`) }, now),
  changeCrew: (booking, a, _b, now) =>
    changeCrew(booking, { crew: crewNamed(`crew-${a % 3}`), reason: null }, now),
  loseCrew: (booking, _a, _b, now) => loseCrew(booking, { reason: null }, now),
  departFor: (booking, a, b, now) => departFor(booking, progress(booking, a, b, now), now),
  arriveAt: (booking, a, b, now) => arriveAt(booking, progress(booking, a, b, now), now),
  departForNext: (booking, a, b, now) =>
    departFor(booking, { ...progress(booking, a, b, now), stopId: next(booking) }, now),
  completeStop: (booking, a, b, now) => completeStop(booking, progress(booking, a, b, now), now),
  moveOn: (booking, _a, _b, now) => moveOn(booking, { stopId: current(booking) }, {}, now),
  failStop: (booking, a, b, now) => failStop(booking, progress(booking, a, b, now), now),
  retryStop: (booking, _a, _b, now) => retryStop(booking, { stopId: current(booking) }, now),
  updateCrewPosition: (booking, a, b, now) =>
    updateCrewPosition(booking, { location: { longitude: a, latitude: b }, etaMs: now.nowMs }, now),
  cancel: (booking, a, b, now) =>
    cancelBooking(
      booking,
      { by: a % 2 ? 'partner' : 'operator', reason: null, chargesFee: b % 2 === 0 },
      { policy: policies[b % policies.length] ?? FREE_CANCELLATION },
      now,
    ),
  fail: (booking, a, _b, now) =>
    failBooking(booking, { cause: a % 2 ? 'no_crew_available' : 'payment_refused' }, now),
  adjustFare: (booking, a, b, now) => {
    const kind = lateKinds[b % lateKinds.length] ?? 'refund';
    const sign = kind === 'toll' || kind === 'tip' ? 1 : -1;
    const adjustment = { kind, name: kind, amountCents: sign * a * 1_000, createdAtMs: now.nowMs };
    return adjustBookingFare(booking, { adjustment }, now);
  },
} satisfies Record<string, Run>;

const names = Object.keys(commands) as (keyof typeof commands)[];
// Final commands are rare and progress is common, so that many histories get far.
const name: fc.Arbitrary<keyof typeof commands> = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...names.filter((each) => each !== 'cancel' && each !== 'fail')) },
  { weight: 10, arbitrary: fc.constant('proceed' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...names) },
);
const small = fc.nat({ max: 30 });
const minutes = fc.integer({ min: -10, max: 30 });
export const tries = fc.array(fc.record({ name, a: small, b: small, minutes }), {
  minLength: 20,
  maxLength: 80,
});

/** Runs the commands in order; refused commands change nothing. */
export function play(
  script: readonly Try[],
  stopCount: number,
  check: (before: Booking | null, step: Transition) => void,
) {
  let [nowMs, count] = [NOW, 0];
  const moment = () => ({ nowMs, nextId: () => `id-${++count}` });
  const quote = quoteFor(['a', 'b', 'c', 'd', 'e', 'f', 'g'].slice(0, stopCount));
  const first = createBooking(
    order({ quote, window: windowAt(2_002), contacts: people(1, 0) }),
    facts,
    moment(),
  );
  check(null, first);
  let { booking } = first;
  for (const { name: chosen, a, b, minutes: passed } of script) {
    nowMs += passed * 60_000;
    const step = attempt(() => commands[chosen](booking, a, b, moment()));
    if (step === null) continue;
    if (step.moveOn) check(booking, step.moveOn);
    check(step.moveOn?.booking ?? booking, step);
    ({ booking } = step);
  }
  return booking;
}

function attempt(run: () => Transition): Transition | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
