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
  /** null: the caller shows the result. */
  readonly done: string | null;
}

/** The caller shows errors next to the form or button. */
export function useBookingAction(bookingId: string) {
  const write = useWrite();
  const showToast = useToast();
  const client = useQueryClient();
  const pendingRequest = useRef({ fingerprint: '', key: '' });

  function keyOf(fingerprint: string): string {
    if (pendingRequest.current.fingerprint !== fingerprint)
      pendingRequest.current = { fingerprint, key: crypto.randomUUID() };
    return pendingRequest.current.key;
  }

  return useMutation({
    mutationFn: ({ method = 'POST', path, body }: BookingWrite) => {
      const idempotencyKey = keyOf(JSON.stringify([method, path, body]));
      return write(method, `/bookings/${bookingId}${path}`, body, { idempotencyKey });
    },
    onSuccess: async (_response, { done }) => {
      // A later request with the same content is a new request.
      pendingRequest.current = { fingerprint: '', key: '' };
      await client.invalidateQueries({ queryKey: ['booking'] });
      if (done !== null) showToast(done);
    },
  });
}
