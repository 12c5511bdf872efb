// What a process does before its first quote.
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createEmbeddedGeocoder } from '../../integrations/geocoder/embedded-geocoder.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { warmSchedule } from './warm-schedule.ts';

async function warm(clock: Clock): Promise<string> {
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

describe('a process that begins to serve', () => {
  it('reads the place data ahead, in turns that let requests through, and so the first address is quick', async () => {
    let longestMs = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 1);
    const startedAtMs = performance.now();
    expect(await warm(systemClock)).toContain('place data and calendars are in memory');
    const wholeMs = performance.now() - startedAtMs;
    clearInterval(watch);
    expect(longestMs).toBeLessThan(wholeMs * 0.6);

    const askedAtMs = performance.now();
    await createEmbeddedGeocoder().forward('1 Main St, Brooklyn, NY 11201');
    expect(performance.now() - askedAtMs).toBeLessThan(wholeMs / 3);
  });

  it('only logs what goes wrong', async () => {
    const broken = {
      now: () => {
        throw new Error('the clock has stopped');
      },
    };
    expect(await warm(broken)).toContain('the clock has stopped');
  });
});
