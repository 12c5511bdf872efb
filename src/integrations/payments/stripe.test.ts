// Against a loopback server that responds as Stripe documents; not tested against the live service.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DECLINED, STRIPE_KEY, StripeServer } from '../../../test/support/stripe-server.ts';
import type { PaymentOutcome, PaymentProvider } from './payment-provider.ts';
import { createStripeProvider } from './stripe.ts';

describe('Stripe provider', () => {
  let stripe: StripeServer;
  let provider: PaymentProvider;
  beforeEach(async () => {
    stripe = await StripeServer.start();
    provider = createStripeProvider(stripe.url, STRIPE_KEY);
  });
  afterEach(() => stripe.close());

  const authorise = (more: Partial<Parameters<PaymentProvider['authorise']>[0]> = {}) =>
    provider.authorise({
      key: 'k-1',
      amountCents: 5_000,
      customer: 'cus_1',
      method: 'pm_1',
      description: 'Booking 7XK2M9QT',
      bookingId: 'b-1',
      ...more,
    });
  const referenceOf = (outcome: PaymentOutcome) => {
    if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
    return outcome.reference;
  };

  it('authorizes an amount, captures part of it and releases the rest', async () => {
    const intent = referenceOf(await authorise());
    expect([stripe.heldCents, stripe.collectedCents]).toEqual([5_000, 0]);
    expect(await provider.capture({ key: 'k-2', intent, amountCents: 4_200 })).toEqual({
      kind: 'done',
      reference: intent,
    });
    expect([stripe.heldCents, stripe.collectedCents]).toEqual([0, 4_200]);
    const [{ headers, body } = { headers: {}, body: '' }] = stripe.seen;
    expect(headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': 'k-1',
      'stripe-version': '2024-06-20',
    });
    expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
      amount: '5000',
      currency: 'usd',
      'metadata[booking_id]': 'b-1',
    });
  });

  it('voids an authorization', async () => {
    const intent = referenceOf(await authorise());
    expect(await provider.void({ key: 'k-2', intent })).toEqual({ kind: 'done', reference: intent });
    expect([stripe.heldCents, stripe.collectedCents]).toEqual([0, 0]);
  });

  it('repeats no effect with the same key, even if a response was lost', async () => {
    stripe.dropNextResponse();
    const intent = referenceOf(await authorise());
    expect(referenceOf(await authorise())).toBe(intent);
    await provider.capture({ key: 'k-2', intent, amountCents: 5_000 });
    const refund = { key: 'k-3', intent, amountCents: 2_000 };
    const first = referenceOf(await provider.refund(refund));
    expect(referenceOf(await provider.refund(refund))).toBe(first);
    expect([stripe.intents.size, stripe.collectedCents]).toEqual([1, 3_000]);
  });

  it('repeats no effect after idempotency keys have expired', async () => {
    const [one, other] = [referenceOf(await authorise()), referenceOf(await authorise({ key: 'k-2' }))];
    const again = async (send: () => Promise<PaymentOutcome>) => {
      const first = referenceOf(await send());
      stripe.forgetKeys();
      expect(referenceOf(await send())).toBe(first);
    };
    await again(() => provider.capture({ key: 'k-3', intent: one, amountCents: 5_000 }));
    await again(() => provider.void({ key: 'k-4', intent: other }));
    await again(() => provider.refund({ key: 'k-5', intent: one, amountCents: 1_000 }));
    expect([stripe.heldCents, stripe.collectedCents]).toEqual([0, 4_000]);
  });

  it('returns Stripe’s code for a refusal', async () => {
    expect(await authorise({ method: DECLINED })).toEqual({ kind: 'refused', code: 'insufficient_funds' });
    expect(await provider.capture({ key: 'k-2', intent: 'pi_none', amountCents: 1 })).toEqual({
      kind: 'refused',
      code: 'resource_missing',
    });
    const intent = referenceOf(await authorise({ key: 'k-3' }));
    stripe.lapse();
    expect(await provider.capture({ key: 'k-4', intent, amountCents: 1 })).toEqual({
      kind: 'refused',
      code: 'payment_intent_unexpected_state',
    });
  });

  it.each([
    [500, { type: 'api_error' }],
    [503, { type: 'api_error' }],
    [429, { type: 'invalid_request_error', code: 'rate_limit' }],
    [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }],
    [401, { type: 'invalid_request_error' }],
    [403, { type: 'invalid_request_error' }],
  ])('is unavailable on status %i', async (status, error) => {
    stripe.respondOnce(status, error);
    const outcome = await authorise();
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining(`Stripe responded with ${status}`),
    });
    expect(referenceOf(await authorise())).toMatch(/^pi_/);
  });

  it.each([
    ['that is no object', null],
    ['without a status', { id: 'pi_1' }],
    ['without an id', { status: 'requires_capture' }],
    ['with an id that is no text', { id: { $gt: '' }, status: 'requires_capture' }],
    ['with an id of a megabyte', { id: 'p'.repeat(900_000), status: 'requires_capture' }],
  ])('takes a response %s neither for a payment nor for a refusal', async (_name, body) => {
    stripe.respondOnceWith(200, body);
    expect(await authorise()).toMatchObject({
      kind: 'unavailable',
      reason: 'Stripe returned an unexpected response (HTTP status 200)',
    });
  });

  it.each([
    ['no object', null],
    ['no list', {}],
    ['a list of another type', { data: {} }],
    ['an empty entry', { data: [null] }],
  ])('does not refund again if the list of refunds is %s', async (_name, body) => {
    const intent = referenceOf(await authorise());
    await provider.capture({ key: 'k-2', intent, amountCents: 5_000 });
    const refund = { key: 'k-3', intent, amountCents: 2_000 };
    await provider.refund(refund);
    stripe.forgetKeys();
    stripe.respondOnceWith(200, body);
    expect((await provider.refund(refund)).kind).toBe('unavailable');
    expect(stripe.refunds).toHaveLength(1);
  });

  it('is unavailable on a refused connection, without disclosing the key', async () => {
    await stripe.close();
    const outcome = await authorise();
    expect(outcome.kind).toBe('unavailable');
    expect(JSON.stringify(outcome)).not.toContain(STRIPE_KEY);
  });
});
