// The SSE stream of the portal: invalidations for every tab of the account, for no other account, and for as long as the
// session lasts.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../src/lib/ids.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { EventStream } from '../support/event-stream.ts';
import { PortalClient, requestPortalLink } from '../support/portal-client.ts';
import { PATIENCE_MS } from '../support/scale.ts';

let test: TestApp;
let partner: ApiClient;
const open: EventStream[] = [];
beforeAll(async () => {
  test = await startTestApp();
  partner = await test.partner();
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(() => test.close());

async function listen(visitor: PortalClient, baseUrl = visitor.baseUrl): Promise<EventStream> {
  const stream = await EventStream.open(`${baseUrl}/portal/api/stream`, visitor.headers('GET', false));
  open.push(stream);
  expect(stream.response.statusCode).toBe(200);
  expect(await stream.next()).toBe('retry: 2000');
  return stream;
}

const accountOf = async (visitor: PortalClient): Promise<string> =>
  (await visitor.readSession()).body.account.id;

const tell = (changes: unknown) =>
  queryAsOwner(test.connection, `select pg_notify('waybill_webhook_changes', $1)`, [
    typeof changes === 'string' ? changes : JSON.stringify(changes),
  ]);

const someId = () => uuidv7(Date.now());

describe('the SSE stream of the portal', () => {
  it('has headers that keep browsers and proxies from buffering it', async () => {
    const { response } = await listen(await PortalClient.enter(partner));
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
  });

  it('reports changes to every tab of the account', async () => {
    const visitor = await PortalClient.enter(partner);
    const tabs = [
      await listen(visitor),
      await listen(visitor),
      await listen(await PortalClient.enter(partner)),
    ];
    const change = { kind: 'delivery', endpoint_id: someId(), delivery_id: someId() };
    await tell([{ account_id: await accountOf(visitor), ...change, secret: 'not for pages' }]);
    for (const tab of tabs) expect(await tab.nextChange()).toEqual(change);
  });

  it('reports nothing to other accounts', async () => {
    const visitor = await PortalClient.enter(partner);
    const stranger = await PortalClient.enter(await test.partner());
    const [own, other] = [await listen(visitor), await listen(stranger)];
    const [mine, theirs] = [await accountOf(visitor), await accountOf(stranger)];
    const first = { kind: 'endpoint', endpoint_id: someId() };
    const second = { kind: 'recovery', endpoint_id: someId() };
    await tell([
      { account_id: mine, ...first },
      { account_id: theirs, ...second },
    ]);
    expect(await own.nextChange()).toEqual(first);
    expect(await other.nextChange()).toEqual(second);
    // The next change is the account's own: none of the other account came before it.
    await tell([
      { account_id: mine, ...second },
      { account_id: theirs, ...first },
    ]);
    expect(await own.nextChange()).toEqual(second);
    expect(await other.nextChange()).toEqual(first);
  });

  it('ignores malformed and unknown notifications, which another version may send', async () => {
    const visitor = await PortalClient.enter(partner);
    const stream = await listen(visitor);
    const account_id = await accountOf(visitor);
    for (const strange of ['', 'not json', '{}', 'null', '[null, 1, "x", [], {"account_id": 7}]'])
      await tell(strange);
    await tell([{ account_id, kind: 'endpoint', endpoint_id: 'x\n\nevent: evil' }]);
    const change = { kind: 'endpoint', endpoint_id: someId() };
    await tell([
      { account_id, kind: 'unheard of', endpoint_id: someId() },
      { account_id, ...change },
    ]);
    expect(await stream.nextChange()).toEqual(change);
  });

  it('reports changes to connections of other processes', async () => {
    const other = await startTestApp({ sharing: test });
    try {
      const visitor = await PortalClient.enter(partner);
      const stream = await listen(visitor, other.baseUrl);
      const change = { kind: 'endpoint', endpoint_id: someId() };
      await tell([{ account_id: await accountOf(visitor), ...change }]);
      expect(await stream.nextChange()).toEqual(change);
    } finally {
      await other.close();
    }
  });

  it('ends with the session, at every process', async () => {
    const other = await startTestApp({ sharing: test });
    try {
      const visitor = await PortalClient.enter(partner);
      const stays = await listen(await PortalClient.enter(partner));
      const streams = [await listen(visitor), await listen(visitor, other.baseUrl)];
      expect((await visitor.call('DELETE', '/session')).status).toBe(204);
      for (const stream of streams) expect(await stream.nextChange()).toBeNull();
      expect(stays.hasEnded).toBe(false);
    } finally {
      await other.close();
    }
  });

  it.each(['revocation of its token', 'rotation of its secret'])(
    'ends at every process before the next change after the %s',
    async (end) => {
      const other = await startTestApp({ sharing: test });
      try {
        const { client } = await test.organization();
        const own = await test.partner({ client });
        const visitor = await (await PortalClient.enter(own)).confirm(client);
        const account_id = await accountOf(visitor);
        const streams = [await listen(visitor), await listen(visitor, other.baseUrl)];
        const ended =
          end === 'revocation of its token'
            ? await own.post('/oauth/revoke', { token: own.token })
            : await visitor.post(`/keys/${client.id}/rotate`, { overlap_hours: 0 });
        expect(ended.status, ended.text).toBe(200);
        await tell([{ account_id, kind: 'endpoint', endpoint_id: someId() }]);
        for (const stream of streams) expect(await stream.nextChange()).toBeNull();
      } finally {
        await other.close();
      }
    },
  );

  it('ends when a step-up replaces the token of the session, and opens with the new one', async () => {
    const { client } = await test.organization();
    const visitor = await PortalClient.enter(await test.partner({ client }));
    const stream = await listen(visitor);
    await visitor.confirm(client);
    expect(await stream.nextChange()).toBeNull();
    await listen(visitor);
  });

  it('ends when the browser opens a link of another account', async () => {
    const visitor = await PortalClient.enter(partner);
    const stream = await listen(visitor);
    expect((await visitor.exchange(await requestPortalLink(await test.partner()))).status).toBe(204);
    expect(await stream.nextChange()).toBeNull();
  });

  it('limits the connections of an account', async () => {
    const own = await test.partner();
    const visitor = await PortalClient.enter(own);
    const streams = await Promise.all(Array.from({ length: 50 }, () => listen(visitor)));
    const refused = await visitor.get('/stream');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    // The limit is per account.
    await listen(await PortalClient.enter(partner));
    streams[0]?.close();
    await expect
      .poll(async () => {
        const stream = await EventStream.open(
          `${own.baseUrl}/portal/api/stream`,
          visitor.headers('GET', false),
        );
        open.push(stream);
        return stream.response.statusCode;
      })
      .toBe(200);
  });

  it('ends when the process loses its listener connection, so that no change is missed', async () => {
    const visitor = await PortalClient.enter(partner);
    const stream = await listen(visitor);
    await queryAsOwner(
      test.connection,
      `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'waybill:listener' and datname = current_database()`,
    );
    expect(await stream.nextChange()).toBeNull();
    await expect.poll(async () => (await test.anonymous.get('/ready')).status).toBe(200);
    const again = await listen(visitor);
    const change = { kind: 'endpoint', endpoint_id: someId() };
    await tell([{ account_id: await accountOf(visitor), ...change }]);
    expect(await again.nextChange()).toEqual(change);
  });

  it('ends when the server drains, and does not delay the stop', async () => {
    const stopping = await startTestApp({ sharing: test });
    const visitor = await PortalClient.enter(partner);
    const streams = [await listen(visitor, stopping.baseUrl), await listen(visitor, stopping.baseUrl)];
    stopping.app.drain();
    for (const stream of streams) expect(await stream.nextChange()).toBeNull();
    // A connection during the drain is ended in an orderly way, so that browsers reconnect by themselves.
    const late = await listen(visitor, stopping.baseUrl);
    expect(await late.nextChange()).toBeNull();
    const stopped = await Promise.race([
      stopping.close().then(() => 'stopped'),
      delay(PATIENCE_MS, 'held up', { ref: false }),
    ]);
    expect(stopped).toBe('stopped');
  });

  it('ends when the server closes without draining', async () => {
    const stopping = await startTestApp({ sharing: test });
    const stream = await listen(await PortalClient.enter(partner), stopping.baseUrl);
    const stopped = await Promise.race([
      stopping.close().then(() => 'stopped'),
      delay(PATIENCE_MS, 'held up', { ref: false }),
    ]);
    expect(stopped).toBe('stopped');
    expect(await stream.nextChange()).toBeNull();
  });
});
