// Stripe adapter: PaymentIntents that are confirmed immediately and captured manually, and refunds.
// https://docs.stripe.com/api/payment_intents, https://docs.stripe.com/payments/place-a-hold-on-a-payment-method

import { unavailable } from '../guarded-service.ts';
import { type JsonResponse, requestJson } from '../json-request.ts';
import { serviceUrl } from '../service-url.ts';
import type { PaymentOutcome, PaymentProvider } from './payment-provider.ts';

/** Pins the response format, regardless of the account's default version. */
const API_VERSION = '2024-06-20';
/** Card networks can be slow. No API request waits for this call, but it must end within the lease of the job. */
const TIMEOUT_MS = 15_000;
const MAX_BYTES = 1_000_000;
const REFUNDS_PER_INTENT = 100;

interface StripeObject {
  readonly id?: string;
  readonly status?: string;
  readonly data?: readonly { readonly id: string; readonly metadata?: Readonly<Record<string, string>> }[];
  readonly error?: {
    readonly type?: string;
    readonly code?: string;
    readonly decline_code?: string;
    readonly payment_intent?: StripeObject;
  };
}

type Send = (
  path: string,
  request: { key?: string; fields?: Record<string, string>; query?: Record<string, string> },
) => Promise<JsonResponse>;

export function createStripeProvider(base: string, secretKey: string): PaymentProvider {
  const send: Send = (path, { key, fields, query }) =>
    requestJson(serviceUrl(base, `v1/${path}`, query), {
      method: fields ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'stripe-version': API_VERSION,
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(fields && { form: new URLSearchParams(fields) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
  return {
    name: 'stripe',
    authorise: async ({ key, amountCents, customer, method, description, bookingId }) => {
      const fields = {
        amount: String(amountCents),
        currency: 'usd',
        customer,
        payment_method: method,
        capture_method: 'manual',
        confirm: 'true',
        off_session: 'true',
        description,
        'metadata[booking_id]': bookingId,
      };
      return read(await send('payment_intents', { key, fields }), ['requires_capture']);
    },
    capture: async ({ key, intent, amountCents }) => {
      const fields = { amount_to_capture: String(amountCents) };
      return read(await send(`payment_intents/${intent}/capture`, { key, fields }), ['succeeded']);
    },
    void: async ({ key, intent }) =>
      read(await send(`payment_intents/${intent}/cancel`, { key, fields: {} }), ['canceled']),
    refund: async ({ key, intent, amountCents }) => {
      // Stripe forgets idempotency keys after 24 hours and would then refund a second time, so existing refunds are
      // checked first.
      const existing = await findRefund(send, intent, key);
      if (existing) return existing;
      const fields = { payment_intent: intent, amount: String(amountCents), 'metadata[waybill_key]': key };
      return read(await send('refunds', { key, fields }), ['succeeded', 'pending']);
    },
  };
}

/** null if there is no such refund yet. */
async function findRefund(send: Send, intent: string, key: string): Promise<PaymentOutcome | null> {
  const query = { payment_intent: intent, limit: String(REFUNDS_PER_INTENT) };
  const response = await send('refunds', { query });
  if (response.kind === 'failed') return unavailable(`Stripe: ${response.reason}`);
  if (response.status !== 200) return read(response, []);
  const refund = (response.body as StripeObject).data?.find(
    ({ metadata }) => metadata?.['waybill_key'] === key,
  );
  return refund ? { kind: 'done', reference: refund.id } : null;
}

function read(response: JsonResponse, expectedStatuses: readonly string[]): PaymentOutcome {
  if (response.kind === 'failed') return unavailable(`Stripe: ${response.reason}`);
  const { status, retryAfterSeconds } = response;
  const body = (response.body ?? {}) as StripeObject;
  if (status === 200 && body.id && expectedStatuses.includes(body.status ?? ''))
    return { kind: 'done', reference: body.id };
  // Repeated after Stripe forgot the key: the intent already has the expected status.
  const intent = body.error?.payment_intent;
  if (
    intent?.id &&
    body.error?.code === 'payment_intent_unexpected_state' &&
    expectedStatuses.includes(intent.status ?? '')
  )
    return { kind: 'done', reference: intent.id };
  if (status === 200 && body.status === 'processing')
    return unavailable('Stripe is still processing the payment');
  if (status === 200) return { kind: 'refused', code: body.status ?? 'unknown_status' };
  if (status === 402) return { kind: 'refused', code: refusalOf(body) };
  // Other statuses, such as an invalid API key, say nothing about the customer; the operator must fix them.
  if ((status === 400 || status === 404) && body.error?.type === 'invalid_request_error')
    return { kind: 'refused', code: refusalOf(body) };
  return unavailable(
    `Stripe responded with ${status} ${body.error?.code ?? body.error?.type ?? ''}`.trim(),
    retryAfterSeconds,
  );
}

function refusalOf({ error }: StripeObject): string {
  return error?.decline_code ?? error?.code ?? error?.type ?? 'refused';
}
