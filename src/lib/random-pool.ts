// Random bytes from a buffer that is filled for many calls at once: a call of the system's generator takes 4 µs, however
// few bytes it returns. Each byte is used once.
import { randomFillSync } from 'node:crypto';

const poolBytes = 4_096;

let pool = Buffer.alloc(0);

/** Cryptographically secure. `count` is at most 4,096. */
export function pooledRandomBytes(count: number): Buffer {
  // A new buffer: earlier results are views of the old one.
  if (pool.length < count) pool = randomFillSync(Buffer.allocUnsafeSlow(poolBytes));
  const bytes = pool.subarray(0, count);
  pool = pool.subarray(count);
  return bytes;
}
