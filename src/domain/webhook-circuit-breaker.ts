// A circuit per endpoint. After many failures in a row nothing is sent for a while: what waits is not tried, so it uses up
// none of its attempts. Then one delivery is sent to see; if it fails the wait is longer, if it succeeds all is well.
//
//   closed → open (nothing is sent) → probing (one at a time) → closed, or open again for longer

export interface Circuit {
  readonly failuresInARow: number;
  /** How often in a row it was opened. */
  readonly opened: number;
  /** null: closed. A moment that has passed: probing. */
  readonly untilMs: number | null;
}

export const CLOSED: Circuit = { failuresInARow: 0, opened: 0, untilMs: null };

/** From here on one at a time. */
const SUSPICIOUS_FAILURES = 5;
const OPENING_FAILURES = 10;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 600_000;

export function afterSuccess(): Circuit {
  return CLOSED;
}

export function afterFailure(circuit: Circuit, nowMs: number): Circuit {
  const failuresInARow = circuit.failuresInARow + 1;
  const isOpen = circuit.untilMs !== null && circuit.untilMs > nowMs;
  // What was under way when it opened fails too; that says nothing new.
  if (failuresInARow < OPENING_FAILURES || isOpen) return { ...circuit, failuresInARow };
  const wait = Math.min(FIRST_WAIT_MS * 2 ** circuit.opened, LONGEST_WAIT_MS);
  return { failuresInARow, opened: circuit.opened + 1, untilMs: nowMs + wait };
}

/** The receiver itself asked for a pause. */
export function pausedFor(circuit: Circuit, seconds: number, nowMs: number): Circuit {
  const untilMs = nowMs + Math.min(seconds * 1000, LONGEST_WAIT_MS);
  return { ...circuit, untilMs: Math.max(circuit.untilMs ?? 0, untilMs) };
}

export type CircuitState = 'closed' | 'suspicious' | 'open' | 'probing';

export function circuitState({ failuresInARow, untilMs }: Circuit, nowMs: number): CircuitState {
  if (untilMs !== null) return untilMs > nowMs ? 'open' : 'probing';
  return failuresInARow >= SUSPICIOUS_FAILURES ? 'suspicious' : 'closed';
}
