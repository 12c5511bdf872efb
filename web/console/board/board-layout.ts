// Card layout of the board. Unassigned bookings are stacked in the hour in which their window begins. Bookings of a
// crew are placed along its row; overlapping ones go into separate lanes.
import type { Board, BoardBooking, BoardCrew } from '../api.ts';
import { type Axis, hoursFromStart } from './board-time.ts';

export interface PlacedCard {
  readonly booking: BoardBooking;
  /** Hours from the left edge. */
  readonly left: number;
  readonly width: number;
  readonly lane: number;
}

export interface CrewRowLayout {
  readonly crew: BoardCrew;
  readonly cards: readonly PlacedCard[];
  readonly lanes: number;
  /** Hours from the left edge. */
  readonly shifts: readonly { readonly left: number; readonly width: number }[];
}

export interface BoardLayout {
  /** Unassigned bookings by hour of the axis: one list per hour. */
  readonly unassigned: readonly (readonly BoardBooking[])[];
  readonly waiting: number;
  readonly lines: readonly CrewRowLayout[];
  /** Bookings of crews that the sandbox simulates, which are not in the roster. */
  readonly elsewhere: readonly PlacedCard[];
}

/** Minimum width in hours: the text of a narrower card is not legible. */
const MIN_WIDTH_HOURS = 0.94;

export function layOut(board: Board, axis: Axis, isShown: (booking: BoardBooking) => boolean): BoardLayout {
  const columns: BoardBooking[][] = axis.hours.map(() => []);
  const byCrew = new Map<string, BoardBooking[]>();
  const elsewhere: BoardBooking[] = [];
  let waiting = 0;
  for (const booking of board.bookings) {
    if (!isShown(booking)) continue;
    if (booking.state === 'created') {
      waiting += 1;
      const hour = Math.floor(hoursFromStart(axis, Date.parse(booking.window.starts_at)));
      columns[Math.min(hour, columns.length - 1)]?.push(booking);
    } else if (booking.crew_id === null) elsewhere.push(booking);
    else byCrew.set(booking.crew_id, [...(byCrew.get(booking.crew_id) ?? []), booking]);
  }
  return {
    unassigned: columns,
    waiting,
    lines: board.crews.map((crew) => crewLine(crew, byCrew.get(crew.id) ?? [], axis)),
    elsewhere: assignLanes(elsewhere, axis),
  };
}

function crewLine(crew: BoardCrew, bookings: readonly BoardBooking[], axis: Axis): CrewRowLayout {
  const cards = assignLanes(bookings, axis);
  return {
    crew,
    cards,
    lanes: Math.max(1, ...cards.map(({ lane }) => lane + 1)),
    shifts: crew.shifts.map(({ starts_at, ends_at }) => {
      const left = hoursFromStart(axis, Date.parse(starts_at));
      return { left, width: hoursFromStart(axis, Date.parse(ends_at)) - left };
    }),
  };
}

function assignLanes(bookings: readonly BoardBooking[], axis: Axis): PlacedCard[] {
  const hours = axis.hours.length;
  const ends: number[] = [];
  return bookings
    .map((booking) => ({ booking, ...cardExtent(booking, axis, hours) }))
    .sort((a, b) => a.left - b.left)
    .map((card) => {
      const free = ends.findIndex((end) => end <= card.left);
      const lane = free === -1 ? ends.length : free;
      ends[lane] = card.left + card.width;
      return { ...card, lane };
    });
}

function cardExtent({ slot, window }: BoardBooking, axis: Axis, hours: number) {
  const span = slot ?? window;
  const start = hoursFromStart(axis, Date.parse(span.starts_at));
  const width = Math.max(hoursFromStart(axis, Date.parse(span.ends_at)) - start, MIN_WIDTH_HOURS);
  // Keeps the card within the right edge of the board.
  const left = Math.max(0, Math.min(start, hours - width));
  return { left, width };
}
