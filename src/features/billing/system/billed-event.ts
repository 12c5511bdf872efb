// The part of an event that billing reads: the booking in the partner's wire format at that time.
import type { AdjustmentKind } from '../../../domain/money/adjustment.ts';
import type { BillableTransition } from '../../../domain/money/billing-record.ts';

export interface BookingEvent {
  readonly id: string;
  readonly accountId: string;
  readonly bookingId: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly booking: WireBooking;
}

export interface BillableEvent {
  readonly eventId: string;
  readonly accountId: string;
  readonly bookingId: string;
  readonly hid: string;
  readonly orderNumber: string | null;
  readonly occurredAtMs: number;
  /** The booking is completed or cancelled. */
  readonly isOver: boolean;
  /** Effect on the ledger; null while the booking is not completed or cancelled. */
  readonly move: BillableTransition | null;
  /** Maximum price as quoted, including the tip, in cents. */
  readonly expectedCents: number;
}

interface WireFare {
  readonly total: number;
  readonly base: number;
  readonly labor: number;
  readonly travel_distance: number;
  readonly travel_duration: number;
  readonly stops: number;
  readonly adjustments: readonly { readonly kind: string; readonly name: string; readonly amount: number }[];
}

export interface WireBooking {
  readonly hid: string;
  readonly order_number: string | null;
  readonly tip: number;
  readonly fare: WireFare | null;
  readonly quote: { readonly fare_estimate: readonly WireFare[] } | null;
  readonly cancellation: { readonly fee: number } | null;
}

const TYPES: ReadonlySet<string> = new Set([
  'booking.created',
  'booking.completed',
  'booking.cancelled',
  'booking.fare_updated',
]);

/** Whether an event is relevant for billing. */
export function isBillingEvent({ type, bookingId }: { type: string; bookingId: string | null }): boolean {
  return bookingId !== null && TYPES.has(type);
}

export function readBillableEvent(event: BookingEvent): BillableEvent {
  const { id, accountId, bookingId, type, occurredAt, booking } = event;
  return {
    eventId: id,
    accountId,
    bookingId,
    hid: booking.hid,
    orderNumber: booking.order_number,
    occurredAtMs: occurredAt.getTime(),
    isOver: type !== 'booking.created',
    move: moveOf(booking),
    expectedCents: (booking.quote?.fare_estimate.at(-1)?.total ?? 0) + booking.tip,
  };
}

function moveOf({ fare, cancellation }: WireBooking): BillableTransition | null {
  if (cancellation) return { kind: 'cancellation', feeCents: cancellation.fee };
  if (!fare) return null;
  const { base, labor, travel_distance, travel_duration, stops } = fare;
  return {
    kind: 'fare',
    fare: {
      ride: { base, labor, travel_distance, travel_duration, stops },
      adjustments: fare.adjustments.map(({ kind, name, amount }) => ({
        kind: kind as AdjustmentKind,
        name,
        amountCents: amount,
      })),
    },
  };
}
