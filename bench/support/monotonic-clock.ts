// A clock that all processes of a machine share and that only goes forward.

export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}
