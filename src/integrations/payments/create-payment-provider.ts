// The payment provider that the configuration names; null where everything is on account.
import type { PaymentConfig } from '../../config.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { stripeProvider } from './stripe.ts';

const STRIPE_URL = 'https://api.stripe.com';

export function createPaymentProvider(payments: PaymentConfig | null): PaymentProvider | null {
  return payments && stripeProvider(payments.url ?? STRIPE_URL, payments.key);
}
