// What the booking use cases need of the world.
import type { Context } from '../../context.ts';
import type { PricingContext } from '../quotes/price-route.ts';

export type BookingContext = PricingContext & Pick<Context, 'environment' | 'keys'>;
