// Creates, updates and retires vehicles.
import type { VehicleType } from '../../../domain/dispatch/product.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { inTransaction } from '../../accounts/system/admin-context.ts';
import { type RosterContext, recordRosterChange } from './dispatch-context.ts';
import { liveEngagementsOf } from './engagement-store.ts';
import { checkName, mapUniqueViolation, requireRow } from './roster-problems.ts';
import {
  crewOfVehicle,
  insertVehicle,
  listVehicleRows,
  lockVehicle,
  updateVehicleRow,
  type Vehicle,
} from './vehicle-store.ts';

export interface VehicleInput {
  readonly type: VehicleType;
  readonly name: string;
  readonly plate?: string | null | undefined;
}

export async function createVehicle(
  context: RosterContext,
  actor: Actor,
  { type, name, plate = null }: VehicleInput,
): Promise<Vehicle> {
  checkName('name', name);
  const id = context.ids.next();
  const now = context.clock.now();
  return mapUniqueViolation('vehicle_name', 'name', () =>
    inTransaction(context.system, async (trx) => {
      await insertVehicle(trx, { id, type, name, plate }, now);
      await recordRosterChange(context, trx, actor, {
        action: 'vehicle.created',
        subject: { kind: 'vehicle', id },
      });
      return { id, type, name, plate, retiredAt: null };
    }),
  );
}

/**
 * Fields that are not given stay unchanged. The type cannot change while the crew is engaged, because partners have
 * already received it.
 */
export async function updateVehicle(
  context: RosterContext,
  actor: Actor,
  { id, ...input }: Partial<VehicleInput> & { readonly id: string },
): Promise<Vehicle> {
  if (input.name !== undefined) checkName('name', input.name);
  const now = context.clock.now();
  return mapUniqueViolation('vehicle_name', 'name', () =>
    inTransaction(context.system, async (trx) => {
      const before = await requireRow('vehicle', id, (known) => lockVehicle(trx, known));
      const { type = before.type, name = before.name, plate = before.plate } = input;
      if (type !== before.type) {
        const crew = await crewOfVehicle(trx, id);
        if (crew && (await liveEngagementsOf(trx, crew.id)).length > 0) throw inUse(crew.name);
      }
      await updateVehicleRow(trx, id, { type, name, plate }, now);
      const changed = Object.keys(input);
      const subject = { kind: 'vehicle', id } as const;
      await recordRosterChange(context, trx, actor, { action: 'vehicle.updated', subject, changed });
      return { ...before, type, name, plate };
    }),
  );
}

export async function retireVehicle(context: RosterContext, actor: Actor, id: string): Promise<Vehicle> {
  const now = context.clock.now();
  return inTransaction(context.system, async (trx) => {
    const before = await requireRow('vehicle', id, (known) => lockVehicle(trx, known));
    if (before.retiredAt) return before;
    const crew = await crewOfVehicle(trx, id);
    if (crew) throw inUse(crew.name);
    await updateVehicleRow(trx, id, { retiredAt: now }, now);
    const subject = { kind: 'vehicle', id } as const;
    await recordRosterChange(context, trx, actor, { action: 'vehicle.retired', subject });
    return { ...before, retiredAt: now };
  });
}

export function listVehicles(
  { system }: Pick<RosterContext, 'system'>,
  {
    includesRetired = false,
    limit = 500,
  }: { readonly includesRetired?: boolean; readonly limit?: number } = {},
): Promise<Vehicle[]> {
  return listVehicleRows(system, { includesRetired, limit });
}

function inUse(crewName: string): Problem {
  return Problem.of(
    'crew_unavailable',
    `The crew ${crewName} uses this vehicle. Assign another vehicle to the crew first.`,
    {
      param: 'id',
    },
  );
}
