// Erases personal data from one booking and all its copies, in one transaction. Photo files are removed before it: if
// the transaction fails, their rows are still found and the next attempt completes.
import type { Context } from '../../../context.ts';
import type { SystemDatabase, SystemTransaction } from '../../../db/system-database.ts';
import type { Booking } from '../../../domain/booking/booking.ts';
import { presentBooking } from '../../bookings/booking-view.ts';
import { deletePhotos } from '../../photos/system/expired-photo-store.ts';
import { type Erasure, eraseFrom } from '../erase-document.ts';
import * as rows from './erase-booking-store.ts';

export interface ErasureContext extends Pick<Context, 'clock' | 'ids' | 'keys' | 'photos' | 'security'> {
  readonly system: SystemDatabase;
}

export interface ErasedCopies {
  readonly quotes: number;
  readonly events: number;
  readonly messages: number;
  readonly answers: number;
  readonly notes: number;
}

/** Removes the booking's photos and runs `erase` while the booking is locked. */
export async function inBooking<T>(
  { system, photos }: ErasureContext,
  id: string,
  erase: (trx: SystemTransaction, booking: Booking) => Promise<T>,
): Promise<{ readonly result: T; readonly photos: number }> {
  const photoNames = await rows.photosOf(system, id);
  for (const name of photoNames) await photos.remove(name);
  return system.transaction().execute(async (trx) => {
    await rows.lockFollowers(trx);
    const stored = await rows.lockBooking(trx, id);
    if (!stored) throw new Error(`booking ${id} no longer exists`);
    const result = await erase(trx, stored.booking);
    if (photoNames.length > 0) await deletePhotos(trx, photoNames);
    return { result, photos: photoNames.length };
  });
}

/** All copies except locations, whose rows other bookings may share. */
export async function eraseCopies(
  trx: SystemTransaction,
  { clock }: Pick<Context, 'clock'>,
  booking: Booking,
  quotes: readonly rows.QuoteRecord[],
  erasure: Erasure,
): Promise<ErasedCopies> {
  const { id } = booking;
  const rewrite = <T>(document: T) => eraseFrom(document, erasure);
  const next = rewrite(booking);
  await rows.rewriteQuotes(trx, quotes, rewrite);
  const wire = JSON.stringify(presentBooking(next, await rows.shareUrlOf(trx, id)));
  await rows.rewriteBooking(trx, next, wire);
  await rows.reindexBooking(trx, id);
  return {
    quotes: quotes.length,
    events: await rows.rewriteEvents(trx, id, rewrite),
    messages: await rows.clearMessagesOfBooking(trx, id, clock.now()),
    answers: await rows.clearLoggedBodies(trx, id),
    notes: await rows.eraseNotesAndTrips(trx, id),
  };
}
