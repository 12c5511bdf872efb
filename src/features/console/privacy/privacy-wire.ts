// Wire types of /operator/people. The data subject is always in the request body, never in the URL: URLs are logged,
// bodies are not.
import type { BookingState } from '../../../domain/booking.ts';

/** At least one of `phone` and `email` is required. */
export interface AskedPerson {
  readonly phone?: string;
  readonly email?: string;
  readonly account_id?: string;
}

/** Response of POST /operator/people/search. */
export interface PersonFindings {
  readonly phone: string | null;
  readonly email: string | null;
  readonly bookings: readonly {
    readonly id: string;
    readonly hid: string;
    readonly state: BookingState;
    readonly account: { readonly id: string; readonly name: string };
    readonly role: 'customer' | 'contact';
    readonly created_at: string;
  }[];
  readonly messages: number;
  readonly opt_outs: number;
  readonly users: number;
}

/** Response of POST /operator/people/erase. One batch per request: repeat while `remaining` is not 0. */
export interface ErasureResponse {
  readonly bookings: number;
  readonly quotes: number;
  readonly events: number;
  readonly messages: number;
  readonly answers: number;
  readonly notes: number;
  readonly photos: number;
  readonly stored_answers: number;
  readonly opt_outs: number;
  readonly remaining: number;
}
