import { describe, expect, it } from 'vitest';
import type { BookingEventType, ChangedField } from '../booking/booking-events.ts';
import { channelsOf, planLateNotices, planNotices } from './notification-plan.ts';
import type { NotifiedBooking, Recipient } from './notified-booking.ts';

const NOW = Date.UTC(2026, 2, 10, 16);
const MINUTE = 60_000;
const recipient = (key: string, stopIds: readonly string[] | null = null): Recipient => ({
  key,
  name: null,
  phoneNumber: '+13125550100',
  email: null,
  stopIds,
});
const all = recipient('all');
const atPickup = recipient('pickup', ['s0']);
const atDropoff = recipient('dropoff', ['s2']);
const allRecipients = [all, atPickup, atDropoff];

const booking: NotifiedBooking = {
  id: 'b1',
  hid: 'BCDF2345',
  state: 'dispatched',
  stops: ['s0', 's1', 's2'].map((id) => ({ id, name: id, timeZone: 'America/Chicago', planned: null })),
  windowStartMs: NOW,
  windowEndMs: NOW + 60 * MINUTE,
  windowRef: 'origin',
  progress: { state: 'driving', position: 0, departedAtMs: NOW },
  etaMs: null,
  doneStopIds: [],
  skippedStopIds: [],
};

function noticesFor(
  type: BookingEventType,
  {
    stopId = null,
    changed = [],
    ...more
  }: Partial<NotifiedBooking> & {
    stopId?: string | null;
    changed?: readonly ChangedField[];
  } = {},
): string[] {
  const event = { id: 'e1', type, occurredAtMs: NOW, stopId, changed };
  return planNotices(event, { ...booking, ...more }, allRecipients).map(
    (notice) => `${notice.kind} ${notice.recipient.key}`,
  );
}

describe('notice planning', () => {
  it('notifies all recipients of the booking, regardless of their stops', () => {
    expect(noticesFor('booking.created')).toEqual(['booked all', 'booked pickup', 'booked dropoff']);
  });

  it('notifies only the recipients of a stop', () => {
    expect(noticesFor('booking.stop.departed', { stopId: 's0' })).toEqual([
      'on_the_way all',
      'on_the_way pickup',
    ]);
    expect(noticesFor('booking.stop.arrived', { stopId: 's2' })).toEqual([
      'arriving all',
      'arriving dropoff',
    ]);
    expect(noticesFor('booking.stop.completed', { stopId: 's1' })).toEqual(['stop_done all']);
  });

  it('notifies recipients of the whole route of the completion instead of the last stop', () => {
    expect(noticesFor('booking.stop.completed', { stopId: 's2' })).toEqual([
      'stop_done dropoff',
      'all_done all',
    ]);
    expect(noticesFor('booking.completed', { state: 'completed' })).toEqual([]);
  });

  it('notifies the recipients of a skipped stop that it was not completed', () => {
    expect(noticesFor('booking.stop.completed', { stopId: 's1', skippedStopIds: ['s1'] })).toEqual([
      'not_delivered all',
    ]);
    expect(noticesFor('booking.stop.completed', { stopId: 's2', skippedStopIds: ['s2'] })).toEqual([
      'not_delivered all',
      'not_delivered dropoff',
    ]);
  });

  it('notifies of a cancellation only recipients with open stops', () => {
    expect(noticesFor('booking.cancelled', { state: 'cancelled', doneStopIds: ['s0'] })).toEqual([
      'cancelled all',
      'cancelled dropoff',
    ]);
  });

  it('notifies of a new window and a new contact, and of no other edits', () => {
    expect(noticesFor('booking.updated', { changed: ['arrival_window'] })).toHaveLength(3);
    expect(noticesFor('booking.updated', { changed: ['contacts'] })).toContain('booked all');
    expect(noticesFor('booking.updated', { changed: ['description'] })).toEqual([]);
    expect(noticesFor('booking.updated', { changed: ['arrival_window'], state: 'cancelled' })).toEqual([]);
  });

  it('plans one arriving notice per departure, from a position ten minutes away or from the arrival', () => {
    const occasions = (type: BookingEventType, stopId: string | null, etaMs: number) =>
      planNotices({ id: type, type, occurredAtMs: NOW, stopId, changed: [] }, { ...booking, etaMs }, [
        all,
      ]).map(({ occasion }) => occasion);
    expect(occasions('crew.location_updated', null, NOW + 11 * MINUTE)).toEqual([]);
    const near = occasions('crew.location_updated', null, NOW + 10 * MINUTE);
    expect(near).toHaveLength(1);
    expect(occasions('booking.stop.arrived', 's0', NOW)).toEqual(near);
  });

  it('notifies recipients with open stops of a late window, once per window', () => {
    const late = planLateNotices({ ...booking, doneStopIds: ['s0'] }, allRecipients);
    expect(late.map(({ recipient: { key }, occasion }) => [key, occasion])).toEqual([
      ['all', `late:${booking.windowEndMs}`],
      ['dropoff', `late:${booking.windowEndMs}`],
    ]);
  });

  it('uses all channels, but sends no arriving e-mail to recipients with a phone number', () => {
    const both = { ...all, email: 'ana@example.com' };
    expect(channelsOf({ kind: 'booked', recipient: both })).toEqual(['sms', 'email']);
    expect(channelsOf({ kind: 'arriving', recipient: both })).toEqual(['sms']);
    expect(channelsOf({ kind: 'arriving', recipient: { ...both, phoneNumber: null } })).toEqual(['email']);
    expect(channelsOf({ kind: 'booked', recipient: { ...both, phoneNumber: null, email: null } })).toEqual(
      [],
    );
  });
});
