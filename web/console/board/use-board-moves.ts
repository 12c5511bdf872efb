// Optimistic moves of bookings between crews: shown at once, sent to the server, and corrected by its response. The
// latest moves can be undone, also those to another day.
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
  /** Lets a change be undone that was sent elsewhere. */
  readonly offerUndo: (change: Undoable, done: string) => void;
  readonly undoLast: () => void;
}

export interface Undoable {
  readonly hid: string;
  readonly undo: () => Promise<void>;
  /** Why it cannot be undone. */
  readonly explain: (error: unknown) => Promise<string>;
}

/** Length of the undo history. */
const MAX_HISTORY = 20;

export function useBoardMoves(): BoardMoves {
  const client = useQueryClient();
  const showToast = useToast();
  const write = useRef<Write>(useWrite());
  const [pending, setPending] = useState<ReadonlyMap<string, BoardMove>>(new Map());
  const history = useRef<Undoable[]>([]);
  /** Dismisses the toast of a change: after Ctrl+Z it must not offer Undo any more. */
  const toasts = useRef(new WeakMap<Undoable, () => void>());

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
    async (change: Undoable): Promise<void> => {
      history.current = history.current.filter((each) => each !== change);
      toasts.current.get(change)?.();
      toasts.current.delete(change);
      try {
        await change.undo();
        showToast(`The move of ${change.hid} was undone.`);
      } catch (error) {
        showToast(`The move of ${change.hid} cannot be undone. ${await change.explain(error)}`, 'bad');
      }
    },
    [showToast],
  );

  const offerUndo = useCallback(
    (change: Undoable, done: string): void => {
      history.current = [...history.current, change].slice(-MAX_HISTORY);
      const dismiss = showToast(done, 'good', { label: 'Undo', onChoose: () => void undo(change) });
      toasts.current.set(change, dismiss);
    },
    [showToast, undo],
  );

  const move = useCallback(
    async (requested: BoardMove, done: string): Promise<void> => {
      try {
        await run(requested);
        const inverse = inverseOf(requested);
        const explain = (error: unknown) => explainFailure(requested, error);
        offerUndo({ hid: requested.hid, undo: () => run(inverse), explain }, done);
      } catch (error) {
        showToast(await explainFailure(requested, error), 'bad');
      }
    },
    [showToast, run, offerUndo],
  );

  const undoLast = useCallback(() => {
    const last = history.current.at(-1);
    if (last) void undo(last);
    else showToast('There is nothing to undo.', 'bad');
  }, [showToast, undo]);

  useUndoKey(undoLast);
  return useMemo(() => ({ pending, move, offerUndo, undoLast }), [pending, move, offerUndo, undoLast]);
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
