// Interface of a payment provider, which charges bookings individually. Outcomes are returned, never thrown: a refusal
// is final, an unavailable provider is retried. Every request carries an idempotency key, so a request with an unknown
// outcome is simply repeated.
import type { Unavailable } from '../guarded-service.ts';

export type ProviderName = 'stripe';

export interface PaymentProvider {
  readonly name: ProviderName;
  /** Places a hold on the customer's payment method. */
  authorise(request: AuthoriseRequest): Promise<PaymentOutcome>;
  /** Captures at most the held amount; the rest is released. */
  capture(request: IntentRequest): Promise<PaymentOutcome>;
  /** Refunds a captured amount. */
  refund(request: IntentRequest): Promise<PaymentOutcome>;
  /** Releases a hold. */
  void(request: Omit<IntentRequest, 'amountCents'>): Promise<PaymentOutcome>;
}

export interface AuthoriseRequest {
  readonly key: string;
  readonly amountCents: number;
  /** Ids of the customer and its payment method at the provider. */
  readonly customer: string;
  readonly method: string;
  /** Text that the payment shows to people. */
  readonly description: string;
  readonly bookingId: string;
}

export interface IntentRequest {
  readonly key: string;
  /** Id of the authorization at the provider. */
  readonly intent: string;
  readonly amountCents: number;
}

export type PaymentOutcome =
  | { readonly kind: 'done'; readonly reference: string }
  /** A stable code of the provider, for example `card_declined`. */
  | { readonly kind: 'refused'; readonly code: string }
  | Unavailable;
