// Card layout of the board. Bookings with a planned crew are in its row. Unassigned bookings are stacked in the hour in which their window begins, overdue ones in
// the current hour. Bookings of a crew are placed along its row; overlapping ones go into separate lanes. A job that
// should be over and is not reaches to the current time: its crew is not free.
import type { Board, BoardBooking, BoardCrew } from '../api.ts';
import { alertOf, isIntended } from './board-labels.ts';
import { type Axis, hoursFromStart } from './board-time.ts';

export interface PlacedCard {
  readonly booking: BoardBooking;
  /** Hours from the left edge. */
  readonly left: number;
  readonly width: number;
  readonly lane: number;
  /** Width of the planned part; smaller than `width` if the job takes longer than planned. */
  readonly planned: number;
}

export interface CrewRowLayout {
  readonly crew: BoardCrew;
  readonly cards: readonly PlacedCard[];
  readonly lanes: number;
  /** Number of jobs with a failed stop, and of late ones. */
  readonly failed: number;
  readonly late: number;
  /** Hours from the left edge. */
  readonly shifts: readonly { readonly left: number; readonly width: number }[];
}

export interface BoardLayout {
  /** Unassigned bookings by hour of the axis: one list per hour. */
  readonly unassigned: readonly (readonly BoardBooking[])[];
  readonly waiting: number;
  /** Why no booking is shown: the day has none, or none of the selected product. null: bookings are shown. */
  readonly empty: 'day' | 'product' | null;
  readonly lines: readonly CrewRowLayout[];
  /** Bookings of crews that the sandbox simulates, which are not in the roster. */
  readonly elsewhere: readonly PlacedCard[];
}

/** Minimum width in hours: the text of a narrower card is not legible. */
const MIN_WIDTH_HOURS = 0.94;

interface LayoutOptions {
  readonly isShown: (booking: BoardBooking) => boolean;
  readonly nowMs: number;
}

export function layOut(board: Board, axis: Axis, { isShown, nowMs }: LayoutOptions): BoardLayout {
  const columns: BoardBooking[][] = axis.hours.map(() => []);
  const byCrew = new Map<string, BoardBooking[]>();
  const elsewhere: BoardBooking[] = [];
  const crewIds = new Set(board.crews.map(({ id }) => id));
  const addTo = (crewId: string, booking: BoardBooking) => {
    byCrew.set(crewId, [...(byCrew.get(crewId) ?? []), booking]);
  };
  let waiting = 0;
  const shownBookings = board.bookings.filter(isShown);
  for (const booking of shownBookings) {
    const { state, crew_id: crewId, planned } = booking;
    if (planned && isIntended(booking) && crewIds.has(planned.crew_id)) addTo(planned.crew_id, booking);
    else if (state === 'created') {
      waiting += 1;
      // The planned crew is not on this board: the booking is unassigned here, and must not be overlooked.
      const shown = isIntended(booking) ? { ...booking, planned: null } : booking;
      columns[hourOf(booking, axis, nowMs)]?.push(shown);
    } else if (crewId === null) elsewhere.push(booking);
    else addTo(crewId, booking);
  }
  return {
    unassigned: columns,
    waiting,
    empty: board.bookings.length === 0 ? 'day' : shownBookings.length === 0 ? 'product' : null,
    lines: board.crews.map((crew) => crewLine(crew, byCrew.get(crew.id) ?? [], axis, nowMs)),
    elsewhere: assignLanes(elsewhere, axis, nowMs),
  };
}

/** Column of an unassigned booking. Overdue ones are in the current hour: in their own they would be out of view. */
function hourOf({ window }: BoardBooking, axis: Axis, nowMs: number): number {
  const startMs = Date.parse(window.starts_at);
  const isToday = nowMs > axis.fromMs && nowMs < axis.toMs;
  const hour = Math.floor(hoursFromStart(axis, isToday ? Math.max(startMs, nowMs) : startMs));
  return Math.min(hour, axis.hours.length - 1);
}

function crewLine(
  crew: BoardCrew,
  bookings: readonly BoardBooking[],
  axis: Axis,
  nowMs: number,
): CrewRowLayout {
  const cards = assignLanes(bookings, axis, nowMs);
  const alerts = bookings.map(alertOf);
  return {
    crew,
    cards,
    lanes: Math.max(1, ...cards.map(({ lane }) => lane + 1)),
    failed: alerts.filter((alert) => alert === 'failed').length,
    late: alerts.filter((alert) => alert === 'late').length,
    shifts: crew.shifts.map(({ starts_at, ends_at }) => {
      const left = hoursFromStart(axis, Date.parse(starts_at));
      return { left, width: hoursFromStart(axis, Date.parse(ends_at)) - left };
    }),
  };
}

function assignLanes(bookings: readonly BoardBooking[], axis: Axis, nowMs: number): PlacedCard[] {
  const ends: number[] = [];
  return bookings
    .map((booking) => ({ booking, ...cardExtent(booking, axis, nowMs) }))
    .sort((a, b) => a.left - b.left)
    .map((card) => {
      const free = ends.findIndex((end) => end <= card.left);
      const lane = free === -1 ? ends.length : free;
      ends[lane] = card.left + card.width;
      return { ...card, lane };
    });
}

function cardExtent({ slot, planned: intended, window, state }: BoardBooking, axis: Axis, nowMs: number) {
  const span = slot ?? intended ?? window;
  const start = hoursFromStart(axis, Date.parse(span.starts_at));
  const end = hoursFromStart(axis, Date.parse(span.ends_at));
  const isOpen = state !== 'completed' && Date.parse(span.starts_at) < nowMs;
  const planned = Math.max(end - start, MIN_WIDTH_HOURS);
  const width = Math.max(planned, isOpen ? hoursFromStart(axis, nowMs) - start : 0);
  // Keeps the card within the right edge of the board.
  const left = Math.max(0, Math.min(start, axis.hours.length - width));
  return { left, width, planned };
}
