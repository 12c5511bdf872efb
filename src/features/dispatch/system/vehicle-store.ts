// Vehicles of the delivery company.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { VehicleType } from '../../../domain/dispatch/product.ts';

export interface Vehicle {
  readonly id: string;
  readonly type: VehicleType;
  readonly name: string;
  readonly plate: string | null;
  readonly retiredAt: Date | null;
}

export async function insertVehicle(
  db: SystemDatabase,
  { id, type, name, plate }: Omit<Vehicle, 'retiredAt'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('vehicle')
    .values({ id, type, name, plate, created_at: now, updated_at: now })
    .execute();
}

export type VehicleChange = Partial<Pick<Vehicle, 'type' | 'name' | 'plate' | 'retiredAt'>>;

export async function updateVehicleRow(
  db: SystemDatabase,
  id: string,
  { retiredAt, ...fields }: VehicleChange,
  now: Date,
): Promise<void> {
  await db
    .updateTable('vehicle')
    .set({ ...fields, ...(retiredAt !== undefined && { retired_at: retiredAt }), updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Locks the row until the transaction ends. */
export async function lockVehicle(trx: SystemDatabase, id: string): Promise<Vehicle | undefined> {
  return selectVehicles(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Sorted by name. Excludes retired vehicles unless `includesRetired` is set. */
export async function listVehicleRows(
  db: SystemDatabase,
  { includesRetired, limit }: { readonly includesRetired: boolean; readonly limit: number },
): Promise<Vehicle[]> {
  const query = selectVehicles(db).orderBy('name').orderBy('id').limit(limit);
  return includesRetired ? query.execute() : query.where('retired_at', 'is', null).execute();
}

/** The crew that uses the vehicle. */
export async function crewOfVehicle(
  db: SystemDatabase,
  vehicleId: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  return db
    .selectFrom('crew')
    .select(['id', 'name'])
    .where('vehicle_id', '=', vehicleId)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
}

function selectVehicles(db: SystemDatabase) {
  return db
    .selectFrom('vehicle')
    .select(['id', 'name', 'plate', 'retired_at as retiredAt'])
    .select((row) => row.ref('type').$castTo<VehicleType>().as('type'));
}
