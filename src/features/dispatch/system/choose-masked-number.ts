// The number that the people of a booking call to reach its crew. It belongs to the booking: who calls it and from which
// number says which crew is meant, so one number serves many bookings as long as they have no caller in common.
import { syntheticNumber } from '../../../domain/synthetic-crew.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { freeNumbers } from './engagement-store.ts';

/** null where there is none: then the crew cannot be called, for its own numbers are private. */
export async function chooseNumber(
  { system, environment, maskedNumbers, log }: DispatchContext,
  bookingId: string,
  taken: ReadonlySet<string>,
): Promise<string | null> {
  if (environment.name === 'sandbox') return syntheticNumber(bookingId);
  const free = await freeNumbers(
    system,
    bookingId,
    maskedNumbers.filter((number) => !taken.has(number)),
  );
  const [number] = free;
  if (number !== undefined) return number;
  const reason = maskedNumbers.length === 0 ? 'none is configured' : 'all of them lead its callers to others';
  log.warn({ bookingId }, `the crew cannot be called about this booking: of the masked numbers ${reason}`);
  return null;
}
