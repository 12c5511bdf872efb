// Row of unassigned bookings, stacked in the hour in which their window begins.
import { type CSSProperties, memo } from 'react';
import type { BoardLayout } from './board-layout.ts';
import { BookingCard } from './booking-card.tsx';
import type { CardContext } from './card-context.ts';

interface UnassignedRowProps {
  readonly layout: BoardLayout;
  /** Number of bookings of each hour that are drawn so far. */
  readonly depths: readonly number[];
  readonly cardContext: CardContext;
  readonly hours: readonly { readonly startMs: number; readonly label: string }[];
}

const emptyNotes = {
  day: 'No bookings on this day.',
  product: 'No bookings of this product on this day.',
  assigned: 'All bookings have a crew.',
} as const;

export const UnassignedRow = memo(function UnassignedRow(props: UnassignedRowProps) {
  const { layout, depths, cardContext, hours } = props;
  return (
    <section aria-label="Unassigned" data-row="unassigned" className="board-row board-tray border-b-2">
      <div className="board-label flex flex-col gap-px px-3 py-1.5 text-xs">
        <h2 className="flex items-baseline gap-1.5 text-[0.8125rem] leading-5 font-semibold text-signal">
          Unassigned <span className="font-normal">{layout.waiting}</span>
        </h2>
        <p className="board-facts text-muted">
          {layout.waiting === 0 ? (
            emptyNotes[layout.empty ?? 'assigned']
          ) : (
            <>
              <span className="pointer-coarse:hidden">Drag a booking onto a crew, or press Enter.</span>
              <span className="hidden pointer-coarse:inline">Tap a booking to assign it.</span>
            </>
          )}
        </p>
        <p className="board-fit font-semibold" data-fit />
      </div>
      <div className="board-track">
        <div className="board-stacks">
          {hours.map(({ startMs, label }, nth) => (
            <div
              key={startMs}
              className="board-stack"
              data-hour={label}
              style={{ '--cards': layout.unassigned[nth]?.length } as CSSProperties}
            >
              {layout.unassigned[nth]?.slice(0, depths[nth]).map((booking) => (
                <BookingCard
                  key={booking.id}
                  booking={booking}
                  when={cardContext.formatSpan(booking.window)}
                  isPending={cardContext.pending.has(booking.id)}
                  canDrag={cardContext.canMove}
                  isMarked={cardContext.markedId === booking.id}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
});
