// What is wrong with a window that somebody chose, by the parameter they chose it with.
import { Problem } from '../lib/problem.ts';
import type { ArrivalWindow } from './arrival-window.ts';

export function windowParam({ kind }: ArrivalWindow): 'arrival_window_id' | 'arrival_window_from' {
  return kind === 'custom' ? 'arrival_window_from' : 'arrival_window_id';
}

/** A window can be had until it begins; it may have begun since it was looked up. */
export function refusePastWindow(window: ArrivalWindow, nowMs: number): void {
  if (window.startMs === null || window.startMs > nowMs) return;
  throw Problem.of('window_in_past', 'The arrival window has begun or passed. Choose a later one.', {
    param: windowParam(window),
  });
}
