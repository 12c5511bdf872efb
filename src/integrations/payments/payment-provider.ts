// Who collects money for bookings one by one. Outcomes are returned, never thrown: a refusal is final, an unavailable
// provider is asked again. Every request carries a key, and asking twice under one key has one effect, so that whoever
// does not know how something ended simply asks again.
import type { Unavailable } from '../guarded-service.ts';

export type ProviderName = 'stripe';

export interface PaymentProvider {
  readonly name: ProviderName;
  /** Holds an amount on what the customer pays with. */
  authorise(request: AuthoriseRequest): Promise<PaymentOutcome>;
  /** Takes of what is held, at most all of it; the rest is let go. */
  capture(request: IntentRequest): Promise<PaymentOutcome>;
  /** Gives back of what was taken. */
  refund(request: IntentRequest): Promise<PaymentOutcome>;
  /** Lets go of what is held. */
  void(request: Omit<IntentRequest, 'amountCents'>): Promise<PaymentOutcome>;
}

export interface AuthoriseRequest {
  readonly key: string;
  readonly amountCents: number;
  /** The customer and what it pays with, as the provider calls them. */
  readonly customer: string;
  readonly method: string;
  /** For people. */
  readonly description: string;
  readonly bookingId: string;
}

export interface IntentRequest {
  readonly key: string;
  /** What the provider calls the authorisation. */
  readonly intent: string;
  readonly amountCents: number;
}

export type PaymentOutcome =
  | { readonly kind: 'done'; readonly reference: string }
  /** A stable word of the provider, e.g. `card_declined`. */
  | { readonly kind: 'refused'; readonly code: string }
  | Unavailable;
