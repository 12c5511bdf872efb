// Journeys between the jobs of crews and to new bookings, for drivable windows. Without roads every journey is estimated. With
// roads they come from the memory of the process, the cache in PostgreSQL, or the router; what was not measured is null,
// never an estimate (decision 0086).
import { LRUCache } from 'lru-cache';
import type { Distance, Waypoint } from '../../../domain/place/travel.ts';
import { estimateJourney, measuredTravel, straightMiles } from '../../../domain/place/travel-estimate.ts';
import { MAX_MATRIX_POINTS } from '../../../integrations/router/router.ts';
import { Problem } from '../../../lib/problem.ts';
import type { TravelContext } from './measure-travel.ts';
import { type CachedJourney, cellOf, listJourneys, saveJourneys } from './travel-time-store.ts';

const MAX_JOURNEYS = 200_000;

export interface JourneyBlock {
  readonly sources: readonly Waypoint[];
  readonly targets: readonly Waypoint[];
}

export class JourneyBook {
  readonly #context: TravelContext;
  readonly #known = new LRUCache<string, CachedJourney>({ max: MAX_JOURNEYS });
  #identity: string | null = null;

  constructor(context: TravelContext) {
    this.#context = context;
  }

  /** Forgets journeys that were measured on other roads. Returns whether any are measured. */
  async refresh(): Promise<boolean> {
    const identity = await this.#context.router.identity();
    if (identity !== this.#identity) this.#known.clear();
    this.#identity = identity;
    return identity !== null;
  }

  /** Version of the roads that journeys were measured on; null without roads. */
  get roads(): string | null {
    return this.#identity;
  }

  readonly journey = (from: Waypoint, to: Waypoint): Distance | null => {
    if (this.#identity === null) return estimateJourney(from, to);
    const known = this.#known.get(keyOf(cellOf(from), cellOf(to)));
    if (!known) return null;
    // Two addresses that are known by their ZIP code only are not 0 miles apart.
    return measuredTravel([from, to], [{ miles: known.hundredths / 100, minutes: known.seconds / 60 }]);
  };

  /** Measures what is missing between the places of one crew. */
  async measure(block: JourneyBlock): Promise<void> {
    const missing = await this.#missing(block);
    for (const sources of chunksOf(missing.sources))
      for (const targets of chunksOf(missing.targets)) await this.#ask({ sources, targets });
  }

  /**
   * Journeys of a new booking: those that are cached, and the nearest of the others. Farther places are no candidates, so
   * that one request costs the router little.
   */
  async measureNearest(
    { first, last }: { readonly first: Waypoint; readonly last: Waypoint },
    { sources, targets }: JourneyBlock,
  ): Promise<void> {
    if (this.#identity === null) return;
    const [to, from] = await Promise.all([
      this.#missing({ sources, targets: [first] }),
      this.#missing({ sources: [last], targets }),
    ]);
    await Promise.all([
      this.#ask({ sources: nearest(to.sources, first), targets: to.targets }),
      this.#ask({ sources: from.sources, targets: nearest(from.targets, last) }),
    ]);
  }

  /** Distinct places with a journey that neither the process nor the database knows. */
  async #missing({ sources, targets }: JourneyBlock): Promise<JourneyBlock> {
    const identity = this.#identity;
    if (identity === null) return { sources: [], targets: [] };
    const unknown = this.#unknown({ sources, targets });
    if (unknown.sources.length === 0) return unknown;
    const stored = await listJourneys(
      this.#context.system,
      identity,
      unknown.sources.map(cellOf),
      unknown.targets.map(cellOf),
    );
    for (const journey of stored) this.#known.set(keyOf(journey.from, journey.to), journey);
    return this.#unknown(unknown);
  }

  #unknown({ sources, targets }: JourneyBlock): JourneyBlock {
    const [rows, columns] = [byCell(sources), byCell(targets)];
    const isUnknown = (from: number, to: number) => !this.#known.has(keyOf(from, to));
    const missing = [...rows].filter(([from]) => [...columns.keys()].some((to) => isUnknown(from, to)));
    const open = [...columns].filter(([to]) => missing.some(([from]) => isUnknown(from, to)));
    return { sources: missing.map(([, place]) => place), targets: open.map(([, place]) => place) };
  }

  async #ask({ sources, targets }: JourneyBlock): Promise<void> {
    const { router, system, clock } = this.#context;
    if (sources.length === 0 || targets.length === 0 || this.#identity === null) return;
    const outcome = await router.matrix(sources, targets);
    if (outcome.kind === 'unavailable')
      throw Problem.of(
        'service_unavailable',
        'The routing service is unavailable. Nothing was saved. Try again later.',
        { retryAfterSeconds: outcome.retryAfterSeconds, cause: new Error(outcome.reason) },
      );
    const journeys = outcome.rows.flatMap((row, source) =>
      row.flatMap(({ minutes, miles, estimated }, target): CachedJourney[] => {
        const [from, to] = [sources[source], targets[target]];
        if (!from || !to) return [];
        const [seconds, hundredths] = [Math.round(minutes * 60), Math.round(miles * 100)];
        return [{ from: cellOf(from), to: cellOf(to), seconds, hundredths, estimated }];
      }),
    );
    for (const journey of journeys) this.#known.set(keyOf(journey.from, journey.to), journey);
    await saveJourneys(system, this.#identity, journeys, clock.now());
  }
}

function byCell(places: readonly Waypoint[]): Map<number, Waypoint> {
  return new Map(places.map((place) => [cellOf(place), place]));
}

function nearest(places: readonly Waypoint[], to: Waypoint): Waypoint[] {
  return places
    .map((place) => ({ place, miles: straightMiles(place, to) }))
    .sort((a, b) => a.miles - b.miles)
    .slice(0, MAX_MATRIX_POINTS)
    .map(({ place }) => place);
}

function chunksOf(places: readonly Waypoint[]): Waypoint[][] {
  return Array.from({ length: Math.ceil(places.length / MAX_MATRIX_POINTS) }, (_, nth) =>
    places.slice(nth * MAX_MATRIX_POINTS, (nth + 1) * MAX_MATRIX_POINTS),
  );
}

function keyOf(from: number, to: number): string {
  return `${from} ${to}`;
}
