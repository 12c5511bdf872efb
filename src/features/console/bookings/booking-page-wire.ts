// Wire types of the console's booking pages.
import type { VehicleType } from '../../../domain/product.ts';
import type { presentBooking } from '../../bookings/booking-view.ts';
import type { MessageKind, MessageStatus } from '../../notifications/system/message-store.ts';

/** The booking as the partner sees it. */
export type WireBooking = ReturnType<typeof presentBooking>;

export interface BookingOfAccount {
  readonly booking: WireBooking;
  readonly account: { readonly id: string; readonly name: string };
  /** Slug of the service area. */
  readonly area: string;
}

export interface BookingPage {
  readonly data: readonly BookingOfAccount[];
  readonly next: string | null;
  readonly previous: string | null;
}

export interface BookingCrew {
  readonly id: string;
  readonly name: string;
  readonly vehicle_name: string | null;
  readonly vehicle_type: VehicleType | null;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly location: readonly [number, number] | null;
  readonly located_at: string | null;
}

interface Authored {
  readonly id: string;
  readonly at: string;
  readonly by: { readonly id: string; readonly name: string };
}

export interface BookingNote extends Authored {
  readonly text: string;
}

export interface BookingCall extends Authored {
  readonly person: string;
  readonly direction: 'in' | 'out';
  readonly outcome: 'reached' | 'no_answer' | 'left_message';
  readonly text: string;
}

export interface BookingMessage {
  readonly id: string;
  readonly at: string;
  readonly kind: MessageKind;
  readonly channel: 'sms' | 'email';
  /** null after erasure; `text` is erased with it. */
  readonly to: string | null;
  readonly text: string | null;
  readonly status: MessageStatus;
  readonly reason: string | null;
}

export interface BookingDeliveryView {
  readonly id: string;
  readonly at: string;
  readonly type: string;
  readonly endpoint: string | null;
  readonly status: string;
  readonly attempts: number;
  readonly status_code: number | null;
}

export interface TimelineEntry {
  readonly kind: 'change' | 'event';
  readonly at: string;
  readonly action?: string;
  readonly by?: { readonly kind: string; readonly id: string; readonly name: string | null };
  readonly changed?: readonly string[];
  readonly request_id?: string;
  readonly type?: string;
  readonly sequence?: number;
}

export interface BookingDetails extends BookingOfAccount {
  /** Day of the booking on the day board. */
  readonly day: string | null;
  readonly crew: BookingCrew | null;
  readonly trouble: string | null;
  readonly timeline: readonly TimelineEntry[];
  readonly notes: readonly BookingNote[];
  readonly calls: readonly BookingCall[];
  readonly messages: readonly BookingMessage[];
  readonly deliveries: readonly BookingDeliveryView[];
  readonly billing_records: readonly {
    readonly id: string;
    readonly kind: string;
    readonly amount: number;
    readonly lines: readonly { readonly kind: string; readonly name: string; readonly amount: number }[];
    readonly occurred_at: string;
  }[];
  readonly payment_operations: readonly {
    readonly kind: string;
    readonly amount: number;
    readonly status: string;
    readonly reference: string | null;
    readonly asked_at: string;
  }[];
}

/** Response of GET /operator/bookings/{id}/windows. */
export interface BookingWindows {
  readonly data: readonly {
    readonly id: string;
    readonly available: boolean;
    readonly ondemand: boolean;
    readonly start_at: string | null;
    readonly label: string;
  }[];
  readonly time_zone: string;
}
