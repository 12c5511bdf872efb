import { describe, expect, it } from 'vitest';
import {
  HOUR_MS,
  MINUTE_MS,
  NOW,
  newBooking,
  onDemandWindow,
  windowAt,
} from '../../../test/support/booking-samples.ts';
import { dispatchJobInput, jobOf } from './dispatch-job.ts';

describe('the dispatch job of a booking', () => {
  const plan = (change: Parameters<typeof newBooking>[0]) => jobOf(dispatchJobInput(newBooking(change)));

  it('may start within its window and lasts for the travel and the longest quoted work', () => {
    const { labor } = newBooking().quote.prices;
    const perStop = labor.kind === 'fixed' ? labor.minutesPerStop : labor.highMinutesPerStop;
    expect(plan({ window: windowAt(20) })).toMatchObject({
      product: 'van',
      areaSlug: 'united-states',
      earliestMs: NOW + 20 * HOUR_MS,
      latestMs: NOW + 21 * HOUR_MS,
      failsAtMs: NOW + 21 * HOUR_MS,
      durationMs: (25 + 3 * perStop) * MINUTE_MS,
    });
  });

  it('starts earlier if the window is for the destination', () => {
    const [origin, destination] = (['origin', 'destination'] as const).map((windowRef) =>
      plan({ windowRef }),
    );
    const { labor } = newBooking().quote.prices;
    const perStop = labor.kind === 'fixed' ? labor.minutesPerStop : labor.highMinutesPerStop;
    const beforeMs = (25 + 2 * perStop) * MINUTE_MS;
    expect((origin?.earliestMs ?? 0) - (destination?.earliestMs ?? 0)).toBe(beforeMs);
    expect((origin?.latestMs ?? 0) - (destination?.latestMs ?? 0)).toBe(beforeMs);
    expect(destination?.failsAtMs).toBe(origin?.failsAtMs);
  });

  it('may start at once on demand, and within two hours', () => {
    const [window] = onDemandWindow;
    if (!window) throw new Error('no window');
    expect(plan({ window })).toMatchObject({
      earliestMs: NOW,
      latestMs: NOW + 2 * HOUR_MS,
      failsAtMs: NOW + 2 * HOUR_MS,
    });
  });
});
