// Chooses the masked number of a booking. A call is routed by caller and called number, so bookings can share a number
// as long as they have no caller in common.
import { syntheticNumber } from '../../../domain/sandbox/synthetic-crew.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { availableMaskedNumbers } from './engagement-store.ts';

/** Returns null if no number is available. The crew then cannot be called, because its own numbers are private. */
export async function chooseMaskedNumber(
  { system, environment, maskedNumbers, log }: DispatchContext,
  bookingId: string,
  taken: ReadonlySet<string>,
): Promise<string | null> {
  if (environment.name === 'sandbox') return syntheticNumber(bookingId);
  const free = await availableMaskedNumbers(
    system,
    bookingId,
    maskedNumbers.filter((number) => !taken.has(number)),
  );
  const [number] = free;
  if (number !== undefined) return number;
  const reason = maskedNumbers.length === 0 ? 'none is configured' : 'all are in use for its callers';
  log.warn({ bookingId }, `no masked number available for booking: ${reason}`);
  return null;
}
