// Fuzz client: sends generated requests one after the other, checks every response against the OpenAPI description, and
// stores the ids it sees, so that later requests refer to existing resources.
import type { Pool } from 'undici';
import { responseMismatch } from '../openapi-response-check.ts';
import { Seen } from './make-value.ts';
import { type PlannedRequest, planRequest } from './plan-request.ts';

export interface FuzzClientOptions {
  readonly pool: Pool;
  readonly token: string;
  readonly random: () => number;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
}

export interface FuzzReport {
  /** Requests by kind. */
  readonly kinds: Map<string, number>;
  /** Accepted requests by operation. */
  readonly accepted: Map<string, number>;
  readonly statuses: Map<number, number>;
  readonly faults: string[];
}

interface FuzzResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
  readonly body: unknown;
}

const count = <Key>(map: Map<Key, number>, key: Key) => map.set(key, (map.get(key) ?? 0) + 1);

export class FuzzClient {
  readonly report: FuzzReport = { kinds: new Map(), accepted: new Map(), statuses: new Map(), faults: [] };
  readonly #seen = new Seen();
  readonly #options: FuzzClientOptions;

  constructor(options: FuzzClientOptions) {
    this.#options = options;
    this.#seen.add('client_id', options.client.clientId);
    this.#seen.add('client_secret', options.client.clientSecret);
  }

  async run(requests: number): Promise<void> {
    for (let number = 0; number < requests; number += 1) {
      const request = planRequest(this.#seen, this.#options.random);
      const response = await this.#send(request);
      count(this.report.kinds, request.kind);
      count(this.report.statuses, response.status);
      if (response.status < 300 && request.expected === null)
        count(this.report.accepted, request.operation.id);
      for (const fault of faultsOf(request, response)) this.report.faults.push(`request ${number}: ${fault}`);
      this.#remember(request, response);
    }
  }

  async #send({ operation, method, path, headers, body }: PlannedRequest): Promise<FuzzResponse> {
    const { pool, token } = this.#options;
    const response = await pool.request({
      method,
      path,
      headers: {
        ...(operation.needsToken && { authorization: `Bearer ${token}` }),
        accept: 'application/vnd.service+json; version=2',
        ...headers,
      },
      body,
    });
    const text = await response.body.text();
    const get = (name: string) => {
      const value = response.headers[name];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    };
    const isJson = /json/.test(get('content-type') ?? '') && text !== '';
    return {
      status: response.statusCode,
      headers: { get },
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  }

  #remember({ operation }: PlannedRequest, { status, body }: FuzzResponse): void {
    if (status >= 300 || typeof body !== 'object' || body === null) return;
    const [feature = ''] = operation.id.split('.', 1);
    const page = body as Record<string, unknown>;
    const resources = Array.isArray(page['data'])
      ? (page['data'] as Record<string, unknown>[]).slice(0, 5)
      : [page];
    const field = {
      quotes: 'quote_id',
      bookings: 'booking_id',
      webhooks: 'webhook_id',
      events: 'event_id',
      schedule: 'arrival_window_id',
    }[feature];
    for (const resource of resources) {
      if (field) this.#seen.add(field, resource['id']);
      if (feature === 'bookings')
        for (const name of ['hid', 'order_number']) this.#seen.add(name, resource[name]);
      this.#rememberPlaces(resource['route']);
    }
    for (const [link, name] of [
      ['next', 'after'],
      ['previous', 'before'],
    ] as const)
      if (typeof page[link] === 'string') this.#seen.add(name, new URL(page[link]).searchParams.get(name));
    if (operation.id === 'oauth.token') this.#seen.add('token', page['access_token']);
  }

  #rememberPlaces(route: unknown): void {
    if (!Array.isArray(route)) return;
    for (const { location } of route as { location?: { id?: string } }[])
      this.#seen.add('location', location?.id);
  }
}

function faultsOf(request: PlannedRequest, response: FuzzResponse): string[] {
  const { method, path, body, kind, operation, expected, headers } = request;
  const { status, text } = response;
  const code = (response.body as { code?: unknown } | undefined)?.code;
  const sent = `${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${(body ?? '').slice(0, 1_500)}`;
  const describe = (fault: string) =>
    `${fault} (${kind}, ${operation.id})\n  ${sent}\n  ${status} ${text.slice(0, 700)}`;
  const faults: string[] = [];
  // 503 crews_busy is a valid response: no crew is free on demand.
  if (status >= 500 && code !== 'crews_busy') faults.push(describe('server error'));
  if (expected === 'refusal' && status < 400) faults.push(describe('invalid request accepted'));
  if (Array.isArray(expected) && !expected.includes(status))
    faults.push(describe(`not ${expected.join(' or ')}`));
  if (status === 405 && !response.headers.get('allow')) faults.push(describe('405 without Allow'));
  if (method === operation.method && !operation.statuses.has(status))
    faults.push(describe('undocumented status'));
  if (!response.headers.get('x-request-id')) faults.push(describe('no request id'));
  const fault = method === operation.method ? responseMismatch(method, path, response) : null;
  if (fault !== null) faults.push(describe(`does not match the description: ${fault.slice(0, 600)}`));
  if (status >= 400 && !isProblem(response)) faults.push(describe('error response without its four fields'));
  return faults;
}

function isProblem({ body, headers }: FuzzResponse): boolean {
  // OAuth pages return HTML.
  if (headers.get('content-type')?.startsWith('text/html')) return true;
  const fields = (body ?? {}) as Record<string, unknown>;
  return (
    typeof fields['type'] === 'string' &&
    typeof fields['message'] === 'string' &&
    'param' in fields &&
    'code' in fields
  );
}
