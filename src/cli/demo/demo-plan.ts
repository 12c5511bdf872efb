// Demo plan, derived from a seed and a reference time before any request is sent: 200 bookings in the two weeks around
// that time, each with crew, arrival window and outcome. No crew has overlapping jobs.
import { type SeededRandom, seededRandom } from '../../lib/seeded-random.ts';
import { demoCrews, demoPartners } from './demo-data.ts';
import { type DemoStops, newYorkStops } from './demo-stops.ts';

/** How a demo booking ends, or its state at the reference time. */
export type DemoOutcome =
  | 'completed'
  | 'refunded'
  | 'stop_skipped'
  | 'crew_replaced'
  | 'cancelled_by_partner'
  | 'cancelled_by_operator'
  | 'no_crew'
  | 'payment_refused'
  | 'waiting'
  | 'assigned'
  | 'driving_to_pickup'
  | 'at_pickup'
  | 'driving_to_dropoff'
  | 'failed_at_dropoff'
  | 'late';

export interface DemoBooking {
  readonly number: number;
  readonly partner: number;
  readonly crew: number;
  readonly outcome: DemoOutcome;
  readonly createdMs: number;
  readonly windowMs: number;
}

export interface DemoPlan {
  readonly seed: number;
  readonly stops: DemoStops;
  readonly nowMs: number;
  /** Start of the simulated time; the accounts are created then. */
  readonly beginsMs: number;
  /** Sorted by the start of their windows. */
  readonly bookings: readonly DemoBooking[];
}

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const DAYS_BEFORE = 7;
const DAYS_AFTER = 7;
const PER_PAST_DAY = 17;
const TODAY = 15;
export const DEMO_BOOKINGS = 200;
/**
 * Local start hours of the windows, far enough apart for one crew to do all of them. Box trucks take the longest to
 * load.
 */
const SLOT_HOURS = { usual: [8, 11, 14, 17], box: [8, 12, 16] };
/** Fixed offset of local time to UTC. Daylight saving time is ignored: only morning and evening matter. */
const OFFSET_HOURS = 5;

export interface PlanOptions {
  readonly seed: number;
  /** Default: around New York. */
  readonly stops?: DemoStops;
  readonly nowMs: number;
  /**
   * In the sandbox, magic values make bookings fail. In production that needs a payment provider or automatic dispatch.
   */
  readonly isSandbox: boolean;
}

type Slot = Pick<DemoBooking, 'crew' | 'windowMs'>;
type PlannedBooking = Slot & { readonly outcome: DemoOutcome; readonly leadHours?: number };

export function planDemo({
  seed,
  nowMs: requestedNowMs,
  isSandbox,
  stops = newYorkStops,
}: PlanOptions): DemoPlan {
  const nowMs = Math.floor(requestedNowMs / MINUTE_MS) * MINUTE_MS;
  const random = seededRandom(seed);
  const beginsMs = nowMs - (DAYS_BEFORE + 3) * DAY_MS;
  const present = [
    ...pastBookings(random, nowMs, isSandbox),
    ...bookingsInProgress(nowMs),
    ...urgentBookings(nowMs),
    ...bookingsOfToday(random, nowMs),
  ];
  const planned = [...present, ...futureBookings(random, nowMs, DEMO_BOOKINGS - present.length)].sort(
    (one, other) => one.windowMs - other.windowMs || one.crew - other.crew,
  );
  const bookings = planned.map(({ leadHours = random.between(6, 60), ...booking }, index) => ({
    ...booking,
    number: index + 1,
    partner: random.between(0, demoPartners.length - 1),
    createdMs: creationTimeOf(booking.windowMs - leadHours * HOUR_MS, beginsMs, nowMs, random),
  }));
  return { seed, stops, nowMs, beginsMs, bookings };
}

/** Bookings with future windows were created during the last days instead of all at the reference time. */
function creationTimeOf(wantedMs: number, beginsMs: number, nowMs: number, random: SeededRandom): number {
  const opensMs = beginsMs + 2 * HOUR_MS + random.between(0, 300) * MINUTE_MS;
  const recentMs = nowMs - random.between(90, 4 * 24 * 60) * MINUTE_MS;
  return Math.max(opensMs, wantedMs > nowMs - 90 * MINUTE_MS ? recentMs : wantedMs);
}

function startOfDay(nowMs: number, day: number): number {
  const shifted = nowMs - OFFSET_HOURS * HOUR_MS;
  return Math.floor(shifted / DAY_MS) * DAY_MS + OFFSET_HOURS * HOUR_MS + day * DAY_MS;
}

