// Stub of the Stripe API on the loopback interface, in its documented format: PaymentIntents with manual capture,
// refunds, idempotency keys, errors. It keeps its own totals, so that tests can compare.
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type RecordedRequest, type StubServer, startStubServer } from './stub-server.ts';

interface Intent {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly amount: number;
  amount_capturable: number;
  amount_received: number;
  status: 'requires_capture' | 'succeeded' | 'canceled';
  readonly currency: string;
  readonly metadata: Record<string, string>;
}
interface Refund {
  readonly id: string;
  readonly object: 'refund';
  readonly amount: number;
  readonly payment_intent: string;
  readonly status: 'succeeded';
  readonly metadata: Record<string, string>;
}
interface StripeResponse {
  readonly status: number;
  readonly body: unknown;
}

export const STRIPE_KEY = 'sk_test_0123456789abcdef';
/** Payment method that is declined, like Stripe's own test methods. */
export const DECLINED = 'pm_card_chargeDeclined';

const failure = (status: number, error: object): StripeResponse => ({ status, body: { error } });
const unexpected = (intent: Intent) =>
  failure(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: 'This PaymentIntent is in another state.',
    payment_intent: intent,
  });

export class StripeServer {
  readonly intents = new Map<string, Intent>();
  readonly refunds: Refund[] = [];
  readonly #responsesByKey = new Map<string, { request: string; result: StripeResponse }>();
  #server: StubServer | null = null;
  #planned: StripeResponse[] = [];
  #isLost = false;

  static async start(): Promise<StripeServer> {
    const stripe = new StripeServer();
    stripe.#server = await startStubServer((request, response) => stripe.#respond(request, response));
    return stripe;
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  get seen(): readonly RecordedRequest[] {
    return this.#server?.seen ?? [];
  }

  /** Captured minus refunded amounts. */
  get collectedCents(): number {
    const taken = [...this.intents.values()].reduce((sum, intent) => sum + intent.amount_received, 0);
    return this.refunds.reduce((sum, { amount }) => sum - amount, taken);
  }

  get heldCents(): number {
    return [...this.intents.values()].reduce((sum, intent) => sum + intent.amount_capturable, 0);
  }

  /** The next request gets this error, without effect. */
  respondOnce(status: number, error: object = { type: 'api_error' }): void {
    this.#planned.push(failure(status, error));
  }

  /** The next request gets this response, without effect. */
  respondOnceWith(status: number, body: unknown): void {
    this.#planned.push({ status, body });
  }

  /** The next request takes effect, but its response is lost. */
  dropNextResponse(): void {
    this.#isLost = true;
  }

  /** Clears idempotency keys, as Stripe does after a day. */
  forgetKeys(): void {
    this.#responsesByKey.clear();
  }

  /** Cancels uncaptured intents, as Stripe does after a week. */
  lapse(): void {
    for (const intent of this.intents.values()) {
      if (intent.status === 'requires_capture')
        Object.assign(intent, { status: 'canceled', amount_capturable: 0 });
    }
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  #respond(request: RecordedRequest, response: ServerResponse): void {
    const planned = this.#planned.shift();
    if (planned) {
      send(response, planned);
      return;
    }
    const result = this.#result(request);
    if (this.#isLost) {
      this.#isLost = false;
      response.destroy();
      return;
    }
    send(response, result);
  }

  #result(request: RecordedRequest): StripeResponse {
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return failure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    if (request.headers['stripe-version'] !== '2024-06-20')
      return failure(400, { type: 'invalid_request_error', message: 'no version' });
    const key = String(request.headers['idempotency-key'] ?? '');
    const text = `${request.method} ${request.path} ${request.body}`;
    const before = this.#responsesByKey.get(key);
    if (before) return before.request === text ? before.result : failure(400, { type: 'idempotency_error' });
    const result = this.#act(request);
    if (key) this.#responsesByKey.set(key, { request: text, result: structuredClone(result) });
    return result;
  }

  #act({ method, path, body }: RecordedRequest): StripeResponse {
    const url = new URL(path, this.url);
    const form = new URLSearchParams(body);
    const [, id, verb] = /^\/v1\/payment_intents\/(\w+)\/(\w+)$/.exec(url.pathname) ?? [];
    if (method === 'GET' && url.pathname === '/v1/refunds') {
      const of = url.searchParams.get('payment_intent');
      return {
        status: 200,
        body: { object: 'list', data: this.refunds.filter((refund) => refund.payment_intent === of) },
      };
    }
    if (url.pathname === '/v1/payment_intents') return this.#create(form);
    if (url.pathname === '/v1/refunds') return this.#refund(form);
    const intent = this.intents.get(id ?? '');
    if (!intent) return failure(404, { type: 'invalid_request_error', code: 'resource_missing' });
    if (intent.status !== 'requires_capture') return unexpected(intent);
    if (verb === 'cancel') Object.assign(intent, { status: 'canceled', amount_capturable: 0 });
    else {
      const amount = Number(form.get('amount_to_capture'));
      if (amount > intent.amount)
        return failure(400, { type: 'invalid_request_error', code: 'amount_too_large' });
      Object.assign(intent, { status: 'succeeded', amount_received: amount, amount_capturable: 0 });
    }
    return { status: 200, body: intent };
  }

  #create(form: URLSearchParams): StripeResponse {
    const amount = Number(form.get('amount'));
    const isAsDocumented =
      form.get('capture_method') === 'manual' &&
      form.get('confirm') === 'true' &&
      form.get('off_session') === 'true';
    if (!isAsDocumented || !form.get('customer')?.startsWith('cus_'))
      return failure(400, { type: 'invalid_request_error', code: 'parameter_missing' });
    if (form.get('payment_method') === DECLINED)
      return failure(402, { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' });
    const intent: Intent = {
      id: `pi_${randomBytes(8).toString('hex')}`,
      object: 'payment_intent',
      amount,
      amount_capturable: amount,
      amount_received: 0,
      status: 'requires_capture',
      currency: form.get('currency') ?? '',
      metadata: { booking_id: form.get('metadata[booking_id]') ?? '' },
    };
    this.intents.set(intent.id, intent);
    return { status: 200, body: intent };
  }

  #refund(form: URLSearchParams): StripeResponse {
    const intent = this.intents.get(form.get('payment_intent') ?? '');
    const amount = Number(form.get('amount'));
    const before = this.refunds
      .filter((refund) => refund.payment_intent === intent?.id)
      .reduce((sum, refund) => sum + refund.amount, 0);
    if (!intent || before + amount > intent.amount_received)
      return failure(400, { type: 'invalid_request_error', code: 'charge_already_refunded' });
    const refund: Refund = {
      id: `re_${randomBytes(8).toString('hex')}`,
      object: 'refund',
      amount,
      payment_intent: intent.id,
      status: 'succeeded',
      metadata: { waybill_key: form.get('metadata[waybill_key]') ?? '' },
    };
    this.refunds.push(refund);
    return { status: 200, body: refund };
  }
}

function send(response: ServerResponse, { status, body }: StripeResponse): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
