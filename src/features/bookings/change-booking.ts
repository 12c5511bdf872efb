// Changes an existing booking with optimistic concurrency: load the booking, prepare the change outside the transaction
// (geocoding, routing, prices), then lock the row, check that the preparation still applies, decide and write. If a
// concurrent change invalidated the preparation, the attempt is repeated. A keyed mutex per booking serialises the
// writers of this process, so that one contended booking never holds more than one pool connection. After
// `unlockedAttempts` failures the preparation also runs inside the mutex, which guarantees progress.
import type { AccountTransaction } from '../../db/database.ts';
import { noHook, runHook, type TransactionHook } from '../../db/transaction-hook.ts';
import { type Booking, isFinal, isLastStopDone } from '../../domain/booking/booking.ts';
import { type Moment, monotonicNow, type Transition } from '../../domain/booking/booking-transitions.ts';
import { hasDeparted } from '../../domain/dispatch/engagement-reschedule.ts';
import type { Location } from '../../domain/place/route.ts';
import type { ServedArea } from '../../domain/time/capacity-override.ts';
import { windowParam } from '../../domain/time/window-problem.ts';
import type { Actor } from '../../lib/actor.ts';
import { worldNow } from '../../lib/clock.ts';
import { isUuid } from '../../lib/ids.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { Problem } from '../../lib/problem.ts';
import {
  hasPlannedCapacity,
  needsPlace,
  type PlaceFinder,
  type PlaceRequest,
  type PlannedCapacity,
} from '../schedule/planned-capacity.ts';
import type { BookingContext } from './booking-context.ts';
import type { BookingRef } from './booking-ref.ts';
import { findBooking, findBookingForUpdate, findBookingWire } from './booking-store.ts';
import { releaseCrew, startEngagement } from './crew-engagement-store.ts';
import { saveBooking } from './save-booking.ts';

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
  /** Required with an area: reserves the place of the booking if the area has planned capacity. */
  readonly plannedCapacity?: PlannedCapacity;
}

export interface BookingChange<Facts> {
  /** Action name for the audit trail. */
  readonly action: string;
  /** Runs before the transaction: calls to outside services and reads without a lock. */
  readonly prepare: (booking: Booking) => Promise<Prepared<Facts>>;
  /**
   * Runs inside the transaction and must be pure. `moment` is never before the last change, even if the clock was set
   * back.
   */
  readonly decide: (booking: Booking, facts: Facts, moment: Moment) => Transition;
  /** Further writes of the change, in its transaction. */
  readonly alsoWrite?: (trx: AccountTransaction) => Promise<void>;
}

const maxAttempts = 10;
/** Attempts with the preparation outside the mutex; later attempts prepare inside it. */
const unlockedAttempts = 2;
const bookingMutex = new KeyedMutex();

export type BookingChangeContext = Pick<BookingContext, 'db' | 'ids' | 'clock' | 'environment'>;

/** Changes a booking as any actor; the caller has checked the permission. Returns the booking in the wire format. */
export async function changeBooking<Facts>(
  context: BookingChangeContext,
  actor: Actor,
  bookingRef: BookingRef,
  change: BookingChange<Facts>,
  hook: TransactionHook<string> = noHook,
): Promise<string> {
  const exclusively = <T>(work: () => Promise<T>) => bookingMutex.runExclusive(bookingRef.bookingId, work);
  const prepare = async () => {
    const snapshot = await loadBooking(context, bookingRef);
    return { snapshot, prepared: await change.prepare(snapshot) };
  };
  const write = async (preparation: Preparation<Facts>) => {
    const request = placeRequest(context, change, preparation);
    const { plannedCapacity } = preparation.prepared;
    if (!request || !plannedCapacity) return tryChange(context, actor, bookingRef, change, preparation, hook);
    return plannedCapacity.withPlace(request, (findPlace) =>
      tryChange(context, actor, bookingRef, change, preparation, hook, findPlace),
    );
  };
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    let wire: string | null;
    if (attempt < unlockedAttempts) {
      const preparation = await prepare();
      wire = await exclusively(() => write(preparation));
    } else wire = await exclusively(async () => write(await prepare()));
    if (wire !== null) return wire;
  }
  throw Problem.of(
    'service_unavailable',
    'Too many requests are changing this booking at the same time. Try again.',
    { retryAfterSeconds: 1 },
  );
}

/** The booking now, and as the change would leave it. Prepares and decides the change, but writes nothing. */
export async function previewChange<Facts>(
  context: BookingChangeContext,
  bookingRef: BookingRef,
  { prepare, decide }: Pick<BookingChange<Facts>, 'prepare' | 'decide'>,
): Promise<{ readonly before: Booking; readonly after: Booking }> {
  const before = await loadBooking(context, bookingRef);
  const { facts } = await prepare(before);
  return { before, after: decide(before, facts, momentFor(context, before)).booking };
}

