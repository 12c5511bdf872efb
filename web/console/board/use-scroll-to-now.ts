// Scrolls today's board to the hour before the current time, or to the begin of an earlier job that has not ended.
import { type RefObject, useEffect, useRef } from 'react';
import { type Axis, hoursFromStart } from './board-time.ts';

/** A job that runs for longer does not scroll the rest of the day out of view. */
const MAX_HOURS_BACK = 3;

const runningJobs = (scroller: HTMLElement) => [
  ...scroller.querySelectorAll<HTMLElement>('.board-placed:is([data-mood="moving"], [data-mood="failed"])'),
];

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
    const begins = runningJobs(scroller).map((card) => Number(card.style.getPropertyValue('--left')));
    const nowHour = Math.floor(hoursFromStart(shown, nowMs));
    const first = Math.max(Math.floor(Math.min(nowHour - 1, ...begins)), nowHour - MAX_HOURS_BACK);
    const before = hours[Math.max(0, first)];
    scroller.scrollLeft = (before?.offsetLeft ?? 0) - (hours[0]?.offsetLeft ?? 0);
  }, [ref, day]);
}