/** All crew and hour combinations of a day, shuffled. */
function slotsOf(random: SeededRandom, nowMs: number, day: number): Slot[] {
  const midnightMs = startOfDay(nowMs, day);
  const all = demoCrews.flatMap(({ products }, crew) =>
    (products.includes('box') ? SLOT_HOURS.box : SLOT_HOURS.usual).map((hour) => ({
      crew,
      windowMs: midnightMs + hour * HOUR_MS,
    })),
  );
  return random.shuffled(all);
}

/** Outcomes of past bookings: a fixed number of each special outcome, the rest completed. */
function pastOutcomes(random: SeededRandom, count: number, isSandbox: boolean): DemoOutcome[] {
  const special: DemoOutcome[] = [
    ...times('refunded', 3),
    ...times('stop_skipped', 2),
    ...times('crew_replaced', 3),
    ...times('cancelled_by_partner', 10),
    ...times('cancelled_by_operator', 4),
    ...times('no_crew', isSandbox ? 2 : 0),
    ...times('payment_refused', isSandbox ? 2 : 0),
  ];
  return random.shuffled([...special, ...times('completed', count - special.length)]);
}

function times(outcome: DemoOutcome, count: number): DemoOutcome[] {
  return Array.from({ length: count }, () => outcome);
}

function pastBookings(random: SeededRandom, nowMs: number, isSandbox: boolean): PlannedBooking[] {
  const days = Array.from({ length: DAYS_BEFORE }, (_, index) => index - DAYS_BEFORE);
  const slots = days.flatMap((day) => slotsOf(random, nowMs, day).slice(0, PER_PAST_DAY));
  const outcomes = pastOutcomes(random, slots.length, isSandbox);
  return slots.map((slot, index) => ({ ...slot, outcome: outcomes[index] ?? 'completed' }));
}

/** One job in progress per crew: what a dispatcher sees at the reference time. */
function bookingsInProgress(nowMs: number): PlannedBooking[] {
  const live: readonly (readonly [DemoOutcome, number])[] = [
    ['driving_to_pickup', -10],
    ['at_pickup', -20],
    ['driving_to_dropoff', -60],
    ['failed_at_dropoff', -80],
    ['late', -95],
    ['driving_to_dropoff', -55],
    ['assigned', 20],
  ];
  return live.map(([outcome, minutes], crew) => ({
    crew,
    outcome,
    windowMs: toFiveMinutes(nowMs + minutes * MINUTE_MS),
    leadHours: 20 + crew,
  }));
}

function toFiveMinutes(ms: number): number {
  return Math.floor(ms / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
}

/** Unassigned bookings that start soon. */
function urgentBookings(nowMs: number): PlannedBooking[] {
  return [25, 45, 70].map((minutes, crew) => ({
    crew,
    outcome: 'waiting' as const,
    windowMs: toFiveMinutes(nowMs + minutes * MINUTE_MS),
    leadHours: 5 + crew,
  }));
}

/** Other bookings of today, at least 3 hours away from the jobs in progress. */
function bookingsOfToday(random: SeededRandom, nowMs: number): PlannedBooking[] {
  // Late in the day few slots are left, so the first half of the next day is added.
  const slots = [
    ...slotsOf(random, nowMs, 0),
    ...slotsOf(random, nowMs, 1).filter(({ windowMs }) => windowMs < nowMs + DAY_MS / 2),
  ];
  const freeSlots = slots.filter(
    ({ windowMs }) => windowMs < nowMs - 4 * HOUR_MS || windowMs > nowMs + 3 * HOUR_MS,
  );
  return freeSlots.slice(0, TODAY).map((slot) => ({
    ...slot,
    outcome: slot.windowMs < nowMs ? 'completed' : random.isLikely(0.7) ? 'assigned' : 'waiting',
  }));
}

/** Future bookings, spread round-robin over the coming days. */
function futureBookings(random: SeededRandom, nowMs: number, count: number): PlannedBooking[] {
  const days = Array.from({ length: DAYS_AFTER }, (_, index) =>
    slotsOf(random, nowMs, index + 1).filter(({ windowMs }) => windowMs > nowMs + DAY_MS / 2),
  );
  const longest = Math.max(...days.map((slots) => slots.length));
  const roundRobin = Array.from({ length: longest }, (_, nth) =>
    days.flatMap((slots) => slots.slice(nth, nth + 1)),
  ).flat();
  return roundRobin.slice(0, count).map((slot, index) => ({
    ...slot,
    outcome: index % 14 === 5 ? 'cancelled_by_partner' : random.isLikely(0.5) ? 'assigned' : 'waiting',
  }));
}
