import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeOldLogs } from './server-log.ts';

test('keeps the five newest log files of the server', async () => {
  const clusterFolder = await mkdtemp(join(tmpdir(), 'waybill-log-'));
  await mkdir(join(clusterFolder, 'log'));
  const days = ['09', '03', '01', '08', '02', '05', '04'];
  const files = days.map((day) => `postgresql-2026-01-${day}_101112.log`);
  for (const name of [...files, 'notes.txt']) await writeFile(join(clusterFolder, 'log', name), '');

  removeOldLogs({ clusterFolder });
  const kept = (await readdir(join(clusterFolder, 'log'))).map((name) => name.slice(0, 21));
  expect(kept.sort()).toEqual([
    'notes.txt',
    'postgresql-2026-01-03',
    'postgresql-2026-01-04',
    'postgresql-2026-01-05',
    'postgresql-2026-01-08',
    'postgresql-2026-01-09',
  ]);
  await rm(clusterFolder, { recursive: true });
});
