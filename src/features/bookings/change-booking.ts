// Changes an existing booking with optimistic concurrency: load the booking, prepare the change outside the transaction
// (geocoding, routing, prices), then lock the row, check that the preparation still applies, decide and write. If a
// concurrent change invalidated the preparation, the attempt is repeated. A keyed mutex per booking serialises the
// writers of this process, so that one contended booking never holds more than one pool connection. After
// `unlockedAttempts` failures the preparation also runs inside the mutex, which guarantees progress.
import type { AccountTransaction } from '../../db/database.ts';
import type { Booking } from '../../domain/booking.ts';
import { type Moment, monotonicNow, type Transition } from '../../domain/booking-transitions.ts';
import type { ServedArea } from '../../domain/capacity-override.ts';
import type { Location } from '../../domain/route.ts';
import type { Answer, Remember } from '../../http/idempotent-write.ts';
import type { Principal } from '../../http/principal.ts';
import { worldNow } from '../../lib/clock.ts';
import { isUuid } from '../../lib/ids.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { Problem } from '../../lib/problem.ts';
import { bookingActorOf } from './booking-actor.ts';
import type { BookingContext } from './booking-context.ts';
import { findBooking, findBookingForUpdate, findBookingWire } from './booking-store.ts';
import { type BookingActor, saveBooking } from './save-booking.ts';

export interface Prepared<Facts> {
  readonly facts: Facts;
  readonly fresh: readonly Location[];
  /** null if the change takes no capacity. */
  readonly area: ServedArea | null;
  /**
   * The part of the booking that the preparation depends on. The preparation is valid while that part is unchanged.
   * Default: the whole booking.
   */
  readonly about?: 'nothing' | 'plan';
}

export interface BookingChange<Facts> {
  readonly bookingId: string;
  readonly action: string;
  readonly status: number;
  /** Runs before the transaction: calls to outside services and reads without a lock. */
  readonly prepare: (booking: Booking) => Promise<Prepared<Facts>>;
  /**
   * Runs inside the transaction and must be pure. `moment` is never before the last change, even if the clock was set
   * back.
   */
  readonly decide: (booking: Booking, facts: Facts, moment: Moment) => Transition;
}

const maxAttempts = 10;
/** Attempts with the preparation outside the mutex; later attempts prepare inside it. */
const unlockedAttempts = 2;
const bookingMutex = new KeyedMutex();

/** Changes a booking as the partner that owns it. */
export function changeBookingAsPartner<Facts>(
  context: BookingContext,
  principal: Principal,
  change: BookingChange<Facts>,
  requestId: string,
  remember: Remember,
): Promise<Answer> {
  return applyBookingChange(
    context,
    principal.accountId,
    change,
    bookingActorOf(principal, requestId),
    remember,
  );
}

/** Additional writes in the transaction of the change, such as the stored response of an idempotency key. */
export type TransactionHook = (trx: AccountTransaction, answer: Answer) => Promise<void>;

export type BookingChangeContext = Pick<BookingContext, 'db' | 'ids' | 'clock' | 'environment'>;

/** Changes a booking of the account as any actor. The caller has checked the permission. */
export async function applyBookingChange<Facts>(
  context: BookingChangeContext,
  accountId: string,
  change: BookingChange<Facts>,
  actor: BookingActor,
  hook: TransactionHook = noHook,
): Promise<Answer> {
  const exclusively = <T>(work: () => Promise<T>) => bookingMutex.runExclusive(change.bookingId, work);
  const prepare = () => load(context, accountId, change);
  const write = (preparation: Preparation<Facts>) =>
    tryChange(context, accountId, change, preparation, actor, hook);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    let answer: Answer | null;
    if (attempt < unlockedAttempts) {
      const preparation = await prepare();
      answer = await exclusively(() => write(preparation));
    } else answer = await exclusively(async () => write(await prepare()));
    if (answer) return answer;
  }
  throw Problem.of(
    'service_unavailable',
    'Too many requests are changing this booking at the same time. Try again.',
    {
      retryAfterSeconds: 1,
    },
  );
}

interface Preparation<Facts> {
  readonly snapshot: Booking;
  readonly prepared: Prepared<Facts>;
}

async function load<Facts>(
  context: BookingChangeContext,
  accountId: string,
  change: BookingChange<Facts>,
): Promise<Preparation<Facts>> {
  const snapshot = await loadBooking(context, accountId, change.bookingId);
  return { snapshot, prepared: await change.prepare(snapshot) };
}

/** Returns null if a concurrent change invalidated the preparation. */
async function tryChange<Facts>(
  context: BookingChangeContext,
  accountId: string,
  change: BookingChange<Facts>,
  { snapshot, prepared }: Preparation<Facts>,
  actor: BookingActor,
  hook: TransactionHook,
): Promise<Answer | null> {
  const db = context.db.forAccount(accountId);
  return db.transaction().execute(async (trx) => {
    const stored = await findBookingForUpdate(trx, accountId, change.bookingId);
    if (!stored) throw bookingNotFound();
    const { booking: before, shareToken } = stored;
    if (!isStillValid(prepared, snapshot, before)) return null;
    const nowMs = monotonicNow(before, context.clock.now().getTime());
    const realNowMs = worldNow(context.clock).getTime();
    const moment = { nowMs, realNowMs, nextId: () => context.ids.next() };
    const transition = change.decide(before, prepared.facts, moment);
    const isChanged = transition.booking !== before;
    const body = isChanged
      ? await saveBooking(context, trx, {
          before,
          transition,
          shareToken,
          action: change.action,
          changedBy: actor,
          fresh: prepared.fresh,
          quoteIsNew: transition.booking.quote.id !== before.quote.id,
          area: prepared.area,
        })
      : await findBookingWire(trx, accountId, before.id);
    const result = { status: change.status, body: body ?? null };
    await hook(trx, result);
    return result;
  });
}

function isStillValid({ about }: Prepared<unknown>, snapshot: Booking, now: Booking): boolean {
  if (about === 'nothing') return true;
  return about === 'plan' ? isSamePlan(snapshot, now) : snapshot.eventSequence === now.eventSequence;
}

/** Same stops with the same locations in the same order, same area, same window. */
function isSamePlan(a: Booking, b: Booking): boolean {
  return (
    a.areaSlug === b.areaSlug &&
    a.window.id === b.window.id &&
    a.route.length === b.route.length &&
    a.route.every(
      ({ id, location }, position) =>
        id === b.route[position]?.id && location.id === b.route[position]?.location.id,
    )
  );
}

export async function loadBooking(
  { db }: Pick<BookingContext, 'db'>,
  accountId: string,
  id: string,
): Promise<Booking> {
  const stored = isUuid(id) ? await findBooking(db.forAccount(accountId), accountId, id) : undefined;
  if (!stored) throw bookingNotFound();
  return stored.booking;
}

export function bookingNotFound(): Problem {
  return Problem.of('not_found', 'There is no such booking.');
}

async function noHook(): Promise<void> {}
