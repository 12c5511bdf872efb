// Availability of crews for on-demand windows. Crews belong to the dispatch feature, which depends on this one; the SQL
// function `free_crews` avoids the reverse dependency.
import { sql } from 'kysely';
import type { EnvironmentConfig } from '../../config.ts';
import type { AccountDatabase } from '../../db/database.ts';
import { type Statement, statement } from '../../db/statement.ts';
import { PRODUCT_SPECS, productsSharingVehicles } from '../../domain/dispatch/product.ts';
import type { ServiceArea } from '../../domain/place/service-area.ts';
import { type CapacityScope, noCrewFree } from './capacity-store.ts';

/** How long a crew must be free to count as available. */
const FREE_MS = 60 * 60_000;

/**
 * Whether the area uses automatic dispatch, so that an on-demand booking needs a free crew. Never in the sandbox, which
 * has no real crews.
 */
export function hasAutomaticDispatch(
  { name }: Pick<EnvironmentConfig, 'name'>,
  area: ServiceArea | null,
): boolean {
  return name === 'production' && area?.dispatch === 'automatic';
}

export interface CrewRequirement extends Omit<CapacityScope, 'timeZone'> {
  readonly now: Date;
  /** An existing booking that needs the crew; it does not compete with itself. */
  readonly bookingId?: string;
}

/** Whether more crews are free than other on-demand bookings are waiting for. */
export async function hasFreeCrew(db: AccountDatabase, need: CrewRequirement): Promise<boolean> {
  const [areaSlug, vehicleTypes, crewSize, rivals, now, until, bookingId] = argumentsOf(need);
  const { rows } = await sql<{ free: number }>`
    select free_crews(${areaSlug}, ${vehicleTypes}::text[], ${crewSize}, ${rivals}::text[], ${now}, ${until},
      ${bookingId}::uuid) as free`.execute(db);
  return (rows[0]?.free ?? 0) > 0;
}

/** Raises `noCrewFree` if no crew is free. */
export function freeCrewRequirement(need: CrewRequirement): Statement<unknown> {
  const [areaSlug, vehicleTypes, crewSize, rivals, now, until, bookingId] = argumentsOf(need);
  return statement`
    select refuse_unless(free_crews(${areaSlug}, ${vehicleTypes}::text[], ${crewSize}, ${rivals}::text[], ${now}, ${until},
      ${bookingId}::uuid) > 0, ${noCrewFree})`;
}

function argumentsOf({ areaSlug, product, now, bookingId }: CrewRequirement) {
  const { vehicleTypes, crewSize } = PRODUCT_SPECS[product];
  const until = new Date(now.getTime() + FREE_MS);
  return [
    areaSlug,
    [...vehicleTypes],
    crewSize,
    productsSharingVehicles(product),
    now,
    until,
    bookingId ?? null,
  ] as const;
}
