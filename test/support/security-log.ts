// Security log for code that tests call directly: it writes entries, and neither counts nor logs.
import { SecurityLog } from '../../src/db/security-log.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { KeyRing } from '../../src/lib/key-ring.ts';
import { createLogger } from '../../src/lib/logger.ts';

export function testSecurityLog(environment: string): SecurityLog {
  const keys = new KeyRing([{ id: 'k1', secret: Buffer.alloc(32, 1) }], environment);
  const log = createLogger('silent');
  return new SecurityLog({ environment, clock: systemClock, ids: randomIds, keys, log, metrics: null });
}
