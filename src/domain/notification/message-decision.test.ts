import { describe, expect, it } from 'vitest';
import { decideMessage, type MessageDecisionInput, retryAfterSeconds } from './message-decision.ts';
import type { NoticeKind } from './notification-plan.ts';
import type { NotifiedBooking } from './notified-booking.ts';
import { parseQuietHours, quietUntilMs } from './quiet-hours.ts';

const zone = 'America/Chicago';
const quietHours = parseQuietHours('21:00-08:00');
/** 10 PM in Chicago. */
const NIGHT = Date.UTC(2026, 2, 11, 3);
const MORNING = Date.UTC(2026, 2, 11, 13);
const HOUR = 3_600_000;

const booking: NotifiedBooking = {
  id: 'b1',
  hid: 'BCDF2345',
  state: 'created',
  stops: ['s0', 's1'].map((id) => ({ id, name: id, timeZone: zone, planned: null })),
  windowStartMs: MORNING + 2 * HOUR,
  windowEndMs: MORNING + 3 * HOUR,
  windowRef: 'origin',
  progress: null,
  etaMs: null,
  doneStopIds: [],
  skippedStopIds: [],
};

function decide(
  kind: NoticeKind,
  more: Partial<MessageDecisionInput> = {},
  change: Partial<NotifiedBooking> = {},
) {
  const { windowStartMs, windowEndMs } = booking;
  const now = { ...booking, ...change };
  return decideMessage({
    notice: {
      kind,
      stopId: 's0',
      recipientKey: 'c1',
      claim: { windowStartMs, windowEndMs, departedAtMs: now.progress?.departedAtMs ?? null },
    },
    channel: 'sms',
    timeZone: zone,
    booking: now,
    recipients: [{ key: 'c1', name: null, phoneNumber: '+13125550100', email: null, stopIds: null }],
    hasOptedOut: false,
    quietHours,
    nowMs: NIGHT,
    ...more,
  });
}

const driving = {
  state: 'dispatched',
  progress: { state: 'driving', position: 0, departedAtMs: NIGHT },
} as const;

describe('a text message in quiet hours', () => {
  it('waits until they end in the time zone of the stop', () => {
    expect(decide('booked')).toEqual({ kind: 'wait', untilMs: MORNING });
    expect(decide('stop_done')).toEqual({ kind: 'wait', untilMs: MORNING });
    expect(decide('cancelled', {}, { state: 'cancelled' })).toEqual({ kind: 'wait', untilMs: MORNING });
    expect(decide('booked', { nowMs: MORNING })).toEqual({ kind: 'send' });
    expect(decide('booked', { quietHours: null })).toEqual({ kind: 'send' });
  });

  it('is sent if it would be useless later', () => {
    expect(decide('on_the_way', {}, driving)).toEqual({ kind: 'send' });
    expect(decide('arriving', {}, driving)).toEqual({ kind: 'send' });
    expect(decide('late')).toEqual({ kind: 'send' });
  });

  it('is sent if the morning would be too late to prepare', () => {
    const claim = { windowStartMs: MORNING + HOUR / 2, windowEndMs: MORNING + HOUR, departedAtMs: null };
    const notice = { kind: 'cancelled', stopId: null, recipientKey: 'c1', claim } as const;
    expect(decide('cancelled', { notice }, { state: 'cancelled' })).toEqual({ kind: 'send' });
  });

  it('does not delay an e-mail', () => {
    expect(decide('booked', { channel: 'email' })).toEqual({ kind: 'send' });
  });
});

describe('a message that had to wait', () => {
  const dropped = { kind: 'drop', reason: 'no_longer_true' };

  it('is dropped once it is stale', () => {
    const nowMs = MORNING;
    expect(decide('booked', { nowMs }, { state: 'cancelled' })).toEqual(dropped);
    expect(decide('booked', { nowMs }, { windowStartMs: MORNING + 5 * HOUR })).toEqual(dropped);
    expect(decide('booked', { nowMs }, driving)).toEqual(dropped);
    expect(decide('booked', { nowMs: MORNING + 4 * HOUR })).toEqual(dropped);
    const at = { state: 'at', position: 0, departedAtMs: NIGHT } as const;
    expect(decide('on_the_way', { nowMs }, { ...driving, progress: at })).toEqual(dropped);
    expect(decide('late', { nowMs }, { ...driving, progress: at })).toEqual(dropped);
    const again = { state: 'driving', position: 0, departedAtMs: NIGHT + HOUR } as const;
    const claim = { windowStartMs: null, windowEndMs: null, departedAtMs: NIGHT };
    const first = { kind: 'on_the_way', stopId: 's0', recipientKey: 'c1', claim } as const;
    expect(decide('on_the_way', { notice: first }, { ...driving, progress: again })).toEqual(dropped);
    const next = { state: 'pending', position: 1, departedAtMs: null } as const;
    expect(decide('arriving', { nowMs }, { ...driving, progress: next })).toEqual(dropped);
  });

  it('is dropped if the recipient opted out or was removed', () => {
    expect(decide('booked', { hasOptedOut: true })).toEqual({ kind: 'drop', reason: 'opted_out' });
    expect(decide('booked', { recipients: [] })).toEqual({ kind: 'drop', reason: 'recipient_removed' });
  });

  it('is attempted eight times with growing delays, and not before the delay that the provider requests', () => {
    const waits = Array.from({ length: 8 }, (_, index) => retryAfterSeconds(index + 1, 1));
    expect(waits).toEqual([30, 120, 600, 1_800, 3_600, 7_200, 14_400, null]);
    expect(retryAfterSeconds(1, 90)).toBe(90);
  });
});

describe('quiet hours', () => {
  it('are parsed as two times of day', () => {
    expect(parseQuietHours('21:00-08:00')).toEqual({ fromMinute: 1_260, untilMinute: 480 });
    for (const text of ['21-8', '24:00-08:00', '08:00-08:00', '21:00-08:00 ', '']) {
      expect(parseQuietHours(text), text).toBeNull();
    }
  });

  it('end in the time zone of the stop, also in a night with a clock change', () => {
    // Clocks go forward on March 8 and back on November 1.
    expect(quietUntilMs(quietHours, zone, Date.UTC(2026, 2, 8, 4))).toBe(Date.UTC(2026, 2, 8, 13));
    expect(quietUntilMs(quietHours, zone, Date.UTC(2026, 10, 1, 4))).toBe(Date.UTC(2026, 10, 1, 14));
    expect(quietUntilMs(quietHours, zone, NIGHT + 5 * HOUR)).toBe(MORNING);
    expect(quietUntilMs(quietHours, 'America/Los_Angeles', NIGHT)).toBeNull();
  });

  it('may be within one day', () => {
    const noon = parseQuietHours('12:00-14:30');
    expect(quietUntilMs(noon, 'UTC', Date.UTC(2026, 2, 10, 12))).toBe(Date.UTC(2026, 2, 10, 14, 30));
    expect(quietUntilMs(noon, 'UTC', Date.UTC(2026, 2, 10, 14, 30))).toBeNull();
    expect(quietUntilMs(noon, 'UTC', Date.UTC(2026, 2, 10, 11, 59))).toBeNull();
  });
});
