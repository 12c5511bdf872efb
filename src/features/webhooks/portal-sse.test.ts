import { describe, expect, it } from 'vitest';
import { PortalSseHub } from './portal-sse.ts';

const listener = { listening: true, on: () => {}, onLost: () => {}, notify: async () => {} };

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

function openConnection(streams: PortalSseHub, sessionHash: string): FakeConnection {
  const connection = new FakeConnection();
  streams.open('account', sessionHash, () => connection);
  return connection;
}

describe('portal SSE connections', () => {
  it('sends a keep-alive comment on every heartbeat', async () => {
    const streams = new PortalSseHub(listener, async (ids) => new Set(ids));
    const connection = openConnection(streams, 'a');
    await streams.beat();
    await streams.beat();
    expect(connection.written).toEqual(['retry: 2000\n\n', ':\n\n', ':\n\n']);
    streams.drain();
    expect(connection.ended).toBe(true);
  });

  it('closes connections of expired sessions at the next heartbeat', async () => {
    const streams = new PortalSseHub(listener, async () => new Set(['valid']));
    const [expired, valid] = [openConnection(streams, 'expired'), openConnection(streams, 'valid')];
    await streams.beat();
    expect([expired.ended, valid.ended]).toEqual([true, false]);
    streams.drain();
  });

  it('keeps connections open while sessions cannot be checked', async () => {
    const streams = new PortalSseHub(listener, () => Promise.reject(new Error('database unavailable')));
    const connection = openConnection(streams, 'a');
    await streams.beat();
    expect(connection.ended).toBe(false);
    streams.drain();
  });

  it('closes a connection that does not drain its writes', async () => {
    const streams = new PortalSseHub(listener, async (ids) => new Set(ids));
    const connection = openConnection(streams, 'a');
    connection.acceptsWrites = false;
    await streams.beat();
    expect(connection.ended).toBe(true);
    streams.drain();
  });
});
