// Sends a change of the route. A toast then has the new estimate.
import { formatDollarRange } from '../../ui/dollars.ts';
import { useToast } from '../../ui/toast.tsx';
import type { Booking } from '../partner.generated.ts';
import { type BookingChange, useBookingChange } from './booking-queries.ts';

export function useStopChange({ id }: Pick<Booking, 'id'>, onDone: () => void) {
  const change = useBookingChange(id);
  const toast = useToast();
  return {
    error: change.error,
    isPending: change.isPending,
    send: (request: BookingChange, done: string) =>
      change.mutate(request, {
        onSuccess: ({ quote }) => {
          const [low, high = low] = quote?.fare_estimate ?? [];
          toast(low && high ? `${done} New estimate: ${formatDollarRange(low.total, high.total)}.` : done);
          onDone();
        },
      }),
  };
}
