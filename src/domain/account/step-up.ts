// Step-up: a session proved its identity again, which allows sensitive operations for 10 minutes (decision 0056).

const stepUpMillis = 10 * 60_000;

/** Until when sensitive operations are allowed; null if the session needs a step-up now. */
export function confirmedUntil(confirmedAt: Date | null, now: Date): Date | null {
  const until = confirmedAt && new Date(confirmedAt.getTime() + stepUpMillis);
  return until && until > now ? until : null;
}
