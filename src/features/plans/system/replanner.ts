// Live re-planning of all watched days (decision 0091). Level-triggered: each round compares the plans with the world, so that
// a crash, a lost notification or a change through any path is repaired by the next round. Insertions come first; one search
// at a time improves the result in the background.
import { LRUCache } from 'lru-cache';
import { replansAutomatically, type ServiceArea } from '../../../domain/place/service-area.ts';
import { Problem } from '../../../lib/problem.ts';
import { listAreas } from '../../areas/system/set-area-dispatch.ts';
import { improveDay } from './improve-day.ts';
import { JourneyBook } from './journey-book.ts';
import type { PlanContext } from './plan-context.ts';
import { replanDay } from './replan-day.ts';
import type { CountReplan } from './replan-metrics.ts';
import {
  type Disturbance,
  findImprovable,
  listDisturbances,
  type WatchedAreas,
} from './replan-watch-store.ts';

/** A state of a day that led to no change is examined again after this time: crews become free without any event. */
const EXAMINE_AGAIN_MS = 60_000;
const MAX_DAYS = 1_000;

export class Replanner {
  readonly #context: PlanContext;
  readonly #count: CountReplan;
  readonly #book: JourneyBook;
  /** Last examined state per area and day. */
  readonly #examined = new LRUCache<string, string>({ max: MAX_DAYS, ttl: EXAMINE_AGAIN_MS });
  #isImproving = false;

  constructor(context: PlanContext, count: CountReplan) {
    this.#context = context;
    this.#count = count;
    this.#book = new JourneyBook(context);
  }

  async round(): Promise<void> {
    const { system, clock } = this.#context;
    const areas = (await listAreas({ system })).filter(replansAutomatically);
    if (areas.length === 0) return;
    const watched = {
      slugs: areas.map(({ slug }) => slug),
      plannedSlugs: areas.filter(({ capacity }) => capacity === 'planned').map(({ slug }) => slug),
      now: clock.now(),
    };
    for (const found of groupByDay(await listDisturbances(system, watched))) {
      const area = areas.find(({ slug }) => slug === found[0]?.areaSlug);
      if (area) await this.#replan(area, found);
    }
    await this.#improve(watched);
  }

  async #replan(area: ServiceArea, found: readonly Disturbance[]): Promise<void> {
    const [first] = found;
    if (!first) return;
    const { day, revision } = first;
    const key = `${day} ${area.slug}`;
    const state = JSON.stringify([revision, found.map(({ bookingId, reason }) => [bookingId, reason])]);
    if (this.#examined.get(key) === state) return;
    const startedAt = performance.now();
    const count = (kind: Parameters<CountReplan>[1], changes = 0) =>
      this.#count('insertion', kind, { seconds: (performance.now() - startedAt) / 1000, changes });
    const reasons = [...new Set(found.map(({ reason }) => reason))].sort();
    try {
      const suspects = new Set(found.flatMap(({ crewId }) => crewId ?? []));
      const outcome = await replanDay(this.#context, this.#book, { area, day, reasons, suspects });
      count(outcome.kind, outcome.kind === 'applied' ? outcome.changes : 0);
      // After a change, the next round sees another revision.
      if (outcome.kind === 'unchanged') this.#examined.set(key, state);
    } catch (error) {
      this.#context.log.warn({ err: error, area: area.slug, day }, 'live re-planning failed; retrying later');
      this.#examined.set(key, state);
      count('failed');
    }
  }

  async #improve(watched: WatchedAreas): Promise<void> {
    if (this.#isImproving) return;
    const day = await findImprovable(this.#context.system, watched);
    if (!day) return;
    const startedAt = performance.now();
    this.#isImproving = true;
    try {
      await improveDay(this.#context, day, ({ kind, changes }) => {
        this.#isImproving = false;
        this.#count('search', kind, { seconds: (performance.now() - startedAt) / 1000, changes });
      });
    } catch (error) {
      this.#isImproving = false;
      // Another search runs in this process or of this day, or the router is down: the next round tries again.
      if (!(error instanceof Problem)) throw error;
    }
  }
}

function groupByDay(found: readonly Disturbance[]): Disturbance[][] {
  const days = new Map<string, Disturbance[]>();
  for (const each of found) {
    const key = `${each.day} ${each.areaSlug}`;
    days.set(key, [...(days.get(key) ?? []), each]);
  }
  return [...days.values()];
}
