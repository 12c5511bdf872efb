// Optimistic moves of bookings between crews: shown at once, sent to the server, and corrected by its response. The
// latest moves can be undone.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../client/api-request.ts';
import { englishTimes } from '../../ui/time-format.ts';
import { useToast } from '../../ui/toast.tsx';
import type { OperatorBooking } from '../api.ts';
import { callOperator } from '../operator-api.ts';
import { useWrite, type Write } from '../session-context.tsx';
import { type BoardMove, callOf, inverseOf } from './board-moves.ts';

export interface BoardMoves {
  /** By booking id. */
  readonly pending: ReadonlyMap<string, BoardMove>;
  /** `done` is the message of the toast, which screen readers announce. */
  readonly move: (move: BoardMove, done: string) => Promise<void>;
  readonly undoLast: () => void;
}

/** Length of the undo history. */
const MAX_HISTORY = 20;

export function useBoardMoves(): BoardMoves {
  const client = useQueryClient();
  const showToast = useToast();
  const write = useRef<Write>(useWrite());
  const [pending, setPending] = useState<ReadonlyMap<string, BoardMove>>(new Map());
  const history = useRef<BoardMove[]>([]);
  /** Dismisses the toast of a move: after Ctrl+Z it must not offer Undo any more. */
  const toasts = useRef(new WeakMap<BoardMove, () => void>());

  const run = useCallback(
    async (move: BoardMove): Promise<void> => {
      setPending((moves) => new Map(moves).set(move.bookingId, move));
      try {
        const { path, body } = callOf(move);
        await write.current('POST', path, body, { idempotencyKey: crypto.randomUUID() });
      } finally {
        // Also fetches the changes of other operators.
        await Promise.all(
          [['board', 'day'], ['booking', move.bookingId], ['exceptions']].map((queryKey) =>
            client.invalidateQueries({ queryKey }),
          ),
        );
        setPending((moves) => new Map([...moves].filter(([id]) => id !== move.bookingId)));
      }
    },
    [client],
  );

  const undo = useCallback(
    async (move: BoardMove): Promise<void> => {
      history.current = history.current.filter((each) => each !== move);
      toasts.current.get(move)?.();
      toasts.current.delete(move);
      try {
        await run(inverseOf(move));
        showToast(`The move of ${move.hid} was undone.`);
      } catch (error) {
        showToast(`The move of ${move.hid} cannot be undone. ${await explainFailure(move, error)}`, 'bad');
      }
    },
    [showToast, run],
  );

  const move = useCallback(
    async (requested: BoardMove, done: string): Promise<void> => {
      try {
        await run(requested);
        history.current = [...history.current, requested].slice(-MAX_HISTORY);
        const dismiss = showToast(done, 'good', { label: 'Undo', onChoose: () => void undo(requested) });
        toasts.current.set(requested, dismiss);
      } catch (error) {
        showToast(await explainFailure(requested, error), 'bad');
      }
    },
    [showToast, run, undo],
  );

  const undoLast = useCallback(() => {
    const last = history.current.at(-1);
    if (last) void undo(last);
    else showToast('There is nothing to undo.', 'bad');
  }, [showToast, undo]);

  useUndoKey(undoLast);
  return useMemo(() => ({ pending, move, undoLast }), [pending, move, undoLast]);
}

function useUndoKey(undoLast: () => void): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      // In a text field, Ctrl+Z undoes typing.
      if (!isUndo || (event.target instanceof Element && event.target.closest('input, textarea, dialog')))
        return;
      event.preventDefault();
      undoLast();
    }
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [undoLast]);
}

/** Error text of a failed move. After a conflict it names the operator who changed the booking, and the change. */
async function explainFailure({ bookingId, hid, to }: BoardMove, error: unknown): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError) || error.status !== 409 || error.code === 'crew_unavailable')
    return message;
  try {
    const { crew, booking, timeline } = await callOperator<OperatorBooking>(`/bookings/${bookingId}`);
    const last = timeline.findLast(
      ({ kind, action }) => kind === 'change' && action !== 'booking.note_added',
    );
    const who = last?.by?.name ?? (last?.by?.kind === 'operator' ? 'Another operator' : 'Another user');
    const when = last ? `, ${englishTimes.ago(last.at)}` : '';
    if (booking.state === 'cancelled') return `${hid} was cancelled${when}.`;
    if (crew && crew.id !== to) return `${who} already assigned ${hid} to ${crew.name}${when}.`;
    if (!crew) return `${who} already unassigned the crew of ${hid}${when}.`;
    return message;
  } catch {
    return message;
  }
}
