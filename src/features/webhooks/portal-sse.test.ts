import { describe, expect, it } from 'vitest';
import type { FindLiveSessions } from '../../http/server/sse-hub.ts';
import { PortalSseHub } from './portal-sse.ts';

const handlers = new Map<string, (payload: string) => void>();
const listener = {
  listening: true,
  on: (channel: string, handler: (payload: string) => void) => void handlers.set(channel, handler),
  onLost: () => {},
  notify: async () => {},
};

const revokedChannel = 'revoked';
const openHub = (findLive: FindLiveSessions) => new PortalSseHub(listener, findLive, revokedChannel);

class FakeConnection {
  readonly written: string[] = [];
  ended = false;
  acceptsWrites = true;
  write(text: string): boolean {
    this.written.push(text);
    return this.acceptsWrites;
  }
  end(): void {
    this.ended = true;
  }
}

function openConnection(streams: PortalSseHub, sessionHash: string, account = 'account'): FakeConnection {
  const connection = new FakeConnection();
  streams.open(account, sessionHash, () => connection);
  return connection;
}

describe('portal SSE connections', () => {
  it('sends a keep-alive comment on every heartbeat', async () => {
    const streams = openHub(async (ids) => new Set(ids));
    const connection = openConnection(streams, 'a');
    await streams.beat();
    await streams.beat();
    expect(connection.written).toEqual(['retry: 2000\n\n', ':\n\n', ':\n\n']);
    streams.drain();
    expect(connection.ended).toBe(true);
  });

  it('closes connections of expired sessions at the next heartbeat', async () => {
    const streams = openHub(async () => new Set(['valid']));
    const [expired, valid] = [openConnection(streams, 'expired'), openConnection(streams, 'valid')];
    await streams.beat();
    expect([expired.ended, valid.ended]).toEqual([true, false]);
    streams.drain();
  });

  it('keeps connections open while sessions cannot be checked', async () => {
    const streams = openHub(() => Promise.reject(new Error('database unavailable')));
    const connection = openConnection(streams, 'a');
    await streams.beat();
    expect(connection.ended).toBe(false);
    streams.drain();
  });

  it('closes a connection that does not drain its writes', async () => {
    const streams = openHub(async (ids) => new Set(ids));
    const connection = openConnection(streams, 'a');
    connection.acceptsWrites = false;
    await streams.beat();
    expect(connection.ended).toBe(true);
    streams.drain();
  });

  it('checks 1,000 sessions with one query for all changes that are waiting', async () => {
    const queries: number[] = [];
    const streams = openHub(async (ids) => {
      queries.push(ids.length);
      return new Set(ids.filter((id) => id !== 'ended'));
    });
    const accounts = Array.from({ length: 20 }, (_, number) => `account-${number}`);
    const connections = accounts.flatMap((account) =>
      Array.from({ length: 50 }, (_, number) => openConnection(streams, `${account} ${number}`, account)),
    );
    const ended = openConnection(streams, 'ended');
    for (let number = 0; number < 10; number++)
      for (const account of [...accounts, 'account']) streams.tell(account, { number });
    await expect.poll(() => connections.every(({ written }) => written.length === 11)).toBe(true);
    expect(ended.written).toEqual(['retry: 2000\n\n']);
    expect(ended.ended).toBe(true);
    expect(queries.length).toBeLessThanOrEqual(2);
    streams.drain();
  });

  it('closes the connections of ended sessions soon after tokens were revoked, without a change', async () => {
    let live = new Set(['a', 'b']);
    const streams = openHub(async () => live);
    const [ended, kept] = [openConnection(streams, 'a'), openConnection(streams, 'b')];
    live = new Set(['b']);
    for (let number = 0; number < 10; number++) handlers.get(revokedChannel)?.('');
    await expect.poll(() => ended.ended, { timeout: 5_000 }).toBe(true);
    expect(kept.ended).toBe(false);
    streams.drain();
  });

  it('closes a connection instead of sending a change while its session cannot be checked', async () => {
    const streams = openHub(() => Promise.reject(new Error('database unavailable')));
    const connection = openConnection(streams, 'a');
    streams.tell('account', { kind: 'endpoint' });
    await expect.poll(() => connection.ended, { timeout: 5_000 }).toBe(true);
    expect(connection.written).toEqual(['retry: 2000\n\n']);
    streams.drain();
  });
});
