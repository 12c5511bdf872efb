// Creates, updates and removes shifts. Shifts of one crew never overlap; the lock on the crew enforces that. A shift of a
// weekly pattern that is changed or removed on its own is an exception of the pattern on that day.
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { inTransaction } from '../../accounts/system/admin-context.ts';
import { lockCrew } from './crew-store.ts';
import { type RosterContext, recordRosterChange } from './dispatch-context.ts';
import { invalidParameter, namedBookings, requireRow } from './roster-problems.ts';
import { exceptDayOfShift } from './shift-pattern-store.ts';
import {
  deleteShift,
  engagedWithin,
  findOverlap,
  findShift,
  insertShift,
  listShiftRows,
  moveShift,
  type Shift,
  type ShiftFilter,
} from './shift-store.ts';

const maxLengthMs = 24 * 3_600_000;

export async function createShift(
  context: RosterContext,
  actor: Actor,
  input: Omit<Shift, 'id' | 'patternId'>,
): Promise<Shift> {
  const shift = { id: context.ids.next(), ...input, patternId: null };
  checkTimes(shift);
  return inTransaction(context.system, async (trx) => {
    const crew = await requireRow('crew', shift.crewId, (id) => lockCrew(trx, id));
    if (crew.retiredAt) throw invalidParameter('crew_id', `The crew ${crew.name} is retired.`);
    await refuseOverlap(trx, shift);
    await insertShift(trx, shift, context.clock.now());
    await record(context, trx, actor, shift, 'shift.created');
    return shift;
  });
}

export async function updateShift(
  context: RosterContext,
  actor: Actor,
  { id, startsAt, endsAt }: { readonly id: string; readonly startsAt?: Date; readonly endsAt?: Date },
): Promise<Shift> {
  return inTransaction(context.system, async (trx) => {
    const seen = await requireRow('shift', id, (known) => findShift(trx, known));
    await lockCrew(trx, seen.crewId);
    const before = await requireRow('shift', id, (known) => findShift(trx, known));
    const shift = {
      ...before,
      startsAt: startsAt ?? before.startsAt,
      endsAt: endsAt ?? before.endsAt,
      patternId: null,
    };
    checkTimes(shift);
    await refuseOverlap(trx, shift);
    await exceptDayOfShift(trx, id);
    await moveShift(trx, shift);
    await record(context, trx, actor, shift, 'shift.updated');
    return shift;
  });
}

/** Refused while the crew is engaged within the shift. The operator must reassign those bookings first. */
export async function removeShift(context: RosterContext, actor: Actor, id: string): Promise<void> {
  await inTransaction(context.system, async (trx) => {
    const seen = await requireRow('shift', id, (known) => findShift(trx, known));
    await lockCrew(trx, seen.crewId);
    const shift = await requireRow('shift', id, (known) => findShift(trx, known));
    const engaged = await engagedWithin(trx, shift);
    if (engaged.length > 0) {
      const message = `During this shift, the crew is engaged in ${namedBookings(engaged)}. Reassign first.`;
      throw Problem.of('crew_unavailable', message, { param: 'id' });
    }
    await exceptDayOfShift(trx, id);
    await deleteShift(trx, id);
    await record(context, trx, actor, shift, 'shift.removed');
  });
}

export function listShifts(
  { system }: Pick<RosterContext, 'system'>,
  filter: Omit<ShiftFilter, 'limit'> & { readonly limit?: number },
): Promise<Shift[]> {
  return listShiftRows(system, { limit: 500, ...filter });
}

function checkTimes({ startsAt, endsAt }: Shift): void {
  const lengthMs = endsAt.getTime() - startsAt.getTime();
  if (!(lengthMs > 0)) throw invalidParameter('ends_at', 'ends_at must be after starts_at.');
  if (lengthMs > maxLengthMs) throw invalidParameter('ends_at', 'A shift must not be longer than 24 hours.');
}

async function refuseOverlap(trx: RosterContext['system'], shift: Shift): Promise<void> {
  const other = await findOverlap(trx, shift);
  if (!other) return;
  const span = `${other.startsAt.toISOString()} to ${other.endsAt.toISOString()}`;
  throw invalidParameter(
    'starts_at',
    `The crew already has a shift from ${span}. Shifts of a crew must not overlap.`,
  );
}

function record(
  context: RosterContext,
  trx: RosterContext['system'],
  actor: Actor,
  { crewId }: Shift,
  action: string,
): Promise<void> {
  return recordRosterChange(context, trx, actor, { action, subject: { kind: 'crew', id: crewId } });
}
