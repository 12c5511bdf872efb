// Travel times between the jobs of a plan: from the cache, the rest from the router in blocks. An estimate never replaces a
// router that fails (decision 0086).
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Distance, Waypoint } from '../../../domain/place/travel.ts';
import { estimateJourney, measuredTravel } from '../../../domain/place/travel-estimate.ts';
import type { PlanModel } from '../../../domain/plan/plan-model.ts';
import type { Journeys } from '../../../domain/plan/plan-problem.ts';
import type { Unavailable } from '../../../integrations/guarded-service.ts';
import { MAX_MATRIX_POINTS, type MatrixCell } from '../../../integrations/router/router.ts';
import { nextTurn } from '../../../lib/next-turn.ts';
import type { TravelUsed } from './plan-store.ts';
import { type CachedJourney, cellOf, listJourneys, saveJourneys } from './travel-time-store.ts';

export interface TravelContext extends Pick<Context, 'router' | 'clock'> {
  readonly system: SystemDatabase;
}

export class RouterUnavailable extends Error {
  readonly retryAfterSeconds: number;

  constructor({ reason, retryAfterSeconds }: Unavailable) {
    super(reason);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const ROWS_PER_SLICE = 10;

interface Block {
  readonly sources: readonly Waypoint[];
  readonly targets: readonly Waypoint[];
}

/** The journeys of a model: `begin` measures the first missing block, `finish` the others. */
export class TravelMeasurement {
  readonly #context: TravelContext;
  readonly #model: PlanModel;
  readonly #known = new Map<string, Pick<CachedJourney, 'seconds' | 'hundredths' | 'estimated'>>();
  #identity: string | null = null;
  #missing: Block[] = [];

  constructor(context: TravelContext, model: PlanModel) {
    this.#context = context;
    this.#model = model;
  }

  /** Throws `RouterUnavailable` if the router does not work. */
  async begin(): Promise<void> {
    const { router, system } = this.#context;
    this.#identity = await router.identity();
    if (this.#identity === null) return;
    const [sources, targets] = [this.#placesOf('sources'), this.#placesOf('targets')];
    const cached = await listJourneys(system, this.#identity, [...sources.keys()], [...targets.keys()]);
    for (const journey of cached) this.#known.set(keyOf(journey.from, journey.to), journey);
    this.#missing = blocksOf(sources, targets, (from, to) => !this.#known.has(keyOf(from, to)));
    const first = this.#missing.shift();
    if (first) await this.#measure(first);
  }

  async finish(signal: AbortSignal): Promise<{ readonly journeys: Journeys; readonly used: TravelUsed }> {
    for (const block of this.#missing) {
      if (signal.aborted) break;
      await this.#measure(block);
    }
    return { journeys: await this.#journeys(), used: this.#used() };
  }

  /** In slices, because tens of thousands of journeys take longer than requests may wait. */
  async #journeys(): Promise<Journeys> {
    const { sources, targets } = this.#model;
    const seconds = new Float32Array(sources.length * targets.length);
    const miles = new Float32Array(sources.length * targets.length);
    for (const [row, from] of sources.entries()) {
      if (row % ROWS_PER_SLICE === 0) await nextTurn();
      for (const [column, to] of targets.entries()) {
        const journey = this.#journey(from, to);
        seconds[row * targets.length + column] = journey.minutes * 60;
        miles[row * targets.length + column] = journey.miles;
      }
    }
    return { seconds, miles };
  }

  /** Distinct cells, each with one of its places. */
  #placesOf(kind: 'sources' | 'targets'): Map<number, Waypoint> {
    const { places, [kind]: numbers } = this.#model;
    return new Map(
      numbers.flatMap((number) => {
        const place = places[number];
        return place ? [[cellOf(place), place] as const] : [];
      }),
    );
  }

  async #measure({ sources, targets }: Block): Promise<void> {
    const { router, system, clock } = this.#context;
    const outcome = await router.matrix(sources, targets);
    if (outcome.kind === 'unavailable') throw new RouterUnavailable(outcome);
    const journeys = outcome.rows.flatMap((row, source) =>
      row.map((cell, target) => journeyOf(sources[source], targets[target], cell)),
    );
    for (const journey of journeys) this.#known.set(keyOf(journey.from, journey.to), journey);
    if (this.#identity !== null) await saveJourneys(system, this.#identity, journeys, clock.now());
  }

  #journey(from: number, to: number): Distance {
    const [a, b] = [this.#model.places[from], this.#model.places[to]];
    if (!a || !b) throw new RangeError(`the plan has no places ${from} and ${to}`);
    const known = this.#known.get(keyOf(cellOf(a), cellOf(b)));
    if (!known) return estimateJourney(a, b);
    // Two addresses that are known by their ZIP code only are not 0 miles apart.
    return measuredTravel([a, b], [{ miles: known.hundredths / 100, minutes: known.seconds / 60 }]);
  }

  #used(): TravelUsed {
    if (this.#identity === null) return { source: 'estimate', estimatedShare: 1 };
    const cells = [...this.#known.values()];
    const estimated = cells.filter((cell) => cell.estimated).length;
    if (cells.length === 0 || estimated === 0) return { source: 'roads', estimatedShare: 0 };
    const estimatedShare = Math.round((estimated / cells.length) * 1_000) / 1_000;
    return { source: estimated === cells.length ? 'estimate' : 'mixed', estimatedShare };
  }
}

function journeyOf(from: Waypoint | undefined, to: Waypoint | undefined, cell: MatrixCell): CachedJourney {
  if (!from || !to) throw new RangeError('the matrix is larger than requested');
  return {
    from: cellOf(from),
    to: cellOf(to),
    seconds: Math.round(cell.minutes * 60),
    hundredths: Math.round(cell.miles * 100),
    estimated: cell.estimated,
  };
}

function keyOf(from: number, to: number): string {
  return `${from} ${to}`;
}

/** Blocks of at most 50 × 50 places that contain a missing journey; sources and targets without one are left out. */
function blocksOf(
  sources: ReadonlyMap<number, Waypoint>,
  targets: ReadonlyMap<number, Waypoint>,
  isMissing: (from: number, to: number) => boolean,
): Block[] {
  return chunksOf([...sources]).flatMap((rows) => {
    const columns = [...targets].filter(([to]) => rows.some(([from]) => isMissing(from, to)));
    return chunksOf(columns).flatMap((block) => {
      const needed = rows.filter(([from]) => block.some(([to]) => isMissing(from, to)));
      const waypoints = (entries: readonly (readonly [number, Waypoint])[]) =>
        entries.map(([, place]) => place);
      return needed.length === 0 ? [] : [{ sources: waypoints(needed), targets: waypoints(block) }];
    });
  });
}

function chunksOf<T>(entries: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(entries.length / MAX_MATRIX_POINTS) }, (_, nth) =>
    entries.slice(nth * MAX_MATRIX_POINTS, (nth + 1) * MAX_MATRIX_POINTS),
  );
}
