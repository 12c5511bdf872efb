// Mutation of a booking from its page: sends an idempotency key, shows a toast and invalidates the booking. A retry of
// the same request reuses the key, so that the change happens once.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useToast } from '../../ui/toast.tsx';
import { useWrite } from '../session-context.tsx';

export interface BookingWrite {
  readonly method?: 'POST' | 'PATCH' | 'DELETE';
  /** Path below the booking. */
  readonly path: string;
  readonly body?: unknown;
  readonly done: string;
}

/** The caller shows errors next to the form or button. */
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
      // A later request with the same content is a new request.
      wish.current = { said: '', key: '' };
      await client.invalidateQueries({ queryKey: ['booking'] });
      announce(done);
    },
  });
}
