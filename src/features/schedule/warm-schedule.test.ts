// Warm-up of place data and calendars at process start.
import { Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';

async function warm(clock: Clock): Promise<string> {
  const { warmSchedule } = await import('./warm-schedule.ts');
  let logged = '';
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk);
      done();
    },
  });
  await warmSchedule({ clock, log: createLogger('info', destination) });
  return logged;
}

describe('warmSchedule', () => {
  it('preloads the place data in slices, so that requests get through and the first geocoding is fast', async () => {
    // Simulates a new process: other tests may have loaded the data already.
    vi.resetModules();
    await import('./warm-schedule.ts');
    let turns = 0;
    const watch = setInterval(() => {
      turns += 1;
    }, 1);
    const startedAtMs = performance.now();
    expect(await warm(systemClock)).toContain('place data and calendars loaded');
    const wholeMs = performance.now() - startedAtMs;
    clearInterval(watch);
    expect(turns).toBeGreaterThan(3);

    const { createZipGeocoder } = await import('../../integrations/geocoder/zip-geocoder.ts');
    const geocoder = createZipGeocoder();
    const tookMs: number[] = [];
    // The minimum of several runs, because a single run may be delayed by the machine.
    for (let nth = 1; nth <= 5; nth += 1) {
      const askedAtMs = performance.now();
      await geocoder.forward(`${nth} Main St, Brooklyn, NY 11201`);
      tookMs.push(performance.now() - askedAtMs);
    }
    expect(Math.min(...tookMs)).toBeLessThan(wholeMs / 3);
  });

  it('logs an error instead of throwing it', async () => {
    const broken = {
      now: () => {
        throw new Error('the clock has stopped');
      },
    };
    expect(await warm(broken)).toContain('the clock has stopped');
  });
});
