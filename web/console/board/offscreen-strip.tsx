// Strip above the board: late, failed and unassigned bookings that are not in view, by direction. A press on a direction
// goes to the most urgent one there.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { alertKinds } from './board-labels.ts';
import type { BoardLayout } from './board-layout.ts';
import { findCard } from './card-keys.ts';
import { type Direction, findOffscreen, type Offscreen } from './offscreen.ts';

interface OffscreenStripProps {
  readonly boardRef: RefObject<HTMLElement | null>;
  /** A new layout is measured again. */
  readonly layout: BoardLayout;
  /** Until all cards are drawn, the strip is empty. */
  readonly isDrawn: boolean;
}

const directions: Readonly<Record<Direction, { readonly icon: IconName; readonly label: string }>> = {
  left: { icon: 'back', label: 'Earlier' },
  above: { icon: 'up', label: 'Above' },
  below: { icon: 'down', label: 'Below' },
  right: { icon: 'chevron', label: 'Later' },
};

export function OffscreenStrip({ boardRef, layout, isDrawn }: OffscreenStripProps) {
  const offscreen = useOffscreen(boardRef, isDrawn ? layout : null);
  const goTo = (id: string) => {
    const card = findCard(boardRef.current, id);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'center', inline: 'center' });
  };
  return (
    <section aria-label="Not in view" className="-mb-3 flex min-h-8 flex-wrap items-center gap-1.5">
      {offscreen?.length === 0 && layout.empty === null && (
        <p className="text-[0.8125rem] text-muted">All late, failed and unassigned bookings are in view.</p>
      )}
      {offscreen?.map(({ direction, counts, firstId }) => {
        const { icon, label } = directions[direction];
        const isUrgent = counts.failed + counts.late > 0;
        return (
          <button
            key={direction}
            type="button"
            onClick={() => goTo(firstId)}
            className={classNames(
              'inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 text-[0.8125rem] font-semibold hover:underline',
              isUrgent ? 'bg-danger-tint text-danger' : 'bg-signal-tint text-signal',
            )}
          >
            <Icon name={icon} className="size-3.5" />
            {label}:{' '}
            {alertKinds
              .filter((kind) => counts[kind] > 0)
              .map((kind) => `${counts[kind]} ${kind}`)
              .join(', ')}
          </button>
        );
      })}
    </section>
  );
}

/** Null: not measured yet. */
function useOffscreen(
  boardRef: RefObject<HTMLElement | null>,
  layout: BoardLayout | null,
): readonly Offscreen[] | null {
  const [offscreen, setOffscreen] = useState<readonly Offscreen[] | null>(null);
  const isDrawn = layout !== null;
  const measureSoon = useRef(() => {});
  // Before the other effect, whose observer measures for the first time, after the frame of the last card.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the cards have changed
  useEffect(() => measureSoon.current(), [layout]);
  useEffect(() => {
    const board = boardRef.current;
    if (!board || !isDrawn) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const found = findOffscreen(board);
      setOffscreen((shown) => (JSON.stringify(shown) === JSON.stringify(found) ? shown : found));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measureSoon.current = schedule;
    // Captured: the tray of unassigned bookings scrolls by itself.
    board.addEventListener('scroll', schedule, { capture: true, passive: true });
    addEventListener('scroll', schedule, { passive: true });
    const observer = new ResizeObserver(schedule);
    observer.observe(board);
    return () => {
      cancelAnimationFrame(frame);
      board.removeEventListener('scroll', schedule, { capture: true });
      removeEventListener('scroll', schedule);
      observer.disconnect();
    };
  }, [boardRef, isDrawn]);
  return offscreen;
}
