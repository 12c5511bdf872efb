// `npm run bench -- replan [--seed 1]`: processor time of re-planning by insertion for a synthetic day of 40 crews: a new
// booking, a crew that is lost, and a crew that is late. Journeys are estimated. Everything from the input of the day is
// measured: the crews are built, repaired, and bookings are inserted. Exits with 1 above the floor of 50 ms.

import { Random } from '../packages/planner/src/random.ts';
import { estimateJourney, estimateTravel } from '../src/domain/place/travel-estimate.ts';
import { InsertionReplan, type Replanned } from '../src/domain/plan/insertion-replan.ts';
import type { PlanBooking, PlanCrew, PlanInput } from '../src/domain/plan/plan-input.ts';
import { DEFAULT_PLANNING } from '../src/domain/plan/planning-settings.ts';

const CREWS = 40;
const BOOKINGS = 160;
const ROUNDS = 30;
const FLOOR_MS = 50;
const AIM_MS = 10;
const HOUR_MS = 3_600_000;
const DAY_START = Date.UTC(2027, 2, 10, 5);
const at = (hours: number) => DAY_START + hours * HOUR_MS;
const idOf = (nth: number) => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`;

export function measureReplan(seed: number): boolean {
  const random = new Random(seed);
  const within = (from: number, to: number) => from + (to - from) * random.next();
  // About 20 by 20 miles.
  const place = () => ({ longitude: within(-74.15, -73.77), latitude: within(40.6, 40.89) });
  const booking = (nth: number): PlanBooking => {
    const hour = Math.floor(within(9, 17));
    const [startMs, endMs] = [at(hour), at(hour + 1)];
    const window = { kind: 'custom', id: 'w', timeZone: 'America/New_York', startMs, endMs } as const;
    const stops = [0, 1].map((stop) => ({ id: idOf(10_000 + nth * 10 + stop), ...place() }));
    const { minutes, miles } = estimateTravel(stops);
    return {
      id: idOf(nth),
      hid: `B${nth}`,
      accountId: idOf(9_999),
      product: 'van',
      areaSlug: 'new-york',
      window: { ...window, label: '', bucketStartMs: startMs },
      windowRef: 'origin',
      windowTakenAtMs: at(-24),
      travelMinutes: minutes,
      travelMiles: miles,
      labor: { kind: 'fixed', minutesPerStop: 10 },
      stops,
      isDispatched: false,
      isStarted: false,
    };
  };
  const crews = Array.from(
    { length: CREWS },
    (_, nth): PlanCrew => ({
      id: idOf(90_000 + nth),
      name: `Crew ${nth}`,
      isRetired: false,
      vehicleType: 'van',
      memberCount: 2,
      homeAreas: [],
      shifts: [{ startsMs: at(8), endsMs: at(18) }],
      commitments: [],
      position: place(),
    }),
  );
  const empty: PlanInput = {
    areaSlug: 'new-york',
    day: { startMs: DAY_START, endMs: DAY_START + 24 * HOUR_MS },
    nowMs: at(8),
    bookings: Array.from({ length: BOOKINGS }, (_, nth) => booking(nth)),
    crews,
    planned: [],
    locks: { bookings: [], crews: [] },
    settings: DEFAULT_PLANNING,
    learned: null,
  };
  const day = { ...empty, planned: plannedBy(replan(empty)) };
  console.log(`${CREWS} crews, ${day.planned.length} of ${BOOKINGS} bookings planned, seed ${seed}`);
  const changes: [string, (round: number) => PlanInput][] = [
    ['a new booking', (round) => ({ ...day, bookings: [...day.bookings, booking(BOOKINGS + round)] })],
    ['a lost crew', (round) => ({ ...day, crews: day.crews.filter((_, nth) => nth !== round % CREWS) })],
    [
      'a late crew',
      (round) => ({
        ...day,
        crews: day.crews.map((crew, nth) => (nth === round % CREWS ? late(crew) : crew)),
      }),
    ],
  ];
  const medians = changes.map(([name, changed]) => {
    const times = Array.from({ length: ROUNDS }, (_, round) =>
      processorMs(() => replan(changed(round), [idOf(90_000 + (round % CREWS))])),
    );
    const sorted = times.sort((a, b) => a - b);
    const [median = 0, p90 = 0] = [sorted[ROUNDS >> 1], sorted[Math.floor(ROUNDS * 0.9)]];
    const moved = replan(changed(0), [idOf(90_000)]).changes.length;
    console.log(
      `${name}: median ${median.toFixed(1)} ms, p90 ${p90.toFixed(1)} ms of processor time, ${moved} jobs change`,
    );
    return median;
  });
  const worst = Math.max(...medians);
  console.log(`replan: worst median ${worst.toFixed(1)} ms (floor ${FLOOR_MS}, aim ${AIM_MS})`);
  return worst <= FLOOR_MS;
}

function replan(input: PlanInput, suspects: readonly string[] = []): Replanned {
  const options = { suspects: new Set(suspects), leftOut: new Set<string>() };
  return new InsertionReplan(input, estimateJourney, options).run();
}

function plannedBy({ changes }: Replanned): PlanInput['planned'] {
  return changes.flatMap(({ after }) => after ?? []);
}

/** The crew ends a started job of another area two hours after the begin of its shift. */
function late(crew: PlanCrew): PlanCrew {
  const [from, to] = [crew.position, crew.position];
  if (!from || !to) return crew;
  const slot = { startsMs: at(8), arrivesMs: at(8), endsMs: at(10.5), from, to };
  return {
    ...crew,
    commitments: [{ ...slot, bookingId: idOf(99_999), kind: 'engaged', isStarted: true }],
  };
}

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
