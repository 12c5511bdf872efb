// Dependencies of the booking use cases.
import type { Context } from '../../context.ts';
import type { PricingContext } from '../quotes/price-route.ts';
import type { PlanningContext } from '../schedule/planned-capacity.ts';

/** A new order that has passed every check. Input of the simulated refusals of the sandbox. */
export interface OrderAttempt {
  readonly accountId: string;
  readonly orderNumber: string | null;
  /** The request parameter that selected the arrival window. */
  readonly windowParam: 'arrival_window_id' | 'arrival_window_from';
  readonly idempotencyKey: string | null;
}

export interface BookingContext
  extends PricingContext,
    PlanningContext,
    Pick<Context, 'environment' | 'keys'> {
  /**
   * Sandbox only: throws the refusal that a magic `order_number` requests. Called after all other validation has
   * passed.
   */
  readonly simulateRefusal?: (attempt: OrderAttempt) => Promise<void>;
}
