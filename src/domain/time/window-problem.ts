// Problems of a chosen window, with the request parameter it was chosen by.
import { Problem } from '../../lib/problem.ts';
import type { ArrivalWindow } from './arrival-window.ts';

export type WindowParam = 'arrival_window_id' | 'arrival_window_from';

export function windowParam({ kind }: ArrivalWindow): WindowParam {
  return kind === 'custom' ? 'arrival_window_from' : 'arrival_window_id';
}

/** A window can be booked until it starts; it may have started since it was looked up. */
export function refusePastWindow(window: ArrivalWindow, nowMs: number): void {
  if (window.startMs === null || window.startMs > nowMs) return;
  if (window.kind !== 'custom') throw listedWindowPassed();
  throw Problem.of('window_in_past', 'The arrival window has begun or passed. Choose a later one.', {
    param: windowParam(window),
  });
}

/**
 * A concurrent booking took the last place after the schedule was listed. The contract defines this error without a
 * code.
 */
export function windowLost(param: WindowParam): Problem {
  return Problem.uncoded('conflict', 'The arrival window is no longer available. Choose another one.', {
    param,
  });
}

/** A listed window that has begun is no longer available: the partner gets the same error as for a lost one. */
export function listedWindowPassed(): Problem {
  return Problem.uncoded(
    'conflict',
    'The arrival window is no longer available: it has begun or passed. Choose a later one.',
    { param: 'arrival_window_id' },
  );
}
