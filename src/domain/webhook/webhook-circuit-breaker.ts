// Circuit breaker per endpoint. After many consecutive failures it opens: nothing is sent for a while, and waiting
// deliveries use up none of their attempts. Then one delivery probes the endpoint: a success closes the circuit, a
// failure opens it again for longer.
//
//   closed → open (nothing is sent) → probing (one at a time) → closed, or open again for longer

export interface Circuit {
  readonly failuresInARow: number;
  /** Number of consecutive openings. */
  readonly opened: number;
  /** null if closed. A time in the past means probing. */
  readonly untilMs: number | null;
}

export const CLOSED: Circuit = { failuresInARow: 0, opened: 0, untilMs: null };

/** From this many consecutive failures on, one delivery at a time. */
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
  // Requests that were in flight when the circuit opened do not extend the pause.
  if (failuresInARow < OPENING_FAILURES || isOpen) return { ...circuit, failuresInARow };
  const wait = Math.min(FIRST_WAIT_MS * 2 ** circuit.opened, LONGEST_WAIT_MS);
  return { failuresInARow, opened: circuit.opened + 1, untilMs: nowMs + wait };
}

/** Pause requested by the receiver (Retry-After). */
export function pausedFor(circuit: Circuit, seconds: number, nowMs: number): Circuit {
  const untilMs = nowMs + Math.min(seconds * 1000, LONGEST_WAIT_MS);
  return { ...circuit, untilMs: Math.max(circuit.untilMs ?? 0, untilMs) };
}

export type CircuitState = 'closed' | 'suspicious' | 'open' | 'probing';

export function circuitState({ failuresInARow, untilMs }: Circuit, nowMs: number): CircuitState {
  if (untilMs !== null) return untilMs > nowMs ? 'open' : 'probing';
  return failuresInARow >= SUSPICIOUS_FAILURES ? 'suspicious' : 'closed';
}
