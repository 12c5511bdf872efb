// Engagements of crews. Written in the transaction of the booking change through SQL functions that the account role
// may call; read with the system role.
import { sql } from 'kysely';
import type { AccountTransaction } from '../../../db/database.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { CrewSlot } from '../../../domain/dispatch/crew-fit.ts';
import type { Product } from '../../../domain/dispatch/product.ts';

export interface Engagement {
  readonly crewId: string;
  readonly bookingId: string;
  readonly accountId: string;
  readonly slot: CrewSlot;
  readonly maskedNumber: string | null;
}

/**
 * `busy`: engaged at that time. `number_taken`: one of the callers would reach another crew under the masked number.
 */
export type TakeCrewResult = 'taken' | 'busy' | 'retired' | 'number_taken';

export async function takeCrew(
  trx: AccountTransaction,
  engagement: Engagement,
  now: Date,
): Promise<TakeCrewResult> {
  const { crewId, bookingId, accountId, slot, maskedNumber } = engagement;
  const { rows } = await sql<{ result: TakeCrewResult }>`
    select take_crew(${crewId}, ${bookingId}, ${accountId}, ${new Date(slot.startsMs)}, ${new Date(slot.arrivesMs)},
      ${new Date(slot.endsMs)}, ${[slot.from.longitude, slot.from.latitude]}::float8[],
      ${[slot.to.longitude, slot.to.latitude]}::float8[], ${maskedNumber}, ${now}) as result`.execute(trx);
  return rows[0]?.result ?? 'busy';
}

/** State of an offer as seen by this transaction; null if it does not exist. */
export async function offerStateIn(
  trx: AccountTransaction,
  offerId: string,
  accountId: string,
): Promise<string | null> {
  const { rows } = await sql<{ state: string | null }>`
    select offer_state(${offerId}, ${accountId}) as state`.execute(trx);
  return rows[0]?.state ?? null;
}

export interface EngagedSpan {
  readonly crewId: string;
  /** Confirmation code of the booking that holds the crew. */
  readonly hid: string;
  readonly startsMs: number;
  readonly endsMs: number;
}

/** Open engagements that start before `until`, except those of one booking if it is given. */
export async function listEngagedSpans(
  db: SystemDatabase,
  { exceptBookingId, until }: { readonly exceptBookingId: string | null; readonly until: Date },
): Promise<EngagedSpan[]> {
  const { rows } = await sql<EngagedSpan>`
    select e.crew_id as "crewId", b.hid, (extract(epoch from e.starts_at) * 1000)::float8 as "startsMs",
      (extract(epoch from e.ends_at) * 1000)::float8 as "endsMs"
    from crew_engagement e join booking b on b.id = e.booking_id
    where e.ended_at is null and e.booking_id is distinct from ${exceptBookingId}::uuid and e.starts_at < ${until}
    order by e.starts_at`.execute(db);
  return rows;
}

/** The crew that is engaged in the booking, with its planned arrival at the first stop; null without one. */
export async function findEngagedCrew(
  db: SystemDatabase,
  bookingId: string,
): Promise<{ readonly crewId: string; readonly name: string; readonly arrivesMs: number } | null> {
  const { rows } = await sql<{ crewId: string; name: string; arrivesMs: number }>`
    select e.crew_id as "crewId", k.name, (extract(epoch from e.arrives_at) * 1000)::float8 as "arrivesMs"
    from crew_engagement e join crew k on k.id = e.crew_id
    where e.booking_id = ${bookingId} and e.ended_at is null limit 1`.execute(db);
  return rows[0] ?? null;
}

export interface LiveEngagement extends Pick<Engagement, 'bookingId' | 'accountId'> {
  readonly product: Product;
  /** Confirmation code of the booking. */
  readonly hid: string;
}

export async function liveEngagementsOf(db: SystemDatabase, crewId: string): Promise<LiveEngagement[]> {
  const { rows } = await sql<LiveEngagement>`
    select e.booking_id as "bookingId", e.account_id as "accountId", b.product, b.hid
    from crew_engagement e join booking b on b.id = e.booking_id
    where e.crew_id = ${crewId} and e.ended_at is null order by e.starts_at`.execute(db);
  return rows;
}

/** Masked numbers that no caller of this booking uses for another booking. The booking's current number comes first. */
export async function availableMaskedNumbers(
  db: SystemDatabase,
  bookingId: string,
  numbers: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select pool.number from unnest(${[...numbers]}::text[]) with ordinality as pool (number, nth)
    left join crew_engagement own on own.booking_id = ${bookingId} and own.ended_at is null and own.masked_number = pool.number
    where not exists (
      select from crew_engagement e
      where e.masked_number = pool.number and e.ended_at is null and e.booking_id <> ${bookingId}
        and booking_callers(e.booking_id) && booking_callers(${bookingId}))
    order by own.id is null,
      (select count(*) from crew_engagement e where e.masked_number = pool.number and e.ended_at is null), nth
    limit 5`.execute(db);
  return rows.map(({ number }) => number);
}

export async function isEngaged(db: SystemDatabase, bookingId: string): Promise<boolean> {
  const { rows } = await sql`
    select from crew_engagement where booking_id = ${bookingId} and ended_at is null`.execute(db);
  return rows.length > 0;
}

/** Whether a crew of the roster was ever engaged for the booking. Simulated crews are not. */
export async function hadCrew(db: SystemDatabase, bookingId: string): Promise<boolean> {
  const { rows } = await sql`select from crew_engagement where booking_id = ${bookingId} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Routes a call to a masked number. A contact reaches the lead of the crew on the job; a crew member reaches the first
 * contact of the current or next stop. Returns null if the caller is unknown.
 */
export async function findCallee(
  db: SystemDatabase,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    with live as (
      select e.booking_id, e.crew_id, e.starts_at,
        (select s.id from booking_stop s where s.booking_id = b.id and s.position = (b.dispatch ->> 'routePosition')::integer
          + (b.dispatch ->> 'state' = 'done')::integer) as stop_id,
        b.dispatch ->> 'state' = 'pending' and (b.dispatch ->> 'routePosition')::integer = 0 as is_to_come
      from crew_engagement e join booking b on b.id = e.booking_id
      where e.masked_number = ${to} and e.ended_at is null and b.state = 'dispatched')
    (select m.phone_number as number from live join crew_member m on m.crew_id = live.crew_id
     where m.phone_number is not null and ${from} = any (booking_callers(live.booking_id))
     order by live.starts_at, m.position limit 1)
    union all
    (select c.phone_number from live join crew_member m on m.crew_id = live.crew_id and m.phone_number = ${from}
     join booking_contact c on c.booking_id = live.booking_id
     where c.stop_ids is null or live.stop_id = any (c.stop_ids)
     order by live.is_to_come, live.starts_at, c.stop_ids is null, c.position limit 1)`.execute(db);
  return rows[0]?.number ?? null;
}
