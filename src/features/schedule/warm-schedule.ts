// Does once, when a process begins to serve, what its first quote and schedule would otherwise wait for: the place data
// and the time zone map are read, and the clock changes of the large zones looked up. About half a second, in small
// turns, so that requests are answered meanwhile. With any geocoder: all of them check addresses against the data.
import type { Context } from '../../context.ts';
import { listWindows } from '../../domain/arrival-window.ts';
import { DEFAULT_SERVICE_AREA } from '../../domain/default-service-area.ts';
import { createEmbeddedGeocoder } from '../../integrations/geocoder/embedded-geocoder.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';

const ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'] as const;

/** Never fails: what could not be made ready now is made ready by the request that needs it. */
export async function warmSchedule({ clock, log }: Pick<Context, 'clock' | 'log'>): Promise<void> {
  const startedAtMs = performance.now();
  try {
    const geocoder = createEmbeddedGeocoder();
    await geocoder.forward('350 5th Ave, New York, NY 10118');
    await geocoder.reverse(-73.9857, 40.7484);
    for (const timeZone of ZONES) {
      const calendar = { area: DEFAULT_SERVICE_AREA, product: 'van', timeZone } as const;
      listWindows(calendar, clock.now().getTime(), sha256Hex);
    }
    log.info(
      { millis: Math.round(performance.now() - startedAtMs) },
      'place data and calendars are in memory',
    );
  } catch (error) {
    log.warn({ err: error }, 'place data and calendars could not be read ahead; the first requests will try');
  }
}
