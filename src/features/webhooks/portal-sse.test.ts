import { describe, expect, it } from 'vitest';
import { ChangeStreams } from './portal-sse.ts';

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

function openConnection(streams: ChangeStreams, sessionId: string): FakeConnection {
  const connection = new FakeConnection();
  streams.open('account', sessionId, () => connection);
  return connection;
}

describe('open pages', () => {
  it('hear something now and then while nothing happens', async () => {
    const streams = new ChangeStreams(listener, async (ids) => new Set(ids));
    const connection = openConnection(streams, 'a');
    await streams.beat();
    await streams.beat();
    expect(connection.written).toEqual(['retry: 2000\n\n', ':\n\n', ':\n\n']);
    streams.drain();
    expect(connection.ended).toBe(true);
  });

  it('are closed at the next beat when their session has run out', async () => {
    const streams = new ChangeStreams(listener, async () => new Set(['goes on']));
    const [expired, valid] = [openConnection(streams, 'expired'), openConnection(streams, 'goes on')];
    await streams.beat();
    expect([expired.ended, valid.ended]).toEqual([true, false]);
    streams.drain();
  });

  it('stay open while nobody can say whether their session goes on', async () => {
    const streams = new ChangeStreams(listener, () => Promise.reject(new Error('the database is away')));
    const connection = openConnection(streams, 'a');
    await streams.beat();
    expect(connection.ended).toBe(false);
    streams.drain();
  });

  it('are closed when they no longer take what they are told', async () => {
    const streams = new ChangeStreams(listener, async (ids) => new Set(ids));
    const connection = openConnection(streams, 'a');
    connection.acceptsWrites = false;
    await streams.beat();
    expect(connection.ended).toBe(true);
    streams.drain();
  });
});
