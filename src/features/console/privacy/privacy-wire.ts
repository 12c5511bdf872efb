// What the page about one person's data and its server say to one another, under /operator/people. The person always stands in
// the body: addresses are logged, bodies are not.
import type { BookingState } from '../../../domain/booking.ts';

/** At least one of the first two. */
export interface AskedPerson {
  readonly phone?: string;
  readonly email?: string;
  readonly account_id?: string;
}

/** POST /operator/people/search (AskedPerson) */
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

/** POST /operator/people/erase (AskedPerson and `force`): a batch at a time; ask again while `remaining` is not 0. */
export interface ErasureAnswer {
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
