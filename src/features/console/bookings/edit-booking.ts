// An operator edits a booking on behalf of its account: by the same rules as the partner, told by the same events, and in the
// audit trail under the operator's name.
import { noSuchStop } from '../../../domain/booking-problems.ts';
import { editStop, type StopDetails } from '../../../domain/booking-stops.ts';
import type { Answer, Remember } from '../../../http/idempotent-write.ts';
import { nothingToAsk } from '../../bookings/booking-area.ts';
import { type MovingContext, moveBooking } from '../../bookings/change-booking.ts';
import type { Mover } from '../../bookings/save-booking.ts';
import type { BookingPlace } from '../../dispatch/booking-place.ts';

export interface StopEdit extends StopDetails {
  /** Its id: the order of stops may have changed since somebody looked. */
  readonly stopId: string;
}

export function editStopOf(
  context: MovingContext,
  mover: Mover,
  { accountId, bookingId }: BookingPlace,
  { stopId, ...details }: StopEdit,
  remember: Remember,
): Promise<Answer> {
  return moveBooking<null>(
    context,
    accountId,
    {
      bookingId,
      action: 'booking.stop_edited',
      status: 200,
      prepare: nothingToAsk,
      decide: (booking, _facts, moment) => {
        const position = booking.route.findIndex(({ id }) => id === stopId);
        if (position < 0) throw noSuchStop();
        return editStop(booking, { position, ...details }, moment);
      },
    },
    mover,
    remember,
  );
}
