// Whether somebody could come at once. Crews are kept by dispatch, which stands above: it lends a function of the database.
import type { EnvironmentConfig } from '../../config.ts';
import type { AccountDatabase } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import { PRODUCT_FACTS, type Product, rivalProducts } from '../../domain/product.ts';
import type { ServiceArea } from '../../domain/service-area.ts';

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
export async function hasFreeCrew(
  db: AccountDatabase,
  { areaSlug, product, now, bookingId }: CrewNeed,
): Promise<boolean> {
  const { vehicleTypes, crewSize } = PRODUCT_FACTS[product];
  const { rows } = await statement<{ free: number }>`
    select free_crews(${areaSlug}, ${[...vehicleTypes]}::text[], ${crewSize}, ${rivalProducts(product)}::text[],
      ${now}, ${new Date(now.getTime() + FREE_MS)}, ${bookingId ?? null}::uuid) as free`.execute(db);
  return (rows[0]?.free ?? 0) > 0;
}
