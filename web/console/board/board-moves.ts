// What a move on the board means for the API, and how it is taken back.
import type { Board, BoardBooking } from '../../../src/features/console/board/board-wire.ts';

export interface BoardMove {
  readonly bookingId: string;
  readonly hid: string;
  /** null: nobody. */
  readonly from: string | null;
  readonly to: string | null;
  /** Partners see it; only where a crew is taken away or replaced. */
  readonly reason: string | null;
}

export interface MoveCall {
  readonly path: string;
  readonly body: object;
}

/** Names the crew it is taken from, so that nobody undoes what a colleague did meanwhile. */
export function callOf({ bookingId, from, to, reason }: BoardMove): MoveCall {
  const path = `/bookings/${bookingId}`;
  if (from === null) return { path: `${path}/assign`, body: { crew_id: to } };
  const departure = { from_crew_id: from, ...(reason !== null && { reason }) };
  if (to === null) return { path: `${path}/lose-crew`, body: departure };
  return { path: `${path}/reassign`, body: { crew_id: to, ...departure } };
}

export function inverseOf({ bookingId, hid, from, to }: BoardMove): BoardMove {
  return { bookingId, hid, from: to, to: from, reason: from === null ? 'Assigned by mistake' : null };
}

/** The board as it will be if all goes well. */
export function withMoves(board: Board, moves: ReadonlyMap<string, BoardMove>): Board {
  if (moves.size === 0) return board;
  return {
    ...board,
    bookings: board.bookings.map((booking) => {
      const move = moves.get(booking.id);
      return move ? moved(booking, move) : booking;
    }),
  };
}

function moved(booking: BoardBooking, { to }: BoardMove): BoardBooking {
  if (booking.crew_id === to) return booking;
  if (to === null)
    return {
      ...booking,
      state: 'created',
      crew_id: null,
      slot: null,
      progress: null,
      eta: null,
      trouble: null,
    };
  const startsOver = booking.stops_done === 0;
  return {
    ...booking,
    state: 'dispatched',
    crew_id: to,
    // When the crew sets out the server knows; until it says so, the window is near enough.
    slot: booking.slot ?? booking.window,
    ...(startsOver && { progress: 'pending' as const, trouble: null, eta: null }),
  };
}

/** Why a card cannot leave its crew; null: it can. */
export function whyCannotUnassign({ state, stops_done }: BoardBooking): string | null {
  if (state === 'completed') return 'The booking is done.';
  if (stops_done > 0) return 'The first stop is done: the crew can only be replaced by another one.';
  return null;
}
