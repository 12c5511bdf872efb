// Creates, updates and retires crews. A crew is a vehicle and its members; either may be missing for a while.
import { PRODUCT_SPECS } from '../../../domain/dispatch/product.ts';
import type { Actor } from '../../../lib/actor.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import { inTransaction } from '../../accounts/system/admin-context.ts';
import { parseStoredDocuments } from '../../areas/area-directory.ts';
import { loadDocuments } from '../../areas/area-store.ts';
import { lockMembers, setMembers } from './crew-member-store.ts';
import {
  type CrewRecord,
  type CrewRow,
  findCrew,
  insertCrewRow,
  lockCrew,
  retireCrewRow,
  updateCrewRow,
} from './crew-store.ts';
import { type DispatchContext, type RosterContext, recordRosterChange } from './dispatch-context.ts';
import { type LiveEngagement, liveEngagementsOf } from './engagement-store.ts';
import { refreshCrewOnBookings } from './refresh-crew-on-bookings.ts';
import {
  checkName,
  invalidParameter,
  mapUniqueViolation,
  namedBookings,
  requireRow,
} from './roster-problems.ts';
import { lockVehicle } from './vehicle-store.ts';

export interface CrewInput {
  readonly name: string;
  readonly vehicleId?: string | null | undefined;
  /** The crew lead first: calls are routed to the lead. */
  readonly memberIds?: readonly string[] | undefined;
  /** Slugs of service areas; empty: all areas. */
  readonly homeAreas?: readonly string[] | undefined;
  /** Average, 0 to 5. */
  readonly rating?: number | undefined;
  /** Accepts offers automatically. */
  readonly autoAccept?: boolean | undefined;
}

type Trx = RosterContext['system'];

export async function createCrew(
  context: RosterContext,
  actor: Actor,
  input: CrewInput,
): Promise<CrewRecord> {
  const { name, vehicleId = null, memberIds = [], homeAreas = [], rating = 5, autoAccept = false } = input;
  const id = context.ids.next();
  const row = { name, vehicleId, homeAreas, rating, autoAccept };
  return write(context, async (trx) => {
    await check(trx, id, row, memberIds);
    await insertCrewRow(trx, id, row, context.clock.now());
    await setMembers(trx, id, memberIds, context.clock.now());
    const subject = { kind: 'crew', id } as const;
    await recordRosterChange(context, trx, actor, { action: 'crew.created', subject });
    return requireRow('crew', id, (known) => findCrew(trx, known));
  });
}

/** Fields that are not given stay unchanged. Bookings in which the crew is engaged are updated to show the new crew. */
export async function updateCrew(
  context: DispatchContext,
  actor: Actor,
  { id, ...input }: Partial<CrewInput> & { readonly id: string },
): Promise<CrewRecord> {
  const { crew, engaged } = await write(context, async (trx) => {
    const before = await requireRow('crew', id, (known) => lockCrew(trx, known));
    if (before.retiredAt) throw invalidParameter('id', `The crew ${before.name} is retired.`);
    const { memberIds = before.members.map(({ id: memberId }) => memberId), ...fields } = input;
    const row = { ...rowOf(before), ...definedFields(fields) };
    await check(trx, id, row, memberIds);
    await updateCrewRow(trx, id, row, context.clock.now());
    await setMembers(trx, id, memberIds, context.clock.now());
    const after = await requireRow('crew', id, (known) => findCrew(trx, known));
    const bookings = await liveEngagementsOf(trx, id);
    for (const booking of bookings) refuseUnfit(after, booking);
    const subject = { kind: 'crew', id } as const;
    const changed = Object.keys(definedFields(input));
    await recordRosterChange(context, trx, actor, { action: 'crew.updated', subject, changed });
    return { crew: after, engaged: bookings };
  });
  await refreshCrewOnBookings(context, actor, crew, engaged);
  return crew;
}

