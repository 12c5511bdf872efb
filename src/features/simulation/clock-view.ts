// Renders the test clock to the wire format.

export function presentClock(worldNow: Date, aheadSeconds: number) {
  return {
    now: new Date(worldNow.getTime() + aheadSeconds * 1_000).toISOString(),
    ahead_seconds: aheadSeconds,
  };
}
