// Erases the personal data of one data subject everywhere. Each booking is one transaction, so that an interrupted
// erasure continues with the next call. The audit entry records counts, not the person's data.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Booking } from '../../../domain/booking/booking.ts';
import type { Actor } from '../../../lib/actor.ts';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import { Problem } from '../../../lib/problem.ts';
import { optOutDigest } from '../../notifications/opt-out-digest.ts';
import { isOf, type Person } from '../data-subject.ts';
import { coarsened, ERASED_PLACE, type Erasure, eraseFrom } from '../erase-document.ts';
import { findBookingsOfSubject, findExclusiveLocations } from './data-subject-store.ts';
import { type ErasedCopies, type ErasureContext, eraseCopies, inBooking } from './erase-booking.ts';
import * as rows from './erase-booking-store.ts';

export interface ErasureReport extends ErasedCopies {
  readonly bookings: number;
  readonly photos: number;
  readonly stored_answers: number;
  readonly opt_outs: number;
  /** Bookings that are not yet erased: repeat the call until this is 0. */
  readonly remaining: number;
}

const bookingsPerCall = 20;
const maxCounted = 10_000;

export async function eraseDataSubject(
  context: ErasureContext,
  person: Person,
  { isForced }: { readonly isForced: boolean },
  actor: Actor,
): Promise<ErasureReport> {
  const { system } = context;
  if (!isForced) await requireNoLiveBookings(system, person);
  const found = await findBookingsOfSubject(system, person, { limit: bookingsPerCall });
  const total = { bookings: 0, quotes: 0, events: 0, messages: 0, answers: 0, notes: 0, photos: 0 };
  const erasures: Erasure[] = [];
  for (const { id, isCustomer } of found) {
    const { erasure, counts } = await eraseBooking(context, person, id, isCustomer);
    erasures.push(erasure);
    for (const [name, count] of Object.entries(counts)) total[name as keyof typeof total] += count;
    total.bookings += 1;
  }
  const accountIds = [...new Set(found.map(({ accountId }) => accountId))];
  const rest = await eraseRest(context, person, erasures, accountIds);
  const left = await findBookingsOfSubject(system, person, { limit: maxCounted });
  const report = { ...total, ...rest, messages: total.messages + rest.messages, remaining: left.length };
  await record(context, person, report, actor);
  return report;
}

async function requireNoLiveBookings(system: SystemDatabase, person: Person): Promise<void> {
  const live = await findBookingsOfSubject(system, person, { limit: 5, isLive: true });
  if (live.length === 0) return;
  const hids = live.map(({ hid }) => hid).join(', ');
  throw Problem.of(
    'person_has_live_bookings',
    `Active bookings need this person’s data: ${hids}. Wait until they are completed or cancelled, or force the erasure.`,
  );
}

async function eraseBooking(context: ErasureContext, person: Person, id: string, isCustomer: boolean) {
  const done = await inBooking(context, id, async (trx, booking) => {
    const placeIds = new Set(await findExclusiveLocations(trx, person, id, ERASED_PLACE));
    const places = booking.route.flatMap(({ location }) =>
      placeIds.has(location.id) ? [coarsened(location)] : [],
    );
    const erasure: Erasure = {
      whom: person,
      isCustomer,
      names: namesOf(booking, person, isCustomer),
      places: new Map(places.map((place) => [place.id, place])),
    };
    await rows.rewriteLocations(trx, places);
    const quotes = await rows.quotesWith(trx, booking, [...placeIds]);
    return { erasure, counts: await eraseCopies(trx, context, booking, quotes, erasure) };
  });
  const { erasure, counts } = done.result;
  return { erasure, counts: { ...counts, photos: done.photos } };
}

function namesOf({ customer, contacts }: Booking, person: Person, isCustomer: boolean): string[] {
  const known = [
    ...(isCustomer ? [customer?.name] : []),
    ...contacts.filter(({ phoneNumber, email }) => isOf(person, phoneNumber, email)).map(({ name }) => name),
  ];
  return [...new Set(known.flatMap((name) => (name && name.length > 2 ? [name.toLowerCase()] : [])))];
}

/** Data that belongs to no single booking: messages by address, request log, opt-outs, idempotent responses. */
async function eraseRest(
  context: ErasureContext,
  person: Person,
  erasures: readonly Erasure[],
  accountIds: readonly string[],
) {
  const { system, clock, keys } = context;
  const addresses = [person.phone, person.email].filter((each) => each !== null);
  const subjectOnly: Erasure = { whom: person, isCustomer: false, names: [], places: new Map() };
  return system.transaction().execute(async (trx) => {
    const messages = await rows.clearMessagesTo(trx, addresses, person.accountId, clock.now());
    const words = [...new Set([...addresses, ...erasures.flatMap(({ names }) => names)])];
    await rows.clearRequestLogsWith(trx, words, accountIds);
    // Opt-outs apply across accounts, so an erasure limited to one account leaves them.
    const digests = addresses.map((address) => ({ address, digest: optOutDigest(address) }));
    const opt_outs = person.accountId === undefined ? await rows.digestOptOuts(trx, digests) : 0;
    let stored_answers = 0;
    for (const answer of await rows.listEncryptedResponses(trx, person.accountId)) {
      const { accountId, route, key } = answer;
      const scope = canonicalJson({ accountId, route, key });
      const before = keys.open(answer.sealed, scope).toString();
      const after = [...erasures, subjectOnly].reduce(
        (text, each) => eraseAnswer(text, person, each),
        before,
      );
      if (after === before) continue;
      await rows.updateEncryptedResponse(trx, { ...answer, sealed: keys.seal(after, scope) });
      stored_answers += 1;
    }
    return { messages, opt_outs, stored_answers };
  });
}

interface StoredIdempotentResponse {
  readonly body: string | null;
}

/** Changes only responses that mention the subject: replayed responses must otherwise stay byte-identical. */
function eraseAnswer(text: string, person: Person, erasure: Erasure): string {
  const { names, places } = erasure;
  const identifiers = [person.phone, person.email, ...names, ...places.keys()].filter(
    (each) => each !== null,
  );
  const lowered = text.toLowerCase();
  if (!identifiers.some((identifier) => lowered.includes(identifier))) return text;
  const answer = JSON.parse(text) as StoredIdempotentResponse;
  if (answer.body === null) return text;
  const body = JSON.stringify(eraseFrom(JSON.parse(answer.body) as unknown, erasure));
  return JSON.stringify({ ...answer, body });
}

async function record(
  { system, keys, security }: ErasureContext,
  { phone, email, accountId }: Person,
  report: ErasureReport,
  actor: Actor,
): Promise<void> {
  const changed = Object.entries(report).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : []));
  await security.record(system, {
    event: 'person.erased',
    actor,
    accountId: accountId ?? null,
    // Keyed digest: finds earlier requests about the same person without revealing who it was.
    subject: { kind: 'person', id: keys.signShort(`person ${phone ?? ''} ${email ?? ''}`) },
    changed,
  });
}
