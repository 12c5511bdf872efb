// Time zone of a point, which also decides the country: the time zone map follows national borders to the metre, unlike
// a simplified outline (the river between Detroit and Windsor is 700 m wide).
import { LRUCache } from 'lru-cache';

// Every zone that contains a ZIP code. In the full list ("geo-tz/all") none of them is shared with another country.
const US_TIME_ZONES: ReadonlySet<string> = new Set([
  'America/Adak',
  'America/Anchorage',
  'America/Boise',
  'America/Chicago',
  'America/Denver',
  'America/Detroit',
  'America/Indiana/Indianapolis',
  'America/Indiana/Knox',
  'America/Indiana/Marengo',
  'America/Indiana/Petersburg',
  'America/Indiana/Tell_City',
  'America/Indiana/Vevay',
  'America/Indiana/Vincennes',
  'America/Indiana/Winamac',
  'America/Juneau',
  'America/Kentucky/Louisville',
  'America/Kentucky/Monticello',
  'America/Los_Angeles',
  'America/Menominee',
  'America/Metlakatla',
  'America/New_York',
  'America/Nome',
  'America/North_Dakota/Beulah',
  'America/North_Dakota/Center',
  'America/North_Dakota/New_Salem',
  'America/Phoenix',
  'America/Puerto_Rico',
  'America/Sitka',
  'America/St_Thomas',
  'America/Yakutat',
  'Pacific/Guam',
  'Pacific/Honolulu',
  'Pacific/Pago_Pago',
  'Pacific/Saipan',
  'Pacific/Wake',
]);

// The time zone map is read from disk tile by tile. Without a limit, the tiles of the whole country take about 80 MB.
const MAX_CACHED_TILES = 64;

type Lookup = (latitude: number, longitude: number) => string[];
let loading: Promise<Lookup> | undefined;

async function loadLookup(): Promise<Lookup> {
  const { find, setCache } = await import('geo-tz/all');
  setCache({ store: new LRUCache<string, object>({ max: MAX_CACHED_TILES }) });
  return find;
}

/** The zone of a point in the United States; `undefined` if the point is in another country or at sea. */
export async function usTimeZoneAt(longitude: number, latitude: number): Promise<string | undefined> {
  loading ??= loadLookup().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const find = await loading;
  // Only disputed borders have more than one zone.
  return find(latitude, longitude).find((zone) => US_TIME_ZONES.has(zone));
}
