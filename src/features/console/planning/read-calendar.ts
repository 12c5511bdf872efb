// Use case of GET /operator/calendar: capacity of one area per hour and product over a number of days.
import { offeredProducts } from '../../../domain/place/service-area.ts';
import { type CalendarSpan, calendarHours } from '../../../domain/time/capacity-calendar.ts';
import type { ServedArea } from '../../../domain/time/capacity-override.ts';
import { isTimeZone } from '../../../domain/time/time-zone-offsets.ts';
import { Problem } from '../../../lib/problem.ts';
import { served } from '../../areas/area-directory.ts';
import { loadDocuments } from '../../areas/area-store.ts';
import { type BookedHour, bookedHours, listOverrides } from '../../areas/system/override-store.ts';
import { hasPlannedCapacity } from '../../schedule/planned-capacity.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { CapacityCalendar } from './calendar-schemas.ts';
import { presentHour, presentOverride } from './override-view.ts';

export interface CalendarQuery {
  readonly areaSlug?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly firstDay?: string | undefined;
  readonly dayCount: number;
}

const DAY_MS = 86_400_000;
/** For areas without a time zone of their own and without bookings. */
const FALLBACK_ZONE = 'America/New_York';

export async function readCalendar(
  { system, clock, environment }: Pick<ConsoleContext, 'system' | 'clock' | 'environment'>,
  query: CalendarQuery,
): Promise<CapacityCalendar> {
  const area = await areaOf(system, query.areaSlug);
  const isPlanned = hasPlannedCapacity(environment, area);
  const now = clock.now();
  // Two days wider on each side: the time zone is not known yet, and days start at different times in different zones.
  const approximateStartMs = Date.parse(query.firstDay ?? now.toISOString().slice(0, 10));
  const span = {
    from: new Date(approximateStartMs - 2 * DAY_MS),
    until: new Date(approximateStartMs + (query.dayCount + 2) * DAY_MS),
  };
  const taken = await bookedHours(system, { areaSlug: area.slug, ...span });
  const zones = zonesByReservations(area, taken);
  const timeZone = query.timeZone ?? zones[0] ?? FALLBACK_ZONE;
  if (!isTimeZone(timeZone))
    throw Problem.of(
      'invalid_parameter',
      'time_zone must be an IANA time zone name, such as America/Chicago.',
      {
        param: 'time_zone',
      },
    );
  const today = dayIn(timeZone, now);
  const days = { timeZone, firstDay: query.firstDay ?? today, dayCount: query.dayCount };
  return {
    area: { slug: area.slug, name: area.name, capacity: isPlanned ? 'planned' : 'counted' },
    time_zone: timeZone,
    time_zones: [...new Set([timeZone, ...zones])],
    first_day: days.firstDay,
    last_day: dayAfter(days.firstDay, days.dayCount - 1),
    today,
    products: offeredProducts(area).map((product) => ({
      product,
      hours: hoursOf(area, { ...days, product }, taken, isPlanned),
    })),
    overrides: (await listOverrides(system, { areaSlug: area.slug, sinceDay: days.firstDay })).map(
      presentOverride,
    ),
  };
}

/** Defaults to the first area. */
async function areaOf(system: ConsoleContext['system'], slug: string | undefined): Promise<ServedArea> {
  const { areas } = served(await loadDocuments(system));
  const area = slug === undefined ? areas[0] : areas.find((candidate) => candidate.slug === slug);
  if (area) return area;
  throw Problem.of('not_found', 'No service area has this slug.', { param: 'area' });
}

function hoursOf(area: ServedArea, span: CalendarSpan, taken: readonly BookedHour[], isPlanned: boolean) {
  const reservations = taken.filter(
    ({ product, timeZone }) => product === span.product && timeZone === span.timeZone,
  );
  const reservedAt = new Map(reservations.map(({ startMs, reserved }) => [startMs, reserved]));
  return calendarHours(area, span, [...reservedAt.keys()]).map((hour) =>
    presentHour(hour, reservedAt.get(hour.startMs) ?? 0, isPlanned),
  );
}

/** Ordered by reservations, most first. */
function zonesByReservations({ timeZone }: ServedArea, taken: readonly BookedHour[]): string[] {
  if (timeZone !== null) return [timeZone];
  const counts = new Map<string, number>();
  for (const { timeZone: zone, reserved } of taken) counts.set(zone, (counts.get(zone) ?? 0) + reserved);
  return [...counts].sort(([, a], [, b]) => b - a).map(([zone]) => zone);
}

function dayIn(timeZone: string, now: Date): string {
  // The locale en-CA formats dates as YYYY-MM-DD.
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
