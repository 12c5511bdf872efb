// What the booking use cases need of the world.
import type { Context } from '../../context.ts';
import type { PricingContext } from '../quotes/price-route.ts';

/** A new order that could be taken. */
export interface OrderAttempt {
  readonly accountId: string;
  readonly orderNumber: string | null;
  /** The parameter that named the window. */
  readonly windowParam: 'arrival_window_id' | 'arrival_window_from';
  readonly idempotencyKey: string | null;
}

export interface BookingContext extends PricingContext, Pick<Context, 'environment' | 'keys'> {
  /** In the sandbox: throws what the order asks to be refused with, once everything else about it is right. */
  readonly rehearseRefusal?: (attempt: OrderAttempt) => Promise<void>;
}