interface Preparation<Facts> {
  readonly snapshot: Booking;
  readonly prepared: Prepared<Facts>;
}

/** The place that the change needs in a plan; null if none. Decides without a lock, so the day is known before the transaction. */
function placeRequest<Facts>(
  context: BookingChangeContext,
  { decide }: BookingChange<Facts>,
  { snapshot, prepared }: Preparation<Facts>,
): PlaceRequest | null {
  const { area } = prepared;
  if (!area || !hasPlannedCapacity(context.environment, area)) return null;
  const { booking } = decide(snapshot, prepared.facts, momentFor(context, snapshot));
  if (!needsPlace(snapshot, booking)) return null;
  const now = worldNow(context.clock);
  return { area, booking, isNew: false, param: windowParam(booking.window), now };
}

/** Never before the last change, even if the clock was set back. */
function momentFor({ clock, ids }: Pick<BookingChangeContext, 'clock' | 'ids'>, booking: Booking): Moment {
  const nowMs = monotonicNow(booking, clock.now().getTime());
  return { nowMs, realNowMs: worldNow(clock).getTime(), nextId: () => ids.next() };
}

/** Returns null if a concurrent change invalidated the preparation. */
function tryChange<Facts>(
  context: BookingChangeContext,
  actor: Actor,
  bookingRef: BookingRef,
  { action, decide, alsoWrite }: BookingChange<Facts>,
  { snapshot, prepared }: Preparation<Facts>,
  hook: TransactionHook<string>,
  findPlace?: PlaceFinder,
): Promise<string | null> {
  const { accountId, bookingId } = bookingRef;
  const db = context.db.forAccount(accountId);
  return db.transaction().execute(async (trx) => {
    const stored = await findBookingForUpdate(trx, accountId, bookingId);
    if (!stored) throw bookingNotFound();
    const { booking: before, shareToken } = stored;
    if (!isStillValid(prepared, snapshot, before)) return null;
    const transition = decide(before, prepared.facts, momentFor(context, before));
    const isPlanned = hasPlannedCapacity(context.environment, prepared.area);
    // The crew that had departed was lost since the preparation.
    if (isPlanned && !findPlace && needsPlace(before, transition.booking)) return null;
    const isChanged = transition.booking !== before;
    const wire = isChanged
      ? await saveBooking(
          context,
          trx,
          {
            before,
            transition,
            shareToken,
            action,
            actor,
            fresh: prepared.fresh,
            quoteIsNew: transition.booking.quote.id !== before.quote.id,
            area: prepared.area,
          },
          findPlace,
        )
      : await loadWire(trx, bookingRef);
    await updateEngagement(trx, before, transition.booking, worldNow(context.clock));
    await alsoWrite?.(trx);
    await runHook(trx, hook, wire);
    return wire;
  });
}

/** The engagement of the crew starts when the crew first departs, and ends with the last stop or the booking. */
async function updateEngagement(trx: AccountTransaction, before: Booking, after: Booking, now: Date) {
  if (after.crew === null && before.crew === null) return;
  const bookingRef = { accountId: after.accountId, bookingId: after.id };
  if (hasDeparted(after) && !hasDeparted(before)) refuseTwoJobs(await startEngagement(trx, bookingRef, now));
  if (isCrewReleased(after) && !isCrewReleased(before))
    await releaseCrew(trx, bookingRef, after.state === 'cancelled' ? 'cancelled' : 'completed', now);
}

/** The crew is free for its next job, before the booking is completed. */
function isCrewReleased(booking: Booking): boolean {
  return isFinal(booking.state) || isLastStopDone(booking);
}

function refuseTwoJobs(activeHid: string | null): void {
  if (activeHid === null) return;
  const advice = 'Complete that booking first, or reassign one of the two.';
  throw Problem.of('crew_unavailable', `The crew is under way for booking ${activeHid}. ${advice}`);
}

async function loadWire(trx: AccountTransaction, { accountId, bookingId }: BookingRef): Promise<string> {
  const wire = await findBookingWire(trx, accountId, bookingId);
  if (wire === undefined) throw bookingNotFound();
  return wire;
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
  { accountId, bookingId }: BookingRef,
): Promise<Booking> {
  const stored = isUuid(bookingId)
    ? await findBooking(db.forAccount(accountId), accountId, bookingId)
    : undefined;
  if (!stored) throw bookingNotFound();
  return stored.booking;
}

export function bookingNotFound(): Problem {
  return Problem.of('not_found', 'There is no such booking.');
}
