import { describe, expect, it } from 'vitest';
import type { NotifiedBooking } from '../notification/notified-booking.ts';
import { decideLateness } from './lateness.ts';

const END = Date.UTC(2026, 2, 10, 17);
const MINUTE = 60_000;
const booking: NotifiedBooking = {
  id: 'b1',
  hid: 'BCDF2345',
  state: 'dispatched',
  stops: ['s0', 's1'].map((id) => ({ id, name: id, timeZone: 'UTC', planned: null })),
  windowStartMs: END - 60 * MINUTE,
  windowEndMs: END,
  windowRef: 'origin',
  progress: { state: 'driving', position: 0, departedAtMs: END - 40 * MINUTE },
  etaMs: END,
  doneStopIds: [],
  skippedStopIds: [],
};
const decision = (atMinutes: number, change: Partial<NotifiedBooking> = {}) =>
  decideLateness({ ...booking, ...change }, END, END + atMinutes * MINUTE);

describe('a promised window', () => {
  it('is checked every minute from 30 minutes before its end', () => {
    expect(decision(-120)).toEqual({ kind: 'look_again', atMs: END - 30 * MINUTE });
    expect(decision(-20)).toEqual({ kind: 'look_again', atMs: END - 19 * MINUTE });
    expect(decision(4.5)).toEqual({ kind: 'look_again', atMs: END + 5 * MINUTE });
  });

  it('is late as soon as the ETA misses it by more than five minutes', () => {
    expect(decision(-20, { etaMs: END + 5 * MINUTE })).toMatchObject({ kind: 'look_again' });
    expect(decision(-20, { etaMs: END + 6 * MINUTE })).toEqual({ kind: 'late' });
  });

  it('is late five minutes after its end, with or without a crew', () => {
    expect(decision(5)).toEqual({ kind: 'late' });
    expect(decision(5, { state: 'created', progress: null, etaMs: null })).toEqual({ kind: 'late' });
  });

  it('is checked at its reference stop, not at another stop', () => {
    const change = { windowRef: 'destination', etaMs: END + 60 * MINUTE } as const;
    expect(decision(-20, change)).toMatchObject({ kind: 'look_again' });
  });

  it('is no longer watched once the crew has arrived, the booking is final or the window was changed', () => {
    const over = { kind: 'over' };
    expect(decision(10, { progress: { state: 'at', position: 0, departedAtMs: 0 } })).toEqual(over);
    expect(decision(10, { progress: { state: 'pending', position: 1, departedAtMs: null } })).toEqual(over);
    expect(decision(10, { state: 'cancelled' })).toEqual(over);
    expect(decision(10, { state: 'completed' })).toEqual(over);
    expect(decision(10, { windowEndMs: END + 1 })).toEqual(over);
  });
});
