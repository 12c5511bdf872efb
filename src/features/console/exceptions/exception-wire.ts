// Wire types of /operator/exceptions.
import type { BookingExceptionKind, Severity } from '../../../domain/booking-exceptions.ts';

export type ExceptionKind = BookingExceptionKind | 'payment_refused' | 'webhook_dead' | 'events_waiting';

export interface ExceptionView {
  /** Unique per cause: a new cause has a new key. */
  readonly key: string;
  readonly kind: ExceptionKind;
  readonly severity: Severity;
  readonly since: string;
  readonly says: string;
  readonly account: { readonly id: string; readonly name: string } | null;
  readonly booking: ExceptionBooking | null;
  readonly endpoint: { readonly id: string; readonly url: string } | null;
}

export interface ExceptionBooking {
  readonly id: string;
  readonly hid: string;
  readonly area: string | null;
  readonly customer_name: string | null;
  readonly crew_name: string | null;
  readonly window_start_at: string | null;
  readonly window_end_at: string | null;
  readonly time_zone: string | null;
}

export interface ExceptionList {
  /** The 200 most severe. */
  readonly data: ExceptionView[];
  readonly total: number;
}

export interface DecisionView {
  readonly key: string;
  readonly kind: string;
  readonly subject_id: string;
  readonly decision: 'resolved' | 'snoozed';
  readonly until: string | null;
  readonly reason: string;
  readonly operator_name: string;
  readonly at: string;
}

export interface DecisionList {
  readonly data: DecisionView[];
}
