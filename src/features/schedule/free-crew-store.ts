// Whether somebody could come at once. Crews are kept by dispatch, which stands above: it lends a function of the database.
import type { EnvironmentConfig } from '../../config.ts';
import type { AccountDatabase } from '../../db/database.ts';
import { type Statement, statement } from '../../db/statement.ts';
import { PRODUCT_FACTS, type Product, rivalProducts } from '../../domain/product.ts';
import type { ServiceArea } from '../../domain/service-area.ts';
import { nobodyFree } from './capacity-store.ts';

/** So long a crew should have nothing else to do. */
const FREE_MS = 60 * 60_000;

/** Crews are found without a dispatcher, so there has to be one. No crew is dispatched in the sandbox. */
export function dispatchesItself(
  { name }: Pick<EnvironmentConfig, 'name'>,
  area: ServiceArea | null,
): boolean {
  return name === 'production' && area?.dispatch === 'automatic';
}

export interface CrewNeed {
  readonly areaSlug: string;
  readonly product: Product;
  readonly now: Date;
  /** The booking that is to have it, if it is there already. */
  readonly bookingId?: string;
}

/** Beyond those that other on-demand bookings wait for. */
export async function hasFreeCrew(db: AccountDatabase, need: CrewNeed): Promise<boolean> {
  const [areaSlug, vehicleTypes, crewSize, rivals, now, until, bookingId] = argumentsOf(need);
  const { rows } = await statement<{ free: number }>`
    select free_crews(${areaSlug}, ${vehicleTypes}::text[], ${crewSize}, ${rivals}::text[], ${now}, ${until},
      ${bookingId}::uuid) as free`.execute(db);
  return (rows[0]?.free ?? 0) > 0;
}

/** Refuses where there is none. */
export function freeCrewDemand(need: CrewNeed): Statement<unknown> {
  const [areaSlug, vehicleTypes, crewSize, rivals, now, until, bookingId] = argumentsOf(need);
  return statement`
    select refuse_unless(free_crews(${areaSlug}, ${vehicleTypes}::text[], ${crewSize}, ${rivals}::text[], ${now}, ${until},
      ${bookingId}::uuid) > 0, ${nobodyFree})`;
}

function argumentsOf({ areaSlug, product, now, bookingId }: CrewNeed) {
  const { vehicleTypes, crewSize } = PRODUCT_FACTS[product];
  const until = new Date(now.getTime() + FREE_MS);
  return [
    areaSlug,
    [...vehicleTypes],
    crewSize,
    rivalProducts(product),
    now,
    until,
    bookingId ?? null,
  ] as const;
}
