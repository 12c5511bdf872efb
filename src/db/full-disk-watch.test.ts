import { Pool } from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { FullDiskWatch } from './full-disk-watch.ts';

test('does not claim that there is space again if the probe fails for another reason', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  // No server listens on port 1.
  const pool = new Pool({ host: '127.0.0.1', port: 1 });
  const watch = new FullDiskWatch(() => pool, log, { probeIntervalMillis: 1, forgetMillis: 5 });
  watch.observe(Object.assign(new Error('could not extend file'), { code: '53100' }));
  expect(watch.isFull).toBe(true);
  await expect.poll(() => watch.isFull).toBe(false);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'the disk of the database is full: nothing can be saved' }),
    expect.objectContaining({
      msg: 'disk state unknown, readiness restored',
      err: expect.objectContaining({ code: 'ECONNREFUSED' }),
    }),
  ]);
  await pool.end();
});
