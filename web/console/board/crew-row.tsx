// Row of one crew on the board: its label, shifts and bookings.
import { type CSSProperties, memo } from 'react';
import { PhoneLink } from '../../ui/phone-link.tsx';
import type { BoardCrew } from '../api.ts';
import { vehicleNames } from './board-labels.ts';
import type { CrewRowLayout } from './board-layout.ts';
import { BookingCard } from './booking-card.tsx';
import type { CardContext } from './card-context.ts';

interface CrewRowProps {
  readonly line: CrewRowLayout;
  readonly cardContext: CardContext;
  /** Current time in hours from the left edge; null: outside the axis. */
  readonly now: number | null;
  /** Low rows: cards have two lines. */
  readonly isDense: boolean;
}

export const CrewRow = memo(function CrewRow({ line, cardContext, now, isDense }: CrewRowProps) {
  const { crew, cards, lanes, shifts, failed, late } = line;
  return (
    <section
      aria-label={crew.name}
      data-row={crew.id}
      className="board-row board-crew border-t"
      style={{ '--lanes': lanes } as CSSProperties}
    >
      <CrewLabel
        crew={crew}
        formatShift={cardContext.formatSpan}
        count={cards.length}
        alerts={[failed > 0 && `${failed} failed`, late > 0 && `${late} late`].filter(Boolean).join(', ')}
      />
      <div className="board-track">
        {shifts.map(({ left, width }) => (
          <div
            key={left}
            className="board-shift"
            style={{ '--left': left, '--width': width } as CSSProperties}
          />
        ))}
        {now !== null && <div className="board-now" style={{ '--left': now } as CSSProperties} />}
        {cards.map(({ booking, ...place }) => (
          <BookingCard
            key={booking.id}
            {...place}
            booking={booking}
            when={cardContext.formatSpan(booking.window)}
            isPending={cardContext.pending.has(booking.id)}
            canDrag={cardContext.canMove && booking.state !== 'completed'}
            isMarked={cardContext.markedId === booking.id}
            isDense={isDense}
          />
        ))}
      </div>
    </section>
  );
});

/** The row before it is drawn: it has its height, so that the rows below do not move. */
export function EmptyCrewRow({ line: { crew, lanes } }: Pick<CrewRowProps, 'line'>) {
  return (
    <section
      aria-label={crew.name}
      data-row={crew.id}
      className="board-row board-crew border-t"
      style={{ '--lanes': lanes } as CSSProperties}
    />
  );
}

interface CrewLabelProps {
  readonly crew: BoardCrew;
  readonly formatShift: CardContext['formatSpan'];
  readonly count: number;
  /** Example: "1 failed, 2 late". */
  readonly alerts: string;
}

function CrewLabel({ crew, formatShift, count, alerts }: CrewLabelProps) {
  const { name, vehicle, members, shifts, is_retired, phone_number } = crew;
  const hours = shifts.map(formatShift).join(', ');
  return (
    <div className="board-label flex flex-col gap-px px-3 py-1.5 text-xs">
      <h2 className="flex items-baseline gap-1.5 text-[0.8125rem] leading-5 font-semibold">
        <span className="min-w-0 truncate">{name}</span>
        {count > 0 && <span className="font-normal text-muted">{count}</span>}
        {alerts !== '' && <span className="board-late ml-auto text-xs whitespace-nowrap">{alerts}</span>}
      </h2>
      <p className="board-facts flex items-center gap-1 text-muted">
        <span className="min-w-0 truncate">
          {vehicle ? `${vehicleNames[vehicle.type]}` : 'No vehicle'}
          {members.length > 0 && ` · ${members.join(', ')}`}
        </span>
        {phone_number !== null && (
          <PhoneLink number={phone_number} who={name} isIcon isSkippedByTab className="ml-auto" />
        )}
      </p>
      <p className="board-facts board-shift-hours truncate text-muted">
        {is_retired ? 'Retired' : hours === '' ? 'No shift' : hours}
      </p>
      {/* Filled by the drag layer: whether this crew fits the dragged booking. */}
      <p className="board-fit line-clamp-2 font-semibold" data-fit />
    </div>
  );
}
