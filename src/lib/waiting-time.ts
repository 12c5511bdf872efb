// Waiting time in words, for messages about throttled requests: "30 seconds", "2 minutes", "24 hours". Rounded up, so that
// a caller who waits that long is not refused again.

export function formatWaitingTime(seconds: number): string {
  if (seconds <= 120) return withUnit(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds <= 120 * 60) return withUnit(Math.ceil(seconds / 60), 'minute');
  return withUnit(Math.ceil(seconds / 3_600), 'hour');
}

function withUnit(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
