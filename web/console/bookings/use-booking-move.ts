// A change of a booking from its page: sent under a key of its own, told when it worked, and shown anew.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../ui/toast.tsx';
import { useWrite } from '../session-context.tsx';

export interface BookingWrite {
  readonly method?: 'POST' | 'PATCH';
  /** Below the booking. */
  readonly path: string;
  readonly body?: unknown;
  readonly done: string;
}

/** Errors are the caller's to show, beside what was asked for. */
export function useBookingMove(bookingId: string) {
  const write = useWrite();
  const announce = useToast();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ method = 'POST', path, body }: BookingWrite) =>
      write(method, `/bookings/${bookingId}${path}`, body, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: async (_answer, { done }) => {
      await client.invalidateQueries({ queryKey: ['booking'] });
      announce(done);
    },
  });
}
