// Use case of GET /operator/dashboards: bookings, punctuality, revenue and use of capacity of the last days.
import { served } from '../../areas/area-directory.ts';
import { loadDocuments } from '../../areas/area-store.ts';
import type { ConsoleContext } from '../console-context.ts';
import { type CapacityUseOfDay, capacityUse } from './capacity-use.ts';
import { type DailyTotalsFilter, readDailyTotals, reservedByDay } from './daily-totals-store.ts';
import type { Dashboard, DayTotals, Fill } from './dashboard-schemas.ts';

export interface DashboardQuery {
  readonly dayCount: number;
  readonly accountId?: string | undefined;
  readonly areaSlug?: string | undefined;
}

type DashboardContext = Pick<ConsoleContext, 'system' | 'clock' | 'timeZone'>;

const DAY_MS = 86_400_000;
const maxAccounts = 100;
const zeroTotals: DayTotals = {
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
): Promise<Dashboard> {
  const lastDay = new Intl.DateTimeFormat('en-CA', { timeZone }).format(clock.now());
  const firstDay = dayAfter(lastDay, 1 - dayCount);
  const filter: DailyTotalsFilter = { firstDay, lastDay, accountId, areaSlug };
  const [sums, taken, documents] = await Promise.all([
    readDailyTotals(system, filter),
    reservedByDay(system, filter),
    loadDocuments(system),
  ]);
  const { areas } = served(documents);
  const shownAreas = areas.filter(({ slug }) => areaSlug === undefined || slug === areaSlug);
  const fill = capacityUse(shownAreas, taken, { firstDay, dayCount });
  const days = Array.from({ length: dayCount }, (_, index) => dayAfter(firstDay, index)).map((day) => ({
    day,
    ...(sums.days.find((each) => each.day === day) ?? zeroTotals),
    ...fillOf(fill.filter((each) => each.day === day)),
  }));
  return {
    first_day: firstDay,
    last_day: lastDay,
    totals: { ...addTotals(sums.days), ...fillOf(fill) },
    days,
    accounts: sums.accounts.slice(0, maxAccounts),
    areas: sums.areas.map((area) => ({
      ...area,
      name: areas.find(({ slug }) => slug === area.slug)?.name ?? area.slug,
      ...fillOf(fill.filter((each) => each.areaSlug === area.slug)),
    })),
  };
}

function fillOf(fill: readonly CapacityUseOfDay[]): Fill {
  const sum = (key: 'reserved' | 'places') => fill.reduce((total, each) => total + each[key], 0);
  return { reserved: sum('reserved'), places: sum('places') };
}

function addTotals(rows: readonly DayTotals[]): DayTotals {
  const keys = Object.keys(zeroTotals) as (keyof DayTotals)[];
  const total = { ...zeroTotals };
  for (const key of keys) for (const row of rows) Object.assign(total, { [key]: total[key] + row[key] });
  return total;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
