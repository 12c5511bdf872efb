// Ctrl-C during the first start. A terminal sends it to the whole process group, including child processes.
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { runWaybill, spawnWaybill, stopProcess, temporaryFolder } from '../support/server-process.ts';

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

it('keeps a connection open from the first 503 to the first 200, and copies the second database from the first', async () => {
  const folder = temporaryFolder();
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const variables = { DATA_DIR: folder.path, PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  const { child, output } = spawnWaybill(['serve'], variables);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const statuses: (number | null)[] = [];
    const sockets = new Set<unknown>();
    while (statuses.at(-1) !== 200) {
      if (child.exitCode !== null) throw new Error(output());
      const { status, socket } = await probe(`http://127.0.0.1:${sandboxPort}/ready`, agent);
      statuses.push(status);
      if (socket) sockets.add(socket);
      await delay(20);
    }
    expect(new Set(statuses.filter((status) => status !== null))).toEqual(new Set([503, 200]));
    expect(sockets.size).toBe(1);
    // One entry: the migrations of the first database. The second was never migrated.
    const migrated = output().match(/"environment":"\w+","applied"/g);
    expect(migrated).toEqual(['"environment":"production","applied"']);
  } finally {
    agent.destroy();
    await stopProcess(child, 'SIGTERM');
    folder.remove();
  }
});

/** null: the port is not open yet. */
function probe(url: string, agent: Agent): Promise<{ status: number | null; socket?: unknown }> {
  return new Promise((resolve) => {
    get(url, { agent }, (response) => {
      const { socket } = response;
      response.resume().on('end', () => resolve({ status: response.statusCode ?? null, socket }));
    }).on('error', () => resolve({ status: null }));
  });
}

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
  const visit = await fetch(`${url}/console`, { headers: { accept: 'text/html', 'accept-language': 'es' } });
  expect([visit.status, visit.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(await visit.text()).toContain('<h1>Waybill se está iniciando</h1>');
}
