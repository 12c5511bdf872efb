// A change of a booking from its page: sent under a key of its own, told when it worked, and shown anew. Whoever presses again
// because no answer came sends the same key, so that it happens once.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useToast } from '../../ui/toast.tsx';
import { useWrite } from '../session-context.tsx';

export interface BookingWrite {
  readonly method?: 'POST' | 'PATCH' | 'DELETE';
  /** Below the booking. */
  readonly path: string;
  readonly body?: unknown;
  readonly done: string;
}

/** Errors are the caller's to show, beside what was asked for. */
export function useBookingAction(bookingId: string) {
  const write = useWrite();
  const announce = useToast();
  const client = useQueryClient();
  const wish = useRef({ said: '', key: '' });

  function keyOf(said: string): string {
    if (wish.current.said !== said) wish.current = { said, key: crypto.randomUUID() };
    return wish.current.key;
  }

  return useMutation({
    mutationFn: ({ method = 'POST', path, body }: BookingWrite) => {
      const idempotencyKey = keyOf(JSON.stringify([method, path, body]));
      return write(method, `/bookings/${bookingId}${path}`, body, { idempotencyKey });
    },
    onSuccess: async (_answer, { done }) => {
      // The same words again are another wish.
      wish.current = { said: '', key: '' };
      await client.invalidateQueries({ queryKey: ['booking'] });
      announce(done);
    },
  });
}
