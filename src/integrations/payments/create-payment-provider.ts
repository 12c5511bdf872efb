// Creates the payment provider selected by the configuration; null if every account is billed on account, as in the
// sandbox.

import type { PaymentConfig } from '../../config/billing-config.ts';
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createStripeProvider } from './stripe.ts';

const STRIPE_URL = 'https://api.stripe.com';

export function createPaymentProvider(
  environment: EnvironmentName,
  payments: PaymentConfig | null,
): PaymentProvider | null {
  // One process may host both environments; the sandbox never charges.
  if (environment === 'sandbox' || payments === null) return null;
  return createStripeProvider(payments.url ?? STRIPE_URL, payments.key);
}
