// Grid of the day board: hours as columns, the unassigned bookings in the first row, one row per crew.
import { type CSSProperties, memo } from 'react';
import type { BoardLayout } from './board-layout.ts';
import { type Axis, hoursFromStart } from './board-time.ts';
import { BookingCard } from './booking-card.tsx';
import type { CardContext } from './card-context.ts';
import { CrewRow, EmptyCrewRow } from './crew-row.tsx';
import type { DrawnPart } from './drawing-steps.ts';
import { NoCrews } from './no-crews.tsx';
import { UnassignedRow } from './unassigned-row.tsx';

interface BoardGridProps {
  readonly axis: Axis;
  readonly layout: BoardLayout;
  readonly drawn: DrawnPart;
  readonly cardContext: CardContext;
  readonly nowMs: number;
}

/** With more crews the rows are lower. */
const MAX_TALL_ROWS = 12;

export const BoardGrid = memo(function BoardGrid(props: BoardGridProps) {
  const { axis, layout, drawn, cardContext, nowMs } = props;
  const isDense = layout.lines.length > MAX_TALL_ROWS;
  const now = nowMs > axis.fromMs && nowMs < axis.toMs ? hoursFromStart(axis, nowMs) : null;
  return (
    <div
      data-dense={isDense ? '' : undefined}
      className="board min-w-0 overflow-clip rounded-xl border bg-card shadow-xs"
    >
      {/* Without cards, the keyboard scrolls the board itself. */}
      <section
        aria-label="Hours"
        tabIndex={layout.empty === null ? undefined : 0}
        className="board-scroll"
        data-scroll
      >
        <div className="board-canvas" style={{ '--hours': axis.hours.length } as CSSProperties}>
          <HourHeader axis={axis} layout={layout} />
          <UnassignedRow layout={layout} depths={drawn.depths} cardContext={cardContext} hours={axis.hours} />
          {layout.lines.map((line, nth) =>
            nth < drawn.rows ? (
              <CrewRow key={line.crew.id} {...{ line, cardContext, now, isDense }} />
            ) : (
              <EmptyCrewRow key={line.crew.id} line={line} />
            ),
          )}
          {layout.elsewhere.length > 0 && drawn.isAll && (
            <SimulatedCrews layout={layout} cardContext={cardContext} isDense={isDense} />
          )}
        </div>
      </section>
      {/* Not in the canvas, which is wider than the view. */}
      {layout.lines.length === 0 && <NoCrews />}
    </div>
  );
});

function HourHeader({ axis, layout }: { readonly axis: Axis; readonly layout: BoardLayout }) {
  return (
    <div aria-hidden="true" className="board-row board-hours border-b text-xs text-muted">
      <div className="board-label px-3 py-1.5">{axis.timeZone.replaceAll('_', ' ')}</div>
      <div className="flex">
        {axis.hours.map(({ startMs, label }, nth) => (
          <div
            key={startMs}
            data-hour-head
            className="w-(--hour) flex-none border-l px-1.5 py-1.5 font-semibold first:border-l-0"
          >
            {label}
            {(layout.unassigned[nth]?.length ?? 0) > 0 && (
              <span className="ml-1.5 font-normal">{layout.unassigned[nth]?.length} open</span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Bookings of crews that the sandbox simulates. These crews are not in the roster. */
function SimulatedCrews({
  layout,
  cardContext,
  isDense,
}: {
  readonly layout: BoardLayout;
  readonly cardContext: CardContext;
  readonly isDense: boolean;
}) {
  const lanes = Math.max(...layout.elsewhere.map(({ lane }) => lane + 1));
  return (
    <section
      aria-label="Simulated crews"
      className="board-row board-crew border-t"
      style={{ '--lanes': lanes } as CSSProperties}
    >
      <div className="board-label px-3 py-1.5 text-xs">
        <h2 className="text-[0.8125rem] leading-5 font-semibold">Simulated crews</h2>
        <p className="text-muted">Simulated by the sandbox</p>
      </div>
      <div className="board-track">
        {layout.elsewhere.map(({ booking, ...place }) => (
          <BookingCard
            key={booking.id}
            {...place}
            booking={booking}
            when={cardContext.formatSpan(booking.window)}
            isPending={false}
            canDrag={false}
            isMarked={cardContext.markedId === booking.id}
            isDense={isDense}
          />
        ))}
      </div>
    </section>
  );
}
