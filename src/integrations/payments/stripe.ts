// Stripe adapter: PaymentIntents that are confirmed immediately and captured manually, and refunds.
// https://docs.stripe.com/api/payment_intents, https://docs.stripe.com/payments/place-a-hold-on-a-payment-method
// A response of another format says nothing about the payment: it counts as unavailable, and the request is repeated with
// the same idempotency key.

import Type, { type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type Unavailable, unavailable } from '../guarded-service.ts';
import { type JsonResponse, requestJson } from '../json-request.ts';
import { serviceUrl } from '../service-url.ts';
import type { PaymentOutcome, PaymentProvider } from './payment-provider.ts';

/** Pins the response format, regardless of the account's default version. */
const API_VERSION = '2024-06-20';
/** Card networks can be slow. No API request waits for this call, but it must end within the lease of the job. */
const TIMEOUT_MS = 15_000;
const MAX_BYTES = 1_000_000;
const REFUNDS_PER_INTENT = 100;

const Code = Type.String({ minLength: 1, maxLength: 100 });
const Reference = Type.String({ minLength: 1, maxLength: 255 });
const Paid = Type.Object({ id: Reference, status: Code });
const optional = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));
const Failure = Type.Object({
  error: Type.Object({
    type: optional(Code),
    code: optional(Code),
    decline_code: optional(Code),
    payment_intent: optional(Paid),
  }),
});
const RefundList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Reference,
      metadata: optional(Type.Object({ waybill_key: Type.Optional(Type.String()) })),
    }),
  ),
});

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
  if (!Value.Check(RefundList, response.body)) return unexpectedResponse(response.status);
  const refund = response.body.data.find(({ metadata }) => metadata?.waybill_key === key);
  return refund ? { kind: 'done', reference: refund.id } : null;
}

function read(response: JsonResponse, expectedStatuses: readonly string[]): PaymentOutcome {
  if (response.kind === 'failed') return unavailable(`Stripe: ${response.reason}`);
  const { status, body, retryAfterSeconds } = response;
  if (status === 200)
    return Value.Check(Paid, body) ? readPaid(body, expectedStatuses) : unexpectedResponse(status);
  const error = Value.Check(Failure, body) ? body.error : {};
  // Repeated after Stripe forgot the key: the intent already has the expected status.
  const intent = error.payment_intent;
  if (intent && error.code === 'payment_intent_unexpected_state' && expectedStatuses.includes(intent.status))
    return { kind: 'done', reference: intent.id };
  if (status === 402) return { kind: 'refused', code: refusalOf(error) };
  // Other statuses, such as an invalid API key, say nothing about the customer; the operator must fix them.
  if ((status === 400 || status === 404) && error.type === 'invalid_request_error')
    return { kind: 'refused', code: refusalOf(error) };
  return unavailable(
    `Stripe responded with ${status} ${error.code ?? error.type ?? ''}`.trim(),
    retryAfterSeconds,
  );
}

function readPaid(
  { id, status }: Type.Static<typeof Paid>,
  expectedStatuses: readonly string[],
): PaymentOutcome {
  if (expectedStatuses.includes(status)) return { kind: 'done', reference: id };
  if (status === 'processing') return unavailable('Stripe is still processing the payment');
  return { kind: 'refused', code: status };
}

function unexpectedResponse(status: number): Unavailable {
  return unavailable(`Stripe returned an unexpected response (HTTP status ${status})`);
}

function refusalOf(error: Type.Static<typeof Failure>['error']): string {
  return error.decline_code ?? error.code ?? error.type ?? 'refused';
}
