// Warm-up at process start: loads the place data, the time zone map and the daylight-saving transitions of the large
// zones, which the first quote and schedule would otherwise wait for. Takes about 0.5 s, in small slices that let
// requests through. Runs with every geocoder, because all of them validate addresses against the place data.
import type { Context } from '../../context.ts';
import { DEFAULT_SERVICE_AREA } from '../../domain/place/default-service-area.ts';
import { listWindows } from '../../domain/time/arrival-window.ts';
import { createZipGeocoder } from '../../integrations/geocoder/zip-geocoder.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';

const ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'] as const;

/** Never throws: data that could not be loaded is loaded by the first request that needs it. */
export async function warmSchedule({ clock, log }: Pick<Context, 'clock' | 'log'>): Promise<void> {
  const startedAtMs = performance.now();
  try {
    const geocoder = createZipGeocoder();
    await geocoder.forward('350 5th Ave, New York, NY 10118');
    await geocoder.reverse(-73.9857, 40.7484);
    for (const timeZone of ZONES) {
      const calendar = { area: DEFAULT_SERVICE_AREA, product: 'van', timeZone } as const;
      listWindows(calendar, clock.now().getTime(), sha256Hex);
    }
    log.info({ millis: Math.round(performance.now() - startedAtMs) }, 'place data and calendars loaded');
  } catch (error) {
    log.warn({ err: error }, 'failed to preload place data and calendars; the first requests will load them');
  }
}
