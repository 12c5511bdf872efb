// The payment provider that the configuration names; null where everything is on account, as in every sandbox.

import type { PaymentConfig } from '../../config/billing-config.ts';
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { stripeProvider } from './stripe.ts';

const STRIPE_URL = 'https://api.stripe.com';

export function createPaymentProvider(
  environment: EnvironmentName,
  payments: PaymentConfig | null,
): PaymentProvider | null {
  // One process may host both environments, and the sandbox never charges.
  if (environment === 'sandbox' || payments === null) return null;
  return stripeProvider(payments.url ?? STRIPE_URL, payments.key);
}
