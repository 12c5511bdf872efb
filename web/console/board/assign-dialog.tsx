// Dialog of a board card: assigns a crew without drag and drop. A combobox that filters the candidate crews.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import type { BoardBooking } from '../api.ts';
import { BookingMap } from '../bookings/booking-map.tsx';
import { bookingQuery } from '../bookings/booking-queries.ts';
import { formatStopCount, productNames, stateOf } from './board-labels.ts';
import { whyCannotUnassign } from './board-moves.ts';
import { candidateCrewsQuery } from './board-queries.ts';
import { type CandidateCrew, candidateVerdict, formatCandidate } from './crew-candidates.ts';

interface AssignDialogProps {
  readonly booking: BoardBooking;
  readonly when: string;
  readonly crewName: string | null;
  readonly canMove: boolean;
  readonly formatTime: (at: string) => string;
  readonly onAssign: (choice: CandidateCrew) => void;
  readonly onUnassign: () => void;
  readonly onClose: () => void;
}

export function AssignDialog(props: AssignDialogProps) {
  const { booking, when, crewName, canMove, onUnassign, onClose } = props;
  const { words, mood } = stateOf(booking);
  const isOpen = booking.state !== 'completed';
  const whyFixed = whyCannotUnassign(booking);
  return (
    <Dialog
      title={`Booking ${booking.hid}`}
      onClose={onClose}
      actions={
        <>
          {canMove && booking.crew_id !== null && whyFixed === null && (
            <Button look="danger-quiet" onClick={onUnassign}>
              Unassign the crew
            </Button>
          )}
          <Link
            href={`/bookings/${booking.id}`}
            className="inline-flex min-h-9 items-center gap-2 rounded-lg border px-3.5 font-semibold text-ink hover:bg-hover pointer-coarse:min-h-11"
          >
            Open the booking <Icon name="arrow" />
          </Link>
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink">
        <Badge tone={mood === 'failed' ? 'bad' : mood === 'waiting' ? 'warn' : 'good'}>{words}</Badge>
        {booking.is_late && <Badge tone="bad">Late</Badge>}
        <span>
          {productNames[booking.product]} · {when} · {formatStopCount(booking)} stops
        </span>
      </p>
      <p>
        {booking.partner}
        {booking.customer !== null && `, for ${booking.customer}`}
        {booking.order_number !== null && ` · ${booking.order_number}`}
        {crewName !== null && ` · with ${crewName}`}
      </p>
      {booking.trouble !== null && <p className="font-medium text-danger">“{booking.trouble}”</p>}
      {whyFixed !== null && isOpen && <p>{whyFixed}</p>}
      {canMove && isOpen && <CandidateList {...props} />}
      <Preview bookingId={booking.id} />
    </Dialog>
  );
}

/** Where the booking goes. */
function Preview({ bookingId }: { readonly bookingId: string }) {
  const { data } = useQuery(bookingQuery(bookingId));
  return data ? <BookingMap details={data} className="h-48" /> : <Skeleton className="h-48 rounded-lg" />;
}

function CandidateList({ booking, formatTime, onAssign }: AssignDialogProps) {
  const { data, error, refetch } = useQuery(candidateCrewsQuery(booking.id));
  const [text, setText] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const listId = useId();
  if (error) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={3} label="Loading candidate crews" />;
  const shown = data.filter(
    ({ crew }) => crew.id !== booking.crew_id && crew.name.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const chosen = Math.min(activeIndex, shown.length - 1);
  const choose = (choice: CandidateCrew | undefined) => {
    if (choice && candidateVerdict(choice) !== 'refuses') onAssign(choice);
  };

  function handleKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActiveIndex((chosen + step + shown.length) % Math.max(1, shown.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(shown[chosen]);
    }
  }

  return (
    <div className="grid gap-2 text-ink">
      <TextField
        label={booking.crew_id === null ? 'Assign to' : 'Reassign to'}
        placeholder="Type to filter crews"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={shown[chosen] ? `${listId}-${shown[chosen].crew.id}` : undefined}
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActiveIndex(0);
        }}
        onKeyDown={handleKey}
      />
      <p role="status" className="sr-only">
        {shown.length === 1 ? '1 crew' : `${shown.length} crews`}
        {shown[chosen] ? `. ${shown[chosen].crew.name}: ${formatCandidate(shown[chosen], formatTime)}` : ''}
      </p>
      {shown.length === 0 && <p className="text-muted">No crew has a matching name.</p>}
      <ul
        id={listId}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox
        role="listbox"
        aria-label="Crews"
        className="grid max-h-[min(20rem,45dvh)] auto-rows-max gap-px overflow-y-auto"
      >
        {shown.map((choice, nth) => (
          <CandidateOption
            key={choice.crew.id}
            id={`${listId}-${choice.crew.id}`}
            choice={choice}
            words={formatCandidate(choice, formatTime)}
            isChosen={nth === chosen}
            onChoose={() => choose(choice)}
          />
        ))}
      </ul>
    </div>
  );
}

interface CandidateOptionProps {
  readonly id: string;
  readonly choice: CandidateCrew;
  readonly words: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const verdictClasses = { fits: 'text-accent', warns: 'text-signal', refuses: 'text-danger' } as const;
const verdictIcons = { fits: 'check', warns: 'alert', refuses: 'close' } as const;

function CandidateOption({ id, choice, words, isChosen, onChoose }: CandidateOptionProps) {
  const verdict = candidateVerdict(choice);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
    <li
      id={id}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' });
      }}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: one of the list of a combobox
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={verdict === 'refuses'}
      onClick={onChoose}
      className={classNames(
        'flex min-h-11 items-center gap-2.5 rounded-lg px-2.5 py-1',
        isChosen ? 'bg-tint' : 'hover:bg-hover',
        verdict === 'refuses' ? 'cursor-not-allowed' : 'cursor-pointer',
      )}
    >
      <Icon name={verdictIcons[verdict]} className={verdictClasses[verdict]} />
      <span className="min-w-[35%] flex-1 font-semibold">{choice.crew.name}</span>
      <span className={classNames('text-right text-[0.8125rem]', verdictClasses[verdict])}>{words}</span>
    </li>
  );
}
