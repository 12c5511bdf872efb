// Card of one booking on the board. Text and icon carry everything that colour says.
import { type CSSProperties, memo } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { BoardBooking } from '../api.ts';
import { alertOf, formatStopCount, offeredTo, productNames, stateOf } from './board-labels.ts';
import type { PlacedCard } from './board-layout.ts';

interface BookingCardProps {
  readonly booking: BoardBooking;
  /** Arrival window in the time zone of the board. */
  readonly when: string;
  readonly isPending: boolean;
  readonly canDrag: boolean;
  readonly isMarked: boolean;
  /** Reachable by Tab. On the grid one card is, and arrow keys move between them (card-keys.ts). */
  readonly isTabStop?: boolean;
  /** Two lines instead of three. */
  readonly isDense?: boolean;
}

/** The text of a shorter card fills it, so that it cannot move within it. */
const LONG_HOURS = 1.6;

/** Cards of a crew are placed along its row. */
type PlacedCardProps = BookingCardProps & Partial<Omit<PlacedCard, 'booking'>>;

/** Has no event handlers: the board delegates clicks, keys and drags, which matters with 500 cards. */
export const BookingCard = memo(function BookingCard(props: PlacedCardProps) {
  const { booking, when, isPending, canDrag, isMarked, isTabStop = false, isDense = false } = props;
  const { left, width = 0, lane, planned = width } = props;
  const { mood, words, icon } = stateOf(booking);
  const alert = alertOf(booking);
  const badge = alert === 'failed' ? 'Failed' : alert === 'late' ? 'Late' : null;
  const { offer } = booking;
  const who = (
    <span data-fill className="text-muted">
      {[booking.customer ?? booking.partner, booking.town].filter(Boolean).join(' · ')}
    </span>
  );
  const stopCount = (
    <span className="text-muted">
      <Icon name="pin" className="inline! align-[-0.125em]" />
      {formatStopCount(booking)}
      <span className="sr-only"> stops {offer ? `Offered to ${offeredTo(offer)}` : words}</span>
    </span>
  );
  const isOnDemand = booking.window.kind === 'on_demand';
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      data-card={booking.id}
      data-mood={mood}
      data-alert={alert ?? undefined}
      data-overrun={width > planned ? '' : undefined}
      data-long={width > LONG_HOURS ? '' : undefined}
      data-drags={canDrag && !isPending ? '' : undefined}
      data-pending={isPending ? '' : undefined}
      aria-busy={isPending}
      aria-current={isMarked ? 'true' : undefined}
      className={left === undefined ? 'board-card' : 'board-card board-placed'}
      style={
        left === undefined
          ? undefined
          : ({ '--left': left, '--width': width, '--row': lane, '--planned': planned } as CSSProperties)
      }
    >
      <span className="board-body">
        <span>
          <Icon name={icon} />
          <b className="font-mono tracking-tight">{booking.hid}</b>
          {isDense ? who : <span className="text-muted">{productNames[booking.product]}</span>}
        </span>
        <span>
          <span data-fill>{isOnDemand ? 'On demand' : when}</span>
          {badge !== null && <span className="board-late">{badge}</span>}
          {badge === null && offer && (
            <span aria-hidden="true" className="board-offered">
              Offered
            </span>
          )}
          {isDense && stopCount}
        </span>
        {!isDense && (
          <span>
            {who}
            {stopCount}
          </span>
        )}
      </span>
    </button>
  );
});
