// GET /operator/dashboards: bookings, punctuality, revenue and how full windows were, for the last days.
import { served } from '../../areas/area-directory.ts';
import { loadDocuments } from '../../areas/area-store.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { DashboardView, DaySums, Fill } from './dashboard-wire.ts';
import { reservedByDay, type SumsFilter, sumsByAccount, sumsByArea, sumsByDay } from './day-sums-store.ts';
import { type FillOfDay, windowFill } from './window-fill.ts';

export interface DashboardQuery {
  readonly dayCount: number;
  readonly accountId?: string | undefined;
  readonly areaSlug?: string | undefined;
}

type DashboardContext = Pick<ConsoleContext, 'system' | 'clock' | 'timeZone'>;

const DAY_MS = 86_400_000;
const MOST_ACCOUNTS = 100;
const nothing: DaySums = {
  created: 0,
  dispatched: 0,
  completed: 0,
  cancelled: 0,
  on_time: 0,
  late: 0,
  revenue_cents: 0,
};

export async function readDashboard(
  { system, clock, timeZone }: DashboardContext,
  { dayCount, accountId, areaSlug }: DashboardQuery,
): Promise<DashboardView> {
  const lastDay = new Intl.DateTimeFormat('en-CA', { timeZone }).format(clock.now());
  const firstDay = dayAfter(lastDay, 1 - dayCount);
  const filter: SumsFilter = { firstDay, lastDay, accountId, areaSlug };
  const [byDay, accounts, byArea, taken, documents] = await Promise.all([
    sumsByDay(system, filter),
    sumsByAccount(system, filter, MOST_ACCOUNTS),
    sumsByArea(system, filter),
    reservedByDay(system, filter),
    loadDocuments(system),
  ]);
  const { areas } = served(documents);
  const wanted = areas.filter(({ slug }) => areaSlug === undefined || slug === areaSlug);
  const fill = windowFill(wanted, taken, { firstDay, dayCount });
  const days = Array.from({ length: dayCount }, (_, index) => dayAfter(firstDay, index)).map((day) => ({
    day,
    ...(byDay.find((sums) => sums.day === day) ?? nothing),
    ...fillOf(fill.filter((each) => each.day === day)),
  }));
  return {
    first_day: firstDay,
    last_day: lastDay,
    totals: { ...summed(byDay), ...fillOf(fill) },
    days,
    accounts,
    areas: byArea.map((sums) => ({
      ...sums,
      name: areas.find(({ slug }) => slug === sums.slug)?.name ?? sums.slug,
      ...fillOf(fill.filter((each) => each.areaSlug === sums.slug)),
    })),
  };
}

function fillOf(fill: readonly FillOfDay[]): Fill {
  const sum = (key: 'reserved' | 'places') => fill.reduce((total, each) => total + each[key], 0);
  return { reserved: sum('reserved'), places: sum('places') };
}

function summed(rows: readonly DaySums[]): DaySums {
  const keys = Object.keys(nothing) as (keyof DaySums)[];
  const total = { ...nothing };
  for (const key of keys) for (const row of rows) Object.assign(total, { [key]: total[key] + row[key] });
  return total;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
