// A booking: a route that somebody ordered, when a crew may come, who is told, how far the crew is, and what it costs.
// Nothing changes one but the transitions of the booking-*.ts files beside this one.
import type { ArrivalWindow } from './arrival-window.ts';
import type { CancellationTier } from './cancellation-tier.ts';
import type { Contact } from './contacts.ts';
import type { Crew } from './crew.ts';
import type { AccountKind, Customer } from './customer.ts';
import type { Dispatch, EndedDispatch } from './dispatch.ts';
import type { Fare } from './fare.ts';
import type { Metadata } from './metadata.ts';
import type { Product } from './product.ts';
import type { Quote } from './quote.ts';
import type { Route, RouteEnd, RouteStop } from './route.ts';

export const BOOKING_STATES = ['created', 'dispatched', 'cancelled', 'completed'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** The edges of the machine, and all of them. */
export const NEXT_STATES: Readonly<Record<BookingState, readonly BookingState[]>> = {
  created: ['dispatched', 'cancelled'],
  // Back to created when the crew is lost before anything was done.
  dispatched: ['created', 'cancelled', 'completed'],
  cancelled: [],
  completed: [],
};

export type Canceller = 'partner' | 'operator' | 'provider' | 'system';

export interface Cancellation {
  readonly by: Canceller;
  readonly reason: string | null;
  readonly feeCents: number;
  /** What the policy said then, where a fee was asked; not shown. Absent from what was cancelled before there were any. */
  readonly tier?: CancellationTier | null;
  readonly atMs: number;
}

/**
 * Who is told about a booking: its contacts; or, where none were named, a customer without a phone number, by mail, or
 * on a personal account the user who booked.
 */
export type Recipients = 'contacts' | 'customer' | 'booking_user';

export interface Booking {
  readonly id: string;
  /** The confirmation code. */
  readonly hid: string;
  readonly accountId: string;
  readonly accountKind: AccountKind;
  /** The user whose token placed it; null where an organization did. */
  readonly bookedBy: string | null;
  readonly state: BookingState;
  readonly product: Product;
  /** The area that sets hours, capacity and prices: that of the origin. */
  readonly areaSlug: string;
  readonly route: Route;
  readonly window: ArrivalWindow;
  /** The end of the route that the window is for. */
  readonly windowRef: RouteEnd;
  /** When the booking took this window; on-demand capacity is given up some time after. */
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
  /** The price as it stands; every change of route or add-ons makes another. */
  readonly quote: Quote<RouteStop>;
  /** What was charged; null until the job is done. */
  readonly fare: Fare | null;
  readonly metadata: Metadata | null;
  readonly cancellation: Cancellation | null;
  /** Played out by the sandbox itself. */
  readonly simulation: 'auto' | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** The number of the last event; the next one counts on from here. */
  readonly eventSequence: number;
}

export function isFinal(state: BookingState): boolean {
  return NEXT_STATES[state].length === 0;
}

/** From here on there are goods on the truck: the booking can no longer be called off or start over. */
export function firstStopDone({ dispatch }: Pick<Booking, 'dispatch'>): boolean {
  return dispatch !== null && (dispatch.routePosition > 0 || dispatch.state === 'done');
}

/** A stop can be changed until the crew sets out for it. */
export function isStopOpen(
  { state, dispatch }: Pick<Booking, 'state' | 'dispatch'>,
  position: number,
): boolean {
  if (isFinal(state)) return false;
  if (state === 'created' || dispatch === null) return true;
  return (
    position > dispatch.routePosition || (position === dispatch.routePosition && dispatch.state === 'pending')
  );
}
