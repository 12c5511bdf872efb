// Monotonic clock shared by all processes of the machine.

export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}
