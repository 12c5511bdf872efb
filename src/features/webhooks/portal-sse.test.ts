import { describe, expect, it } from 'vitest';
import { ChangeStreams } from './portal-sse.ts';

const listener = { listening: true, on: () => {}, onLost: () => {}, notify: async () => {} };

class Line {
  readonly written: string[] = [];
  ended = false;
  takes = true;
  write(text: string): boolean {
    this.written.push(text);
    return this.takes;
  }
  end(): void {
    this.ended = true;
  }
}

function openLine(streams: ChangeStreams, sessionId: string): Line {
  const line = new Line();
  streams.open('account', sessionId, () => line);
  return line;
}

describe('open pages', () => {
  it('hear something now and then while nothing happens', async () => {
    const streams = new ChangeStreams(listener, async (ids) => new Set(ids));
    const line = openLine(streams, 'a');
    await streams.beat();
    await streams.beat();
    expect(line.written).toEqual(['retry: 2000\n\n', ':\n\n', ':\n\n']);
    streams.drain();
    expect(line.ended).toBe(true);
  });

  it('are closed at the next beat when their session has run out', async () => {
    const streams = new ChangeStreams(listener, async () => new Set(['goes on']));
    const [over, goesOn] = [openLine(streams, 'over'), openLine(streams, 'goes on')];
    await streams.beat();
    expect([over.ended, goesOn.ended]).toEqual([true, false]);
    streams.drain();
  });

  it('stay open while nobody can say whether their session goes on', async () => {
    const streams = new ChangeStreams(listener, () => Promise.reject(new Error('the database is away')));
    const line = openLine(streams, 'a');
    await streams.beat();
    expect(line.ended).toBe(false);
    streams.drain();
  });

  it('are closed when they no longer take what they are told', async () => {
    const streams = new ChangeStreams(listener, async (ids) => new Set(ids));
    const line = openLine(streams, 'a');
    line.takes = false;
    await streams.beat();
    expect(line.ended).toBe(true);
    streams.drain();
  });
});
