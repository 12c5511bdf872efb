// Problems of a chosen window, with the request parameter it was chosen by.
import { Problem } from '../../lib/problem.ts';
import type { ArrivalWindow } from './arrival-window.ts';

export function windowParam({ kind }: ArrivalWindow): 'arrival_window_id' | 'arrival_window_from' {
  return kind === 'custom' ? 'arrival_window_from' : 'arrival_window_id';
}

/** A window can be booked until it starts; it may have started since it was looked up. */
export function refusePastWindow(window: ArrivalWindow, nowMs: number): void {
  if (window.startMs === null || window.startMs > nowMs) return;
  throw Problem.of('window_in_past', 'The arrival window has begun or passed. Choose a later one.', {
    param: windowParam(window),
  });
}
