// Scrolls today's board to the hour before the current time, or to the begin of an earlier job that has not ended. Back and
// forward in the browser return to the position that the operator left.
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { stateOf } from './board-labels.ts';
import type { BoardLayout } from './board-layout.ts';
import { type Axis, hoursFromStart } from './board-time.ts';
import { keepScroll, restoreScroll } from './scroll-position.ts';

/** A job that runs for longer does not scroll the rest of the day out of view. */
const MAX_HOURS_BACK = 3;

/** Begins of the jobs that run, in hours from the left edge. */
const runningJobs = ({ lines, elsewhere }: BoardLayout): readonly number[] =>
  [...lines.flatMap(({ cards }) => cards), ...elsewhere]
    .filter(({ booking }) => ['moving', 'failed'].includes(stateOf(booking).mood))
    .map(({ left }) => left);

export function useScrollToNow(
  ref: RefObject<HTMLElement | null>,
  axis: Axis,
  layout: BoardLayout,
  day: string,
): void {
  const latest = useRef({ axis, layout });
  latest.current = { axis, layout };
  // Once per day shown: later the operator's own scroll position is kept. Before the first frame.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is another board
  useLayoutEffect(() => {
    const scroller = ref.current?.querySelector<HTMLElement>('[data-scroll]');
    if (!scroller) return;
    if (!restoreScroll(scroller)) scrollToNow(scroller, latest.current.axis, latest.current.layout);
    return keepScroll(scroller);
  }, [ref, day]);
}

function scrollToNow(scroller: HTMLElement, axis: Axis, layout: BoardLayout): void {
  const nowMs = Date.now();
  if (nowMs < axis.fromMs || nowMs > axis.toMs) return;
  const hours = scroller.querySelectorAll<HTMLElement>('[data-hour-head]');
  const nowHour = Math.floor(hoursFromStart(axis, nowMs));
  const first = Math.max(Math.floor(Math.min(nowHour - 1, ...runningJobs(layout))), nowHour - MAX_HOURS_BACK);
  const before = hours[Math.max(0, first)];
  scroller.scrollLeft = (before?.offsetLeft ?? 0) - (hours[0]?.offsetLeft ?? 0);
}
