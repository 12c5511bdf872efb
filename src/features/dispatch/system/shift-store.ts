// Shifts of crews.
import type { SystemDatabase } from '../../../db/system-database.ts';

export interface Shift {
  readonly id: string;
  readonly crewId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The pattern that created the shift; null without one, and once the shift was changed on its own. */
  readonly patternId: string | null;
}

export async function insertShift(
  trx: SystemDatabase,
  { id, crewId, startsAt, endsAt }: Omit<Shift, 'patternId'>,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('shift')
    .values({ id, crew_id: crewId, starts_at: startsAt, ends_at: endsAt, created_at: now })
    .execute();
}

/** A changed shift no longer belongs to its pattern. */
export async function moveShift(trx: SystemDatabase, { id, startsAt, endsAt }: Shift): Promise<void> {
  await trx
    .updateTable('shift')
    .set({ starts_at: startsAt, ends_at: endsAt, pattern_id: null, pattern_day: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteShift(trx: SystemDatabase, id: string): Promise<void> {
  await trx.deleteFrom('shift').where('id', '=', id).execute();
}

export async function findShift(db: SystemDatabase, id: string): Promise<Shift | undefined> {
  return selectShifts(db).where('id', '=', id).executeTakeFirst();
}

/**
 * Another shift of the crew that overlaps. The caller holds the lock on the crew, so that none can be added
 * concurrently.
 */
export async function findOverlap(trx: SystemDatabase, shift: Shift): Promise<Shift | undefined> {
  return selectShifts(trx)
    .where('crew_id', '=', shift.crewId)
    .where('id', '<>', shift.id)
    .where('starts_at', '<', shift.endsAt)
    .where('ends_at', '>', shift.startsAt)
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst();
}

export interface ShiftFilter {
  readonly crewId?: string | undefined;
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
}

/** Shifts that overlap the span, by start time. */
export async function listShiftRows(
  db: SystemDatabase,
  { crewId, from, to, limit }: ShiftFilter,
): Promise<Shift[]> {
  const query = selectShifts(db)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit);
  return crewId === undefined ? query.execute() : query.where('crew_id', '=', crewId).execute();
}

/** Confirmation codes of the bookings in which the crew is engaged during the shift. */
export function engagedWithin(db: SystemDatabase, shift: Shift): Promise<{ hid: string }[]> {
  return db
    .selectFrom('crew_engagement as e')
    .innerJoin('booking', 'booking.id', 'e.booking_id')
    .select('booking.hid')
    .where('e.crew_id', '=', shift.crewId)
    .where('e.ended_at', 'is', null)
    .where('e.starts_at', '<', shift.endsAt)
    .where('e.ends_at', '>', shift.startsAt)
    .orderBy('e.starts_at')
    .execute();
}

function selectShifts(db: SystemDatabase) {
  return db
    .selectFrom('shift')
    .select([
      'id',
      'crew_id as crewId',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'pattern_id as patternId',
    ]);
}
