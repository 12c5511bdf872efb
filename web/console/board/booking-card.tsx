// Card of one booking on the board. Text and icon carry everything that colour says.
import { type CSSProperties, memo } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { BoardBooking } from '../api.ts';
import { alertOf, formatStopCount, productNames, stateOf } from './board-labels.ts';

interface BookingCardProps {
  readonly booking: BoardBooking;
  /** Arrival window in the time zone of the board. */
  readonly when: string;
  readonly isPending: boolean;
  readonly canDrag: boolean;
  readonly isMarked: boolean;
  /** Reachable by Tab. On the grid one card is, and arrow keys move between them (card-keys.ts). */
  readonly isTabStop?: boolean;
  /** Takes longer than planned: the card reaches to the current time. */
  readonly isOverrun?: boolean;
  readonly style?: CSSProperties | undefined;
  readonly className?: string | undefined;
}

/** Has no event handlers: the board delegates clicks, keys and drags, which matters with 500 cards. */
export const BookingCard = memo(function BookingCard(props: BookingCardProps) {
  const {
    booking,
    when,
    isPending,
    canDrag,
    isMarked,
    isTabStop = false,
    isOverrun = false,
    style,
    className = '',
  } = props;
  const { mood, words, icon } = stateOf(booking);
  const alert = alertOf(booking);
  const badge = alert === 'failed' ? 'Failed' : alert === 'late' ? 'Late' : null;
  const who = [booking.customer ?? booking.partner, booking.town].filter(Boolean).join(' · ');
  const stopCount = (
    <>
      <Icon name="pin" className="inline! align-[-0.125em]" />
      {formatStopCount(booking)}
      <span className="sr-only"> stops</span>
    </>
  );
  const isOnDemand = booking.window.kind === 'on_demand';
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      data-card={booking.id}
      data-mood={mood}
      data-alert={alert ?? undefined}
      data-overrun={isOverrun ? '' : undefined}
      data-drags={canDrag && !isPending ? '' : undefined}
      data-pending={isPending ? '' : undefined}
      aria-busy={isPending}
      aria-current={isMarked ? 'true' : undefined}
      className={`board-card ${className}`}
      style={style}
    >
      <span className="board-body">
        <span>
          <Icon name={icon} />
          <b className="font-mono tracking-tight">{booking.hid}</b>
          <span data-fill className="board-who text-muted">
            {who}
          </span>
          <span className="board-product text-muted">{productNames[booking.product]}</span>
        </span>
        <span>
          <span data-fill>{isOnDemand ? 'On demand' : when}</span>
          {badge !== null && <span className="board-late">{badge}</span>}
          <span className="board-count text-muted">{stopCount}</span>
        </span>
        <span className="text-muted">
          <span data-fill>{who}</span>
          <span>{stopCount}</span>
          <span className="sr-only">{words}</span>
        </span>
      </span>
    </button>
  );
});
