// Locations of an account.
import type { AccountDatabase } from '../../db/database.ts';
import { insertion, type Statement, statement } from '../../db/statement.ts';
import type { Location } from '../../domain/place/route.ts';

export async function findLocations(
  db: AccountDatabase,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Location>> {
  if (ids.length === 0) return new Map();
  const { rows } = await statement<Location>`
    select id, name, address2, longitude, latitude, address, location_type as "locationType", time_zone as "timeZone",
      radius_miles as "radiusMiles"
    from location
    where account_id = ${accountId} and id = any(${[...ids]}::uuid[]) and forgotten_at is null`.execute(db);
  return new Map(rows.map((location) => [location.id, location]));
}

export function locationInsertion(accountId: string, location: Location, createdAt: Date): Statement<never> {
  return insertion('location', [
    {
      id: location.id,
      account_id: accountId,
      name: location.name,
      address2: location.address2,
      longitude: location.longitude,
      latitude: location.latitude,
      address: JSON.stringify(location.address),
      location_type: location.locationType,
      time_zone: location.timeZone,
      radius_miles: location.radiusMiles ?? null,
      created_at: createdAt,
    },
  ]);
}
