// Crews with their vehicle, members and last known position.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { CrewLocation } from '../../../domain/dispatch/crew.ts';
import type { MemberRecord } from './crew-member-store.ts';
import type { Vehicle } from './vehicle-store.ts';

export interface CrewRow {
  readonly name: string;
  readonly vehicleId: string | null;
  readonly homeAreas: readonly string[];
  readonly rating: number;
  readonly autoAccept: boolean;
}

export interface CrewRecord extends Omit<CrewRow, 'vehicleId'> {
  readonly id: string;
  readonly vehicle: Omit<Vehicle, 'retiredAt'> | null;
  /** Crew lead first. */
  readonly members: readonly Omit<MemberRecord, 'crewId' | 'retiredAt'>[];
  /** Last known position. */
  readonly position: (CrewLocation & { readonly atMs: number }) | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly retiredAt: Date | null;
}

/** Timestamp as epoch milliseconds, for use in JSON. */
export const millisOf = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000)::float8`;

/** The slot of an engagement or offer as JSON. */
export function slotOf(alias: 'e' | 'o') {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  const place = (end: string) =>
    sql`json_build_object('longitude', ${of(`${end}_longitude`)}, 'latitude', ${of(`${end}_latitude`)})`;
  return sql`json_build_object('startsMs', ${millisOf(of('starts_at'))}, 'arrivesMs', ${millisOf(of('arrives_at'))},
    'endsMs', ${millisOf(of('ends_at'))}, 'from', ${place('from')}, 'to', ${place('to')})`;
}

/** Columns of a `CrewRecord`; expects the table alias `c`. */
export const crewColumns = sql`
  c.id, c.name, c.rating, c.auto_accept as "autoAccept", c.home_areas as "homeAreas", c.created_at as "createdAt",
  c.updated_at as "updatedAt", c.retired_at as "retiredAt",
  (select json_build_object('id', v.id, 'type', v.type, 'name', v.name, 'plate', v.plate)
   from vehicle v where v.id = c.vehicle_id) as vehicle,
  (select coalesce(json_agg(json_build_object('id', m.id, 'firstName', m.first_name, 'avatarUrl', m.avatar_url,
     'phoneNumber', m.phone_number) order by m.position), '[]') from crew_member m where m.crew_id = c.id) as members,
  case when c.position_at is not null then json_build_object('longitude', c.longitude, 'latitude', c.latitude,
    'atMs', ${millisOf(sql`c.position_at`)}) end as position`;

export async function insertCrewRow(db: SystemDatabase, id: string, crew: CrewRow, now: Date): Promise<void> {
  await sql`
    insert into crew (id, name, vehicle_id, home_areas, rating, auto_accept, created_at, updated_at)
    values (${id}, ${crew.name}, ${crew.vehicleId}, ${[...crew.homeAreas]}, ${crew.rating}, ${crew.autoAccept}, ${now},
      ${now})`.execute(db);
}

export async function updateCrewRow(db: SystemDatabase, id: string, crew: CrewRow, now: Date): Promise<void> {
  await sql`
    update crew set name = ${crew.name}, vehicle_id = ${crew.vehicleId}, home_areas = ${[...crew.homeAreas]},
      rating = ${crew.rating}, auto_accept = ${crew.autoAccept}, updated_at = ${now}
    where id = ${id}`.execute(db);
}

/**
 * Retires the crew. Its name and history stay; vehicle and members become available, future shifts and patterns are
 * deleted and open offers withdrawn.
 */
export async function retireCrewRow(trx: SystemDatabase, id: string, now: Date): Promise<void> {
  await sql`
    with gone as (update crew set retired_at = ${now}, updated_at = ${now} where id = ${id}),
      freed as (update crew_member set crew_id = null, position = null, updated_at = ${now} where crew_id = ${id}),
      off as (delete from shift where crew_id = ${id} and starts_at > ${now}),
      ended as (delete from shift_pattern where crew_id = ${id})
    update dispatch_offer set state = 'withdrawn', answered_at = ${now}
    where crew_id = ${id} and state = 'open'`.execute(trx);
}

export async function savePosition(
  db: SystemDatabase,
  id: string,
  { longitude, latitude }: CrewLocation,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update crew set longitude = ${longitude}, latitude = ${latitude}, position_at = ${at}
    where id = ${id} and retired_at is null`.execute(db);
  return numAffectedRows > 0n;
}

/** Saves the position of the crew that is engaged in the booking, if any. */
export async function savePositionOfEngaged(
  db: SystemDatabase,
  bookingId: string,
  { longitude, latitude }: CrewLocation,
  at: Date,
): Promise<void> {
  await sql`update crew set longitude = ${longitude}, latitude = ${latitude}, position_at = ${at}
    where id = (select crew_id from crew_engagement where booking_id = ${bookingId} and ended_at is null)`.execute(
    db,
  );
}

export async function findCrew(db: SystemDatabase, id: string): Promise<CrewRecord | undefined> {
  const { rows } = await sql<CrewRecord>`select ${crewColumns} from crew c where c.id = ${id}`.execute(db);
  return rows[0];
}

/** Finds a crew that is not retired by name, case-insensitively. */
export async function findCrewNamed(db: SystemDatabase, name: string): Promise<CrewRecord | undefined> {
  const { rows } = await sql<CrewRecord>`
    select ${crewColumns} from crew c where lower(c.name) = lower(${name}) and c.retired_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Locks the crew until the transaction ends, so that no concurrent assignment can take it. */
export async function lockCrew(trx: SystemDatabase, id: string): Promise<CrewRecord | undefined> {
  const lock = sql`select from crew where id = ${id} for update`;
  const [, crew] = await Promise.all([lock.execute(trx), findCrew(trx, id)]);
  return crew;
}