/** Refused while the crew is engaged. Its vehicle and members become available for other crews. */
export async function retireCrew(context: RosterContext, actor: Actor, id: string): Promise<CrewRecord> {
  return inTransaction(context.system, async (trx) => {
    const before = await requireRow('crew', id, (known) => lockCrew(trx, known));
    if (before.retiredAt) return before;
    const engaged = await liveEngagementsOf(trx, id);
    if (engaged.length > 0) {
      const message = `The crew is engaged in ${namedBookings(engaged)}. Reassign first.`;
      throw Problem.of('crew_unavailable', message, { param: 'id' });
    }
    await retireCrewRow(trx, id, context.clock.now());
    const subject = { kind: 'crew', id } as const;
    await recordRosterChange(context, trx, actor, { action: 'crew.retired', subject });
    return requireRow('crew', id, (known) => findCrew(trx, known));
  });
}

export function loadCrew({ system }: Pick<RosterContext, 'system'>, id: string): Promise<CrewRecord> {
  return requireRow('crew', id, (known) => findCrew(system, known));
}

function write<T>({ system }: RosterContext, work: (trx: Trx) => Promise<T>): Promise<T> {
  return mapUniqueViolation('crew_vehicle', 'vehicle_id', () =>
    mapUniqueViolation('crew_name', 'name', () => inTransaction(system, work)),
  );
}

async function check(trx: Trx, id: string, row: CrewRow, memberIds: readonly string[]): Promise<void> {
  checkName('name', row.name);
  if (!(row.rating >= 0 && row.rating <= 5))
    throw invalidParameter('rating', 'rating must be between 0 and 5.');
  await checkAreas(trx, row.homeAreas);
  if (row.vehicleId !== null) {
    const vehicle = await requireRow('vehicle', row.vehicleId, (known) => lockVehicle(trx, known)).catch(
      () => null,
    );
    if (!vehicle || vehicle.retiredAt)
      throw invalidParameter('vehicle_id', 'There is no such vehicle in service.');
  }
  await checkMembers(trx, id, memberIds);
}

async function checkAreas(trx: Trx, slugs: readonly string[]): Promise<void> {
  const { areas } = parseStoredDocuments(await loadDocuments(trx));
  const known = areas.map(({ slug }) => slug);
  const nth = slugs.findIndex((slug) => !known.includes(slug));
  if (nth === -1) return;
  throw invalidParameter(
    `home_areas[${nth}]`,
    `There is no service area ${slugs[nth]}. Available: ${known.join(', ')}.`,
  );
}

async function checkMembers(trx: Trx, crewId: string, ids: readonly string[]): Promise<void> {
  const members = new Map((await lockMembers(trx, ids.filter(isUuid))).map((member) => [member.id, member]));
  for (const [nth, id] of ids.entries()) {
    const param = `member_ids[${nth}]`;
    const member = members.get(id);
    if (!member || member.retiredAt) throw invalidParameter(param, 'There is no such crew member.');
    if (ids.indexOf(id) !== nth) throw invalidParameter(param, `${member.firstName} is listed twice.`);
    if (member.crewId !== null && member.crewId !== crewId)
      throw invalidParameter(param, `${member.firstName} is in another crew. Remove them from it first.`);
  }
}

function refuseUnfit({ vehicle, members }: CrewRecord, { product, hid }: LiveEngagement): void {
  const { vehicleTypes, crewSize } = PRODUCT_SPECS[product];
  const booked = `the crew is engaged in booking ${hid} (${product})`;
  if (!vehicle || !vehicleTypes.includes(vehicle.type))
    throw invalidParameter('vehicle_id', `The vehicle must be a ${vehicleTypes.join(' or ')}: ${booked}.`);
  if (members.length < crewSize)
    throw invalidParameter('member_ids', `The crew must have at least ${crewSize} members: ${booked}.`);
}

function rowOf({ name, vehicle, homeAreas, rating, autoAccept }: CrewRecord): CrewRow {
  return { name, vehicleId: vehicle?.id ?? null, homeAreas, rating, autoAccept };
}

/** Removes undefined fields. */
function definedFields<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
