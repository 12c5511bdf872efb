// A step is held on the phone for HOLD_MS before it is sent, so that a wrong tap can be undone: a dispatch never moves
// backwards on the server.

export const HOLD_MS = 10_000;

interface Held {
  /** Phone time of the tap; undefined for steps that an earlier version of the page queued. */
  readonly tappedAtMs?: number;
  /** The steps of one tap share it. */
  readonly tapId?: string;
  readonly isReleased?: boolean;
}

/** 0 once the step may be sent. If the phone's clock was set back since the tap, the hold is over. */
export function holdLeftMs({ tappedAtMs, isReleased }: Held, nowMs: number): number {
  if (isReleased === true || tappedAtMs === undefined) return 0;
  const ageMs = nowMs - tappedAtMs;
  return ageMs >= 0 && ageMs < HOLD_MS ? HOLD_MS - ageMs : 0;
}

/** Steps before the first held one: a step is never sent before an earlier one. */
export function leadingUnheld<Step extends Held>(steps: readonly Step[], nowMs: number): readonly Step[] {
  const held = steps.findIndex((step) => holdLeftMs(step, nowMs) > 0);
  return held < 0 ? steps : steps.slice(0, held);
}

/**
 * The steps of the last tap, while it can be undone: during the hold, and without a connection until they are released. One
 * tap may queue several steps.
 */
export function undoableSteps<Step extends Held>(
  steps: readonly Step[],
  nowMs: number,
  isOnline: boolean,
): readonly Step[] {
  const last = steps.at(-1);
  if (last?.tapId === undefined || last.isReleased === true) return [];
  if (isOnline && holdLeftMs(last, nowMs) === 0) return [];
  return steps.filter(({ tapId }) => tapId === last.tapId);
}
