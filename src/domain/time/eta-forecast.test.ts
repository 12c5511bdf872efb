import { describe, expect, it } from 'vitest';
import {
  dispatchedBooking,
  driven,
  MINUTE_MS,
  momentAt,
  NOW,
  newBooking,
  onDemandWindow,
} from '../../../test/support/booking-samples.ts';
import type { Booking } from '../booking/booking.ts';
import { failStop } from '../booking/booking-progress.ts';
import { forecastArrivals, plannedArrivals } from './eta-forecast.ts';

const at = (minutes: number) => NOW + minutes * MINUTE_MS;

function expecting(booking: Booking, etaMinutes: number, positionAtMinutes: number): Booking {
  const { crew } = booking;
  if (!crew) throw new Error('no crew');
  return { ...booking, crew: { ...crew, etaMs: at(etaMinutes), positionAtMs: at(positionAtMinutes) } };
}

const width = (range: { fromMs: number; toMs: number } | null | undefined) =>
  range ? (range.toMs - range.fromMs) / MINUTE_MS : Number.NaN;

describe('the ETA forecast', () => {
  it('is null before the crew departs', () => {
    expect(forecastArrivals(newBooking(), at(0))).toEqual([null, null, null]);
    expect(forecastArrivals(dispatchedBooking(), at(2))).toEqual([null, null, null]);
  });

  it('is null while the crew drives to the first stop without an ETA', () => {
    expect(forecastArrivals(driven(dispatchedBooking(), 0, 'driving'), at(12))).toEqual([null, null, null]);
  });

  it('is the same while a completed stop is done as when the next one is pending', () => {
    const [done, pending] = [driven(dispatchedBooking(), 0, 'done'), driven(dispatchedBooking(), 1)];
    expect(forecastArrivals(done, at(55))).toEqual(forecastArrivals(pending, at(55)));
    expect(forecastArrivals(done, at(55))[1]).not.toBeNull();
    expect(forecastArrivals(driven(dispatchedBooking(), 2, 'done'), at(200))).toEqual([null, null, null]);
  });

  it('is a range around the reported ETA, rounded to five minutes', () => {
    const [first] = forecastArrivals(expecting(driven(dispatchedBooking(), 0, 'driving'), 32, 12), at(12));
    expect(first).toEqual({ fromMs: at(25), toMs: at(35) });
  });

  it('is wider for later arrivals and for older positions', () => {
    const driving = driven(dispatchedBooking(), 0, 'driving');
    const [near] = forecastArrivals(expecting(driving, 22, 12), at(12));
    const [far] = forecastArrivals(expecting(driving, 112, 12), at(12));
    const [old] = forecastArrivals(expecting(driving, 32, 12), at(27));
    expect(width(far)).toBeGreaterThan(width(near));
    expect(width(old)).toBeGreaterThan(width(near));
  });

  it('is never in the past, even if the crew is overdue', () => {
    const late = expecting(driven(dispatchedBooking(), 0, 'driving'), 15, 14);
    for (const minutes of [15, 20, 45, 300]) {
      const [range] = forecastArrivals(late, at(minutes));
      expect(range?.fromMs).toBeGreaterThanOrEqual(at(minutes));
      expect(range?.toMs).toBeGreaterThan(at(minutes));
    }
  });

  it('covers the following stops, each with a wider range', () => {
    const ranges = forecastArrivals(expecting(driven(dispatchedBooking(), 0, 'driving'), 20, 12), at(12));
    expect(ranges.every((range) => range !== null)).toBe(true);
    const [first, second, third] = ranges;
    expect(second?.fromMs).toBeGreaterThan(first?.fromMs ?? Number.NaN);
    expect(third?.fromMs).toBeGreaterThan(second?.fromMs ?? Number.NaN);
    expect(width(second)).toBeGreaterThan(width(first));
    expect(width(third)).toBeGreaterThan(width(second));
  });

  it('covers the remaining stops while the crew works, and between two stops', () => {
    expect(forecastArrivals(driven(dispatchedBooking(), 0, 'at'), at(31))).toEqual([
      null,
      { fromMs: expect.any(Number), toMs: expect.any(Number) },
      { fromMs: expect.any(Number), toMs: expect.any(Number) },
    ]);
    const [done, next] = forecastArrivals(driven(dispatchedBooking(), 1), at(51));
    expect(done).toBeNull();
    expect(next).not.toBeNull();
    const [, onTheWay] = forecastArrivals(driven(dispatchedBooking(), 1, 'driving'), at(71));
    expect(onTheWay).not.toBeNull();
  });

  it('is null while a stop has failed', () => {
    const arrived = driven(dispatchedBooking(), 0, 'at');
    const stopId = arrived.route[0]?.id ?? '';
    const { booking } = failStop(arrived, { stopId, reason: 'closed', photoUrls: [] }, momentAt(35));
    expect(forecastArrivals(booking, at(36))).toEqual([null, null, null]);
  });

  it('is null after completion', () => {
    expect(forecastArrivals(driven(dispatchedBooking(), 3), at(300))).toEqual([null, null, null]);
  });
});

describe('the planned arrival', () => {
  const booking = newBooking();
  const { startMs, endMs } = booking.window;

  it('is the window at its reference stop, and later and wider after it', () => {
    const planned = plannedArrivals(booking);
    expect(planned[0]).toEqual({ fromMs: startMs, toMs: endMs });
    for (const position of [1, 2]) {
      expect(planned[position]?.fromMs).toBeGreaterThan(planned[position - 1]?.fromMs ?? 0);
      expect(width(planned[position])).toBeGreaterThan(width(planned[position - 1]));
      expect((planned[position]?.fromMs ?? 1) % (5 * MINUTE_MS)).toBe(0);
    }
  });

  it('is earlier and wider before the reference stop', () => {
    const planned = plannedArrivals({ ...booking, windowRef: 'destination' });
    expect(planned[2]).toEqual({ fromMs: startMs, toMs: endMs });
    for (const position of [0, 1]) {
      expect(planned[position]?.toMs).toBeLessThan(planned[position + 1]?.toMs ?? 0);
      expect(width(planned[position])).toBeGreaterThan(width(planned[position + 1]));
    }
  });

  it('is narrowed by the plan of the day, except for the window', () => {
    const planned = plannedArrivals(booking);
    const { fromMs = 0, toMs = 0 } = planned[2] ?? {};
    const arrivesMs = (fromMs + toMs) / 2;
    const stopId = (position: number) => booking.route[position]?.id ?? '';
    const intended = plannedArrivals(booking, [
      { stopId: stopId(0), arrivesMs: startMs ?? 0 },
      { stopId: stopId(1), arrivesMs: (endMs ?? 0) + 24 * 60 * MINUTE_MS },
      { stopId: stopId(2), arrivesMs },
    ]);
    expect(intended.slice(0, 2)).toEqual(planned.slice(0, 2));
    expect(intended[2]?.fromMs).toBeGreaterThan(arrivesMs - 36 * MINUTE_MS);
    expect(intended[2]?.toMs).toBeLessThan(arrivesMs + 36 * MINUTE_MS);
  });

  it('is null for on-demand windows', () => {
    const [window] = onDemandWindow;
    if (!window) throw new Error('no window');
    expect(plannedArrivals(newBooking({ window }))).toEqual([null, null, null]);
  });
});
