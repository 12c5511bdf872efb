// Ctrl-C during the first start. A terminal sends it to the whole process group, including child processes.
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { runWaybill, spawnWaybill, temporaryFolder } from '../support/server-process.ts';

it('responds with 503 while the database is being created, exits without errors, and the next command completes it', async () => {
  const folder = temporaryFolder();
  try {
    const port = await freePort();
    const variables = { DATA_DIR: folder.path, ENVIRONMENT: 'production', PORT: String(port) };
    const { child, output } = spawnWaybill(['serve'], variables, { detached: true });
    const ended = once(child, 'close') as Promise<[number | null]>;
    const draft = () => readdirSync(folder.path).find((name) => name.startsWith('postgres-draft'));
    while (!existsSync(`${folder.path}/${draft()}/base`)) await delay(5);
    await expectStarting(`http://127.0.0.1:${port}`);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect((await ended)[0]).toBe(0);
    expect(output()).not.toContain('error');
    expect(await runWaybill(['migrate'], variables)).toMatchObject({ code: 0 });
    expect(draft()).toBeUndefined();
  } finally {
    folder.remove();
  }
});

async function expectStarting(url: string): Promise<void> {
  const alive = await fetch(`${url}/health`);
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
  const ready = await fetch(`${url}/ready?probe=1`);
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await ready.json()).toEqual({ status: 'unavailable', waiting_for: ['startup'] });
  const call = await fetch(`${url}/bookings`, {
    method: 'POST',
    body: '{}',
    headers: { 'x-request-id': 'r-1' },
  });
  expect([call.status, call.headers.get('retry-after'), call.headers.get('x-request-id')]).toEqual([
    503,
    '1',
    'r-1',
  ]);
  expect(call.headers.get('content-type')).toBe('application/vnd.service+json;version=2');
  expect(await call.json()).toEqual({
    type: 'api_error',
    message: 'The server is starting. Retry in a moment.',
    param: null,
    code: 'service_unavailable',
    doc_url: `${url}/docs/errors#service_unavailable`,
  });
}
