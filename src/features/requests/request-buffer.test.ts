import { describe, expect, it, vi } from 'vitest';
import type { Call } from '../../http/server/request-log-hook.ts';
import { type DropReason, RequestBuffer } from './request-buffer.ts';

const principal = {
  accountId: 'a',
  accountKind: 'organization',
  clientId: 'c',
  userId: null,
  scopes: ['org'],
  clockAheadSeconds: 0,
  tokenId: '00000000-0000-7000-8000-000000000003',
  validUntilMs: null,
} as const;
const call = { durationMs: 1, requestBody: null, responseBody: null } as Call;

function buffer(extent: 'off' | 'metadata' | 'full' = 'full') {
  const dropped: DropReason[] = [];
  const clock = { now: () => new Date() };
  return {
    dropped,
    buffer: new RequestBuffer({ clock, extent, onDrop: (reason) => dropped.push(reason), onCall: () => {} }),
  };
}

describe('buffer of requests to be logged', () => {
  it('logs bodies of writes and errors, but not of successful reads', () => {
    const { buffer: full } = buffer();
    expect(full.logExtentOf(principal, 'POST', 201)).toBe('bodies');
    expect(full.logExtentOf(principal, 'GET', 404)).toBe('bodies');
    expect(full.logExtentOf(principal, 'GET', 200)).toBe('metadata');
    expect(buffer('metadata').buffer.logExtentOf(principal, 'POST', 201)).toBe('metadata');
    expect(buffer('off').buffer.logExtentOf(principal, 'POST', 201)).toBe('none');
  });

  it('drops reads of a busy account first, its writes only under a flood, and nothing of other accounts', () => {
    const { buffer: busy, dropped } = buffer();
    for (let count = 0; count < 400; count += 1) busy.logExtentOf(principal, 'GET', 200);
    expect(dropped.length).toBeGreaterThan(80);
    expect(busy.logExtentOf(principal, 'GET', 200)).toBe('none');
    expect(busy.logExtentOf(principal, 'POST', 201)).toBe('metadata');
    for (let count = 0; count < 1_000; count += 1) busy.logExtentOf(principal, 'POST', 201);
    expect(busy.logExtentOf(principal, 'POST', 201)).toBe('none');
    expect(busy.logExtentOf({ ...principal, accountId: 'b' }, 'GET', 200)).toBe('metadata');
  });

  it('counts and drops requests when the buffer is full', () => {
    const { buffer: full, dropped } = buffer();
    for (let count = 0; count < 20_001; count += 1) full.take(call);
    expect(dropped).toEqual(['full']);
    expect(full.drain().calls).toHaveLength(20_000);
    expect(full.size).toBe(0);
  });

  it('drops bodies when they exceed the memory limit', () => {
    const { buffer: full } = buffer();
    const large = { ...call, requestBody: Buffer.alloc(256 * 1024) };
    for (let count = 0; count < 70; count += 1) full.take(large);
    const kept = full.drain().calls.filter(({ call: { requestBody } }) => requestBody !== null);
    expect(kept).toHaveLength(64);
  });

  it('records the use of a client once a minute', () => {
    vi.useFakeTimers();
    try {
      const { buffer: buffered } = buffer('off');
      for (let count = 0; count < 5; count += 1) buffered.logExtentOf(principal, 'GET', 200);
      expect([...buffered.drain().used.keys()]).toEqual(['c']);
      buffered.logExtentOf(principal, 'GET', 200);
      expect(buffered.drain().used.size).toBe(0);
      vi.advanceTimersByTime(61_000);
      buffered.logExtentOf(principal, 'GET', 200);
      expect(buffered.drain().used.size).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
