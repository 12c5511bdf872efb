// GET /operator/board and /operator/board/week: crews and bookings of one day, and booking counts of its week.
import { stopsDone } from '../../../domain/dispatch/dispatch.ts';
import { ON_DEMAND_HOLD_MS } from '../../../domain/time/capacity-claim.ts';
import { isLate } from '../../../domain/time/lateness.ts';
import { daySpan, weekOf } from '../../../domain/time/local-day.ts';
import { isTimeZone } from '../../../domain/time/time-zone-offsets.ts';
import { Problem } from '../../../lib/problem.ts';
import { listAreas } from '../../areas/system/set-area-dispatch.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Board, BoardBooking, BoardWeek, BoardWindow, Span } from './board-schemas.ts';
import { type BoardBookingRow, countBoardDays, listBoardBookings, listBoardCrews } from './board-store.ts';

export interface BoardQuery {
  readonly day: string;
  readonly areaSlug?: string | undefined;
  /** Fallback if neither the area nor a booking of the day determines a time zone. */
  readonly timeZone?: string | undefined;
}

/** Upper limit of bookings per response; well above a day's volume of manual dispatch. */
const maxBookings = 2_000;

export async function showBoard(
  context: Pick<ConsoleContext, 'system' | 'clock'>,
  query: BoardQuery,
): Promise<Board> {
  const { day, areaSlug } = query;
  const now = context.clock.now();
  const fallback = validTimeZone(query.timeZone);
  const [areas, rows] = await Promise.all([
    listAreas(context),
    listBoardBookings(context.system, { day, areaSlug, now }, maxBookings + 1),
  ]);
  const area = areas.find(({ slug }) => slug === areaSlug);
  if (areaSlug !== undefined && !area) throw invalidParameter('area', 'No service area has this slug.');
  const timeZone = area?.timeZone ?? mostFrequentZone(rows) ?? fallback ?? 'UTC';
  const { startMs, endMs } = daySpan(timeZone, day);
  const crewIds = [...new Set(rows.flatMap(({ crew_id }) => crew_id ?? []))];
  const span = { from: new Date(startMs), to: new Date(endMs), areaSlug };
  const crews = await listBoardCrews(context.system, span, crewIds);
  return {
    day,
    time_zone: timeZone,
    ...wireSpan(startMs, endMs),
    crews: crews.map(({ shifts, ...crew }) => ({
      ...crew,
      shifts: shifts.map(({ startsMs, endsMs }) => wireSpan(startsMs, endsMs)),
    })),
    bookings: rows.slice(0, maxBookings).map((row) => presentBooking(row, now.getTime())),
    is_cut: rows.length > maxBookings,
  };
}

export async function showWeek(
  { system }: Pick<ConsoleContext, 'system'>,
  { day, areaSlug }: Omit<BoardQuery, 'timeZone'>,
): Promise<BoardWeek> {
  const days = weekOf(day);
  const [from = day, to = day] = [days[0], days.at(-1)];
  const counted = await countBoardDays(system, { from, to, areaSlug });
  const empty = { unassigned: 0, planned: 0, dispatched: 0, completed: 0 };
  return { days: days.map((each) => counted.find((count) => count.day === each) ?? { day: each, ...empty }) };
}

function validTimeZone(timeZone: string | undefined): string | undefined {
  if (timeZone === undefined || isTimeZone(timeZone)) return timeZone;
  throw invalidParameter('time_zone', 'time_zone must be an IANA time zone name, such as America/New_York.');
}

const invalidParameter = (param: string, message: string) =>
  Problem.of('invalid_parameter', message, { param });

/** The most frequent time zone among the bookings of the day. */
function mostFrequentZone(rows: readonly BoardBookingRow[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { window } of rows) counts.set(window.timeZone, (counts.get(window.timeZone) ?? 0) + 1);
  return [...counts].sort(
    ([zoneA, countA], [zoneB, countB]) => countB - countA || zoneA.localeCompare(zoneB),
  )[0]?.[0];
}

const iso = (ms: number) => new Date(ms).toISOString();
const wireSpan = (startsMs: number, endsMs: number): Span => ({
  starts_at: iso(startsMs),
  ends_at: iso(endsMs),
});

function presentBooking(row: BoardBookingRow, nowMs: number): BoardBooking {
  const {
    windowRef,
    windowTakenAt: _takenAt,
    routePosition,
    etaMs,
    startsAt,
    endsAt,
    planned,
    ...shown
  } = row;
  const { state, progress, stop_count } = shown;
  const window = presentWindow(row);
  const watched = {
    state,
    windowRef,
    etaMs,
    windowEndMs: Date.parse(window.ends_at),
    stops: { length: stop_count },
    progress: progress && { state: progress, position: routePosition ?? 0, departedAtMs: null },
  };
  return {
    ...shown,
    window,
    slot: startsAt && endsAt ? wireSpan(startsAt.getTime(), endsAt.getTime()) : null,
    planned: planned && presentPlanned(planned, nowMs),
    stops_done: stopsDone(progress, routePosition),
    eta: etaMs === null ? null : iso(etaMs),
    is_late: isLate(watched, nowMs),
  };
}

function presentPlanned(
  { crewId, planId, startsMs, arrivesMs, endsMs, isLocked }: NonNullable<BoardBookingRow['planned']>,
  nowMs: number,
): BoardBooking['planned'] {
  return {
    crew_id: crewId,
    plan_id: planId,
    ...wireSpan(startsMs, endsMs),
    arrives_at: iso(arrivesMs),
    is_locked: isLocked,
    is_overdue: startsMs < nowMs,
  };
}

function presentWindow({ window, windowTakenAt }: BoardBookingRow): BoardWindow {
  const { kind, label, timeZone: time_zone } = window;
  const takenMs = windowTakenAt.getTime();
  const [startMs, endMs] =
    window.kind === 'on_demand' ? [takenMs, takenMs + ON_DEMAND_HOLD_MS] : [window.startMs, window.endMs];
  return { kind, label, time_zone, ...wireSpan(startMs, endMs) };
}
