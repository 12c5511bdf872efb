import { describe, expect, it } from 'vitest';
import {
  dispatchedBooking,
  driven,
  HOUR_MS,
  momentAt,
  NOW,
  newBooking,
  onDemandWindow,
} from '../../../test/support/booking-samples.ts';
import type { Booking } from './booking.ts';
import { type CancelCommand, cancelBooking } from './booking-ending.ts';
import {
  type CancellationPolicy,
  FREE_CANCELLATION,
  previewCancellation,
  tierFeeCents,
} from './cancellation-policy.ts';
import type { TierFee } from './cancellation-tier.ts';

const lowest = newBooking().quote.estimate[0].totalCents;
/** The sample's window begins 20 hours from now. */
const policy: CancellationPolicy = {
  tiers: [
    { from: { kind: 'notice', minutes: 24 * 60 }, fee: { cents: 1_000 } },
    { from: { kind: 'notice', minutes: 2 * 60 }, fee: { percent: 25 } },
    { from: { kind: 'crew_departed' }, fee: { percent: 50 } },
    { from: { kind: 'crew_arrived' }, fee: { cents: 99_999_999 } },
  ],
};
const cancel = (booking: Booking, command: Partial<CancelCommand> = {}, terms = policy) =>
  cancelBooking(booking, { by: 'partner', reason: 'other', ...command }, { policy: terms }, momentAt(300))
    .booking.cancellation;
const preview = (booking: Booking, nowMs = NOW) => previewCancellation(policy, booking, nowMs);

describe('the fee for cancelling', () => {
  it('is 0 unless the account has a policy', () => {
    expect(cancel(driven(dispatchedBooking(), 0, 'at'), {}, FREE_CANCELLATION)).toEqual({
      by: 'partner',
      reason: 'other',
      feeCents: 0,
      tier: null,
      atMs: NOW + 5 * HOUR_MS,
    });
  });

  it('is that of the highest applicable tier, and never more than the lowest estimate', () => {
    expect(cancel(newBooking())?.feeCents).toBe(1_000);
    expect(cancel(dispatchedBooking())?.feeCents).toBe(1_000);
    expect(cancel(driven(dispatchedBooking(), 0, 'driving'))?.feeCents).toBe(Math.round(lowest / 2));
    expect(cancel(driven(dispatchedBooking(), 0, 'at'))?.feeCents).toBe(lowest);
  });

  it('adds a percentage and an amount, within its limits', () => {
    const asked = (fee: TierFee) => tierFeeCents({ from: { kind: 'crew_assigned' }, fee }, newBooking());
    const half = Math.round(lowest / 2);
    expect(asked({ percent: 50, cents: 7 })).toBe(half + 7);
    expect(asked({ percent: 50, maxCents: 900 })).toBe(900);
    expect(asked({ cents: 7, minCents: 900 })).toBe(900);
    expect(asked({ percent: 100, cents: 7 })).toBe(lowest);
    expect(asked({ cents: 7, minCents: lowest + 1 })).toBe(lowest);
  });

  it('is stored with its tier', () => {
    expect(cancel(newBooking())?.tier).toEqual(policy.tiers[0]);
    expect(cancel(newBooking(), { by: 'operator' })?.tier).toBeNull();
  });

  it('is charged to partners; otherwise only if an operator requests it', () => {
    expect(cancel(newBooking(), { by: 'operator' })?.feeCents).toBe(0);
    expect(cancel(newBooking(), { by: 'operator', chargesFee: true })?.feeCents).toBe(1_000);
    expect(cancel(newBooking(), { by: 'provider', chargesFee: true })?.feeCents).toBe(0);
  });
});

describe('the preview of a cancellation', () => {
  it('returns the fee, its tier, and how long it is valid', () => {
    expect(preview(newBooking())).toEqual({
      cancellable: true,
      feeCents: 1_000,
      tier: policy.tiers[0],
      feeValidUntilMs: NOW + 18 * HOUR_MS,
    });
    expect(preview(newBooking(), NOW + 18 * HOUR_MS)).toMatchObject({
      feeCents: Math.round(lowest / 4),
      feeValidUntilMs: null,
    });
    expect(preview(newBooking(), NOW - 10 * HOUR_MS)).toMatchObject({
      feeCents: 0,
      tier: null,
      feeValidUntilMs: NOW - 4 * HOUR_MS,
    });
  });

  it('ignores notice tiers for on-demand bookings', () => {
    const [window] = onDemandWindow;
    if (!window) throw new Error('no on-demand window');
    expect(preview(newBooking({ window }))).toMatchObject({ feeCents: 0, feeValidUntilMs: null });
    expect(preview(driven(dispatchedBooking({ window }), 0, 'driving'))).toMatchObject({
      feeCents: Math.round(lowest / 2),
    });
  });

  it('reports when it is too late', () => {
    const late = { cancellable: false, code: 'booking_not_cancellable' };
    expect(preview(driven(dispatchedBooking(), 1))).toEqual(late);
    expect(preview({ ...newBooking(), state: 'completed' })).toEqual(late);
    expect(preview({ ...newBooking(), state: 'cancelled' })).toEqual({
      ...late,
      code: 'booking_already_cancelled',
    });
  });
});
