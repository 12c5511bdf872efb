import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { play, tries } from '../../../test/support/booking-histories.ts';
import { DISPATCH_STATES } from '../dispatch/dispatch.ts';
import { legacyDispatchState } from '../dispatch/dispatch-state.ts';
import { type CapacityClaim, capacityChanges, capacityClaimOf } from '../time/capacity-claim.ts';
import { type Booking, isFirstStopDone, NEXT_STATES } from './booking.ts';
import type { Transition } from './booking-transitions.ts';

function always(check: (before: Booking | null, step: Transition) => void) {
  const stopCount = fc.integer({ min: 2, max: 7 });
  fc.assert(
    fc.property(tries, stopCount, (script, count) => void play(script, count, check)),
    { numRuns: 40 },
  );
}

describe('after any sequence of commands', () => {
  it('the route has two to seven distinct stops, and contacts and dispatch refer only to those', () => {
    always((_, { booking: { route, contacts, dispatch, quote } }) => {
      const ids = new Set(route.map(({ id }) => id));
      expect(ids.size).toBe(route.length);
      expect(route.length >= 2 && route.length <= 7).toBe(true);
      expect(quote.route.map(({ id }) => id)).toEqual([...ids]);
      for (const { stopIds } of contacts) {
        if (stopIds === null) continue;
        expect(stopIds.length > 0 && stopIds.every((id) => ids.has(id))).toBe(true);
      }
      expect(new Set(contacts.map(({ phoneNumber }) => phoneNumber)).size).toBe(contacts.length);
      if (dispatch) expect(route[dispatch.routePosition]?.id).toBe(dispatch.routeStopId);
    });
  });

  it('the state follows legal edges, and events and times increase, even if the clock is set back', () => {
    let lastMs = 0;
    always((before, { booking, events }) => {
      if (before === null) lastMs = 0;
      for (const { occurredAtMs } of events) {
        expect(occurredAtMs).toBeGreaterThanOrEqual(lastMs);
        lastMs = occurredAtMs;
      }
      const sequences = events.map(({ sequence }) => sequence);
      const from = before?.eventSequence ?? 0;
      expect(sequences).toEqual(sequences.map((_, index) => from + index + 1));
      expect(booking.eventSequence).toBe(from + events.length);
      if (before === null) return;
      if (booking.state !== before.state) expect(NEXT_STATES[before.state]).toContain(booking.state);
      expect(booking.updatedAtMs).toBeGreaterThanOrEqual(before.updatedAtMs);
      expect(booking.updatedAtMs).toBeLessThanOrEqual(lastMs);
      if (events.length === 0) expect(booking).toEqual(before);
      else expect(events.every(({ changed }) => changed.length > 0)).toBe(true);
      expect([booking.id, booking.hid, booking.createdAtMs, booking.tipCents]).toEqual([
        before.id,
        before.hid,
        before.createdAtMs,
        before.tipCents,
      ]);
    });
  });

  it('the dispatch goes from pending to done stop by stop, never back, with a photo of each completed stop', () => {
    always((before, { booking }) => {
      const { dispatch } = booking;
      if (!dispatch) return;
      const shape = dispatch.events.map((event) => `${event.routePosition} ${event.state}`);
      const inOrder = (index: number) => `${Math.floor(index / 4)} ${DISPATCH_STATES[index % 4]}`;
      expect(shape).toEqual(shape.map((_, index) => inOrder(index)));
      const times = dispatch.events.map(({ triggeredAtMs }) => triggeredAtMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const unproven = dispatch.events.filter(
        ({ outcome, photoUrls }) => outcome === 'done' && !photoUrls[0],
      );
      expect(unproven).toEqual([]);
      expect(dispatch.events.every(({ state, outcome }) => (state === 'done') === (outcome !== null))).toBe(
        true,
      );
      const { state, routePosition, routeStopId } = dispatch;
      expect(dispatch.events.at(-1)).toMatchObject({ state, routePosition, routeStopId });
      const startedOver = booking.previousDispatches.length > (before?.previousDispatches.length ?? 0);
      const held = startedOver ? [] : (before?.dispatch?.events ?? []);
      expect(dispatch.events.length).toBeGreaterThanOrEqual(held.length);
      if (before && startedOver) expect(isFirstStopDone(before)).toBe(false);
    });
  });

  it('crew, dispatch, fare and cancellation match the state', () => {
    always((_, { booking }) => {
      const { state, crew, dispatch, fare, cancellation, route } = booking;
      if (state === 'created') expect([crew, dispatch]).toEqual([null, null]);
      if (state === 'dispatched') expect([crew, dispatch]).not.toContain(null);
      if (state === 'completed') expect(dispatch?.events).toHaveLength(route.length * DISPATCH_STATES.length);
      expect(fare !== null).toBe(state === 'completed');
      expect(cancellation !== null).toBe(state === 'cancelled');
      const legacy = legacyDispatchState(booking);
      if (state !== 'dispatched' || dispatch === null) expect(legacy).toBe('origin_pending');
      else expect(legacy.endsWith(`_${dispatch.state}`)).toBe(true);
      expect(legacy.startsWith('destination')).toBe(
        state === 'dispatched' && dispatch?.routePosition === route.length - 1,
      );
    });
  });

  it('the fare is the sum of its lines in whole cents, including the tip', () => {
    let fares = 0;
    always((_, { booking: { fare, tipCents } }) => {
      if (fare === null) return;
      fares++;
      const { totalCents, baseCents, laborCents, travelDistanceCents, travelDurationCents, stopsCents } =
        fare;
      const ride = baseCents + laborCents + travelDistanceCents + travelDurationCents + stopsCents;
      expect(totalCents).toBe(fare.adjustments.reduce((sum, { amountCents }) => sum + amountCents, ride));
      expect(Number.isInteger(totalCents) && totalCents >= 0).toBe(true);
      expect(fare.adjustments.find(({ kind }) => kind === 'tip')?.amountCents).toBe(tipCents);
    });
    // Guards against a vacuous test: enough runs must complete a booking.
    expect(fares).toBeGreaterThan(20);
  });

  it('the booking holds one capacity claim while live and none after cancellation', () => {
    fc.assert(
      fc.property(tries, (script) => {
        const held = new Map<string, number>();
        const key = (claim: CapacityClaim) => JSON.stringify(claim);
        const last = play(script, 3, (before, { booking }) => {
          for (const { kind, claim } of capacityChanges(before, booking)) {
            const count = (held.get(key(claim)) ?? 0) + (kind === 'claim' ? 1 : -1);
            expect(count === 0 || count === 1).toBe(true);
            if (count === 0) held.delete(key(claim));
            else held.set(key(claim), count);
          }
          const claim = capacityClaimOf(booking);
          expect([...held.keys()]).toEqual(claim ? [key(claim)] : []);
        });
        if (last.state === 'cancelled') expect(held.size).toBe(0);
        if (last.state === 'created' || last.state === 'dispatched') expect(held.size).toBe(1);
      }),
      { numRuns: 40 },
    );
  });
});
