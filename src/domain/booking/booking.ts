// The booking: route, product, arrival window, contacts, crew, dispatch and price. Immutable; only the transitions in
// the booking-*.ts files create a changed version.
import type { Crew } from '../dispatch/crew.ts';
import type { Dispatch, EndedDispatch } from '../dispatch/dispatch.ts';
import type { Product } from '../dispatch/product.ts';
import type { Fare } from '../money/fare.ts';
import type { Quote } from '../money/quote.ts';
import type { Route, RouteEnd, RouteStop } from '../place/route.ts';
import type { ArrivalWindow } from '../time/arrival-window.ts';
import type { CancellationTier } from './cancellation-tier.ts';
import type { Contact } from './contacts.ts';
import type { AccountKind, Customer } from './customer.ts';
import type { Metadata } from './metadata.ts';

export const BOOKING_STATES = ['created', 'dispatched', 'cancelled', 'completed'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** All edges of the state machine. */
export const NEXT_STATES: Readonly<Record<BookingState, readonly BookingState[]>> = {
  created: ['dispatched', 'cancelled'],
  // Back to `created` if the crew is lost before the first stop is done.
  dispatched: ['created', 'cancelled', 'completed'],
  cancelled: [],
  completed: [],
};

export type Canceller = 'partner' | 'operator' | 'provider' | 'system';

export interface Cancellation {
  readonly by: Canceller;
  readonly reason: string | null;
  readonly feeCents: number;
  /** The tier that determined the fee; not published. Absent on bookings cancelled before there were tiers. */
  readonly tier?: CancellationTier | null;
  readonly atMs: number;
}

/**
 * Who is notified about a booking: its contacts; or, if the request named none, a customer without a phone number (by
 * e-mail) or, on a personal account, the user who booked.
 */
export type Recipients = 'contacts' | 'customer' | 'booking_user';

export interface Booking {
  readonly id: string;
  /** The confirmation code. */
  readonly hid: string;
  readonly accountId: string;
  readonly accountKind: AccountKind;
  /** The user whose token created the booking; null for organizations. */
  readonly bookedBy: string | null;
  readonly state: BookingState;
  readonly product: Product;
  /** The service area of the origin: determines hours, capacity and prices. */
  readonly areaSlug: string;
  readonly route: Route;
  readonly window: ArrivalWindow;
  /** The reference stop of the window. */
  readonly windowRef: RouteEnd;
  /** When the booking took this window. On-demand capacity is released ON_DEMAND_HOLD_MS later. */
  readonly windowTakenAtMs: number;
  readonly description: string | null;
  readonly orderNumber: string | null;
  readonly tipCents: number;
  readonly customerNotificationsEnabled: boolean;
  readonly photoUrls: readonly string[];
  readonly customer: Customer | null;
  readonly contacts: readonly Contact[];
  readonly recipients: Recipients;
  readonly crew: Crew | null;
  readonly dispatch: Dispatch | null;
  readonly previousDispatches: readonly EndedDispatch[];
  /** The current price. Every change of route or add-ons creates a new quote. */
  readonly quote: Quote<RouteStop>;
  /** The final fare; null until the booking is completed. */
  readonly fare: Fare | null;
  readonly metadata: Metadata | null;
  readonly cancellation: Cancellation | null;
  /** `auto`: the sandbox runs through all steps by itself. */
  readonly simulation: 'auto' | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Sequence number of the last event. */
  readonly eventSequence: number;
}

export function isFinal(state: BookingState): boolean {
  return NEXT_STATES[state].length === 0;
}

/** From then on the crew has loaded goods: partners can no longer cancel, and a new crew continues the dispatch. */
export function isFirstStopDone({ dispatch }: Pick<Booking, 'dispatch'>): boolean {
  return dispatch !== null && (dispatch.routePosition > 0 || dispatch.state === 'done');
}

/**
 * From then on the crew is free and the booking counts as delivered: only its completion is left, which follows by
 * itself.
 */
export function isLastStopDone({ dispatch, route }: Pick<Booking, 'dispatch' | 'route'>): boolean {
  return dispatch !== null && dispatch.state === 'done' && dispatch.routePosition === route.length - 1;
}

/** A stop can be changed until the crew departs for it. */
export function isStopOpen(
  booking: Pick<Booking, 'state' | 'dispatch' | 'route'>,
  position: number,
): boolean {
  const { state, dispatch } = booking;
  if (isFinal(state) || isLastStopDone(booking)) return false;
  if (state === 'created' || dispatch === null) return true;
  return (
    position > dispatch.routePosition || (position === dispatch.routePosition && dispatch.state === 'pending')
  );
}
