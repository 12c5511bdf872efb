// Moves of bookings between crews on the board: the API call of a move, its inverse, and the optimistic board.
import type { Board, BoardBooking } from '../api.ts';
import { misfitLabels } from './board-labels.ts';
import type { CandidateCrew } from './crew-candidates.ts';

export interface BoardMove {
  readonly bookingId: string;
  readonly hid: string;
  /** Crew id; null: unassigned. */
  readonly from: string | null;
  readonly to: string | null;
  /** Shown to the partner. Set only if a crew is unassigned or replaced. */
  readonly reason: string | null;
}

export interface MoveCall {
  readonly path: string;
  readonly body: object;
}

/**
 * The API call of a move. It names the current crew as a precondition, so that it does not overwrite another operator's
 * change.
 */
export function callOf({ bookingId, from, to, reason }: BoardMove): MoveCall {
  const path = `/bookings/${bookingId}`;
  if (from === null) return { path: `${path}/assign`, body: { crew_id: to } };
  const precondition = { from_crew_id: from, ...(reason !== null && { reason }) };
  if (to === null) return { path: `${path}/lose-crew`, body: precondition };
  return { path: `${path}/reassign`, body: { crew_id: to, ...precondition } };
}

export function inverseOf({ bookingId, hid, from, to }: BoardMove): BoardMove {
  return { bookingId, hid, from: to, to: from, reason: from === null ? 'Assigned by mistake' : null };
}

/** Assignment of a booking to a chosen crew, and the message when it is done. */
export function assignment(
  {
    id: bookingId,
    hid,
    crewId: from,
  }: { readonly id: string; readonly hid: string; readonly crewId: string | null },
  {
    crew,
    reasons,
  }: { readonly crew: Pick<CandidateCrew['crew'], 'id' | 'name'> } & Pick<CandidateCrew, 'reasons'>,
): { readonly move: BoardMove; readonly done: string } {
  const warnings = reasons.map((reason) => misfitLabels[reason] ?? reason).join(', ');
  return {
    move: { bookingId, hid, from, to: crew.id, reason: null },
    done: `${hid} was assigned to ${crew.name}.${warnings === '' ? '' : ` Note: ${warnings}.`}`,
  };
}

/** The board with pending moves applied, shown until the server responds. */
export function withMoves(board: Board, moves: ReadonlyMap<string, BoardMove>): Board {
  if (moves.size === 0) return board;
  return {
    ...board,
    bookings: board.bookings.map((booking) => {
      const move = moves.get(booking.id);
      return move ? applyMove(booking, move) : booking;
    }),
  };
}

function applyMove(booking: BoardBooking, { to }: BoardMove): BoardBooking {
  if (booking.crew_id === to) return booking;
  if (to === null)
    return {
      ...booking,
      state: 'created',
      crew_id: null,
      slot: null,
      planned: null,
      offer: null,
      progress: null,
      eta: null,
      trouble: null,
    };
  const isNotStarted = booking.stops_done === 0;
  return {
    ...booking,
    state: 'dispatched',
    crew_id: to,
    planned: null,
    offer: null,
    // Only the server knows the engagement; the window is an approximation until it responds.
    slot: booking.slot ?? booking.planned ?? booking.window,
    ...(isNotStarted && { progress: 'pending' as const, trouble: null, eta: null }),
  };
}

/** Why the crew of a booking cannot be unassigned; null: it can. */
export function whyCannotUnassign({ state, stops_done }: BoardBooking): string | null {
  if (state === 'completed') return 'The booking is completed.';
  if (stops_done > 0) return 'The first stop is completed. The crew can only be replaced by another crew.';
  return null;
}
