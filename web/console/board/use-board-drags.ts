// Connects the drag layer to the board: loads the candidate crews when a drag begins and carries out the drop.
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useToast } from '../../ui/toast.tsx';
import type { BoardBooking } from '../api.ts';
import { isIntended } from './board-labels.ts';
import { whyCannotUnassign } from './board-moves.ts';
import { candidateCrewsQuery } from './board-queries.ts';
import { type CandidateCrew, candidateVerdict, formatCandidate } from './crew-candidates.ts';
import { type DropTarget, enableDragging, type RowVerdict } from './drag-layer.ts';

interface BoardDragsParams {
  readonly ref: RefObject<HTMLElement | null>;
  readonly findBooking: (id: string) => BoardBooking | undefined;
  readonly formatTime: (at: string) => string;
  readonly isDragging: { current: boolean };
  /** `reasons`: why the crew does not fit, as far as they are known. */
  readonly onAssign: (booking: BoardBooking, crewId: string, reasons: readonly string[]) => void;
  readonly onUnassign: (bookingId: string) => void;
  /** The card was dropped on the tab of a day. */
  readonly onMoveDay: (bookingId: string, day: string) => void;
}

export function useBoardDrags({
  ref,
  findBooking,
  formatTime,
  isDragging,
  onAssign,
  onUnassign,
  onMoveDay,
}: BoardDragsParams): null {
  const client = useQueryClient();
  const showToast = useToast();
  const [, rerender] = useState(0);
  const choices = useRef<readonly CandidateCrew[]>([]);

  const loadVerdicts = useEffectEvent(async (id: string): Promise<ReadonlyMap<string, RowVerdict>> => {
    isDragging.current = true;
    choices.current = [];
    const booking = findBooking(id);
    const rows = new Map<string, RowVerdict>();
    if (!booking) return rows;
    const home = rowOf(booking);
    rows.set(home, {
      verdict: 'fits',
      words: isIntended(booking) ? 'Planned here. Open the booking to assign it.' : 'Current row',
    });
    if (booking.crew_id !== null) rows.set('unassigned', unassignVerdict(booking));
    choices.current = await client.query(candidateCrewsQuery(id)).then(
      ({ data }) => data,
      () => [],
    );
    for (const choice of choices.current) {
      if (choice.crew.id === home) continue;
      rows.set(choice.crew.id, {
        verdict: candidateVerdict(choice),
        words: formatCandidate(choice, formatTime),
      });
    }
    return rows;
  });

  const drop = useEffectEvent((id: string, target: DropTarget | null): void => {
    isDragging.current = false;
    rerender((count) => count + 1);
    const booking = findBooking(id);
    if (!booking || target === null) return;
    if (target.kind === 'day') {
      onMoveDay(id, target.id);
      return;
    }
    const rowId = target.id;
    if (rowId === rowOf(booking)) return;
    if (rowId === 'unassigned') {
      if (booking.crew_id === null) return;
      const whyFixed = whyCannotUnassign(booking);
      if (whyFixed === null) onUnassign(id);
      else showToast(`${booking.hid} was not moved. ${whyFixed}`, 'bad');
      return;
    }
    const choice = choices.current.find(({ crew }) => crew.id === rowId);
    // If the candidates have not loaded before the drop, the server decides.
    if (choice && candidateVerdict(choice) === 'refuses') {
      showToast(
        `${booking.hid} was not moved. ${choice.crew.name}: ${formatCandidate(choice, formatTime)}.`,
        'bad',
      );
      return;
    }
    onAssign(booking, rowId, choice?.reasons ?? []);
  });

  // Runs once: registering the listeners again between press and first move would drop the card.
  useEffect(
    () => (ref.current ? enableDragging(ref.current, { onStart: loadVerdicts, onEnd: drop }) : undefined),
    [ref],
  );
  return null;
}

/** Id of the row that the card is in. */
function rowOf(booking: BoardBooking): string {
  return booking.crew_id ?? (isIntended(booking) ? booking.planned?.crew_id : null) ?? 'unassigned';
}

function unassignVerdict(booking: BoardBooking): RowVerdict {
  const whyFixed = whyCannotUnassign(booking);
  return whyFixed === null
    ? { verdict: 'fits', words: 'Unassign the crew' }
    : { verdict: 'refuses', words: `Cannot be unassigned: ${whyFixed}` };
}
