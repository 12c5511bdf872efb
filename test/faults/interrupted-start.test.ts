// Ctrl-C during the first start. A terminal sends it to the whole process group, including child processes.
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runWaybill, spawnWaybill, temporaryFolder } from '../support/server-process.ts';

it('exits without errors while the database is being created, and the next command completes it', async () => {
  const folder = temporaryFolder();
  try {
    const variables = { DATA_DIR: folder.path, ENVIRONMENT: 'production', PORT: '0' };
    const { child, output } = spawnWaybill(['serve'], variables, { detached: true });
    const ended = once(child, 'close') as Promise<[number | null]>;
    const draft = () => readdirSync(folder.path).find((name) => name.startsWith('postgres-draft'));
    while (!existsSync(`${folder.path}/${draft()}/base`)) await delay(5);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect((await ended)[0]).toBe(0);
    expect(output()).not.toContain('error');
    expect(await runWaybill(['migrate'], variables)).toMatchObject({ code: 0 });
    expect(draft()).toBeUndefined();
  } finally {
    folder.remove();
  }
});
