// Scrolls today's board to the hour before the current time.
import { type RefObject, useEffect, useRef } from 'react';
import { type Axis, hoursFromStart } from './board-time.ts';

export function useScrollToNow(ref: RefObject<HTMLElement | null>, axis: Axis, day: string): void {
  const latest = useRef(axis);
  latest.current = axis;
  // Once per day shown: later the operator's own scroll position is kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is another board
  useEffect(() => {
    const [nowMs, shown] = [Date.now(), latest.current];
    const scroller = ref.current?.querySelector<HTMLElement>('[data-scroll]');
    if (!scroller || nowMs < shown.fromMs || nowMs > shown.toMs) return;
    const hours = scroller.querySelectorAll<HTMLElement>('[data-hour-head]');
    const before = hours[Math.max(0, Math.floor(hoursFromStart(shown, nowMs)) - 1)];
    scroller.scrollLeft = (before?.offsetLeft ?? 0) - (hours[0]?.offsetLeft ?? 0);
  }, [ref, day]);
}
