// HTTP client of the crew page: signs in, keeps the cookie, sends the CSRF token with writes, and reports steps with
// generated ids.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CrewAction, CrewSignIn, SyncRequest } from '../../web/crew/api.generated.ts';
import type { TestResponse } from './api-client.ts';
import type { OperatorClient } from './operator-client.ts';
import { expectDefined } from './page-response-check.ts';
import { picture } from './test-photos.ts';

export interface PhoneCall {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent without serialization; the headers name the media type. */
  readonly raw?: Uint8Array;
}

export class CrewPhone {
  readonly baseUrl: string;
  /** The session cookie, and the device cookie, which outlives the session. */
  cookie: string | null = null;
  deviceCookie: string | null = null;
  csrfToken: string | null = null;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** Signs in with a link created by an operator for this crew member. */
  static async enter(operator: OperatorClient, memberId: string): Promise<CrewPhone> {
    const phone = new CrewPhone(operator.baseUrl);
    const link: CrewSignIn = { token: await linkFor(operator, memberId) };
    const response = await phone.post('/session', link);
    expect(response.status, response.text).toBe(204);
    await phone.readSession();
    return phone;
  }

  async readSession(): Promise<TestResponse> {
    const response = await this.get('/session');
    this.csrfToken = response.body?.csrf_token ?? null;
    return response;
  }

  get(path: string): Promise<TestResponse> {
    return this.call('GET', path);
  }

  post(path: string, body: unknown, options?: PhoneCall): Promise<TestResponse> {
    return this.call('POST', path, body, options);
  }

  sync(...actions: readonly CrewAction[]): Promise<TestResponse> {
    const body: SyncRequest = { actions };
    return this.post('/sync', body);
  }

  /** Result of each action: the reason if it was refused. */
  async report(...actions: readonly CrewAction[]): Promise<string[]> {
    const { status, text, body } = await this.sync(...actions);
    expect(status, text).toBe(200);
    const results = body.results as { id: string; result: string; reason: string | null }[];
    expect(results.map(({ id }) => id)).toEqual(actions.map(({ id }) => id));
    return results.map(({ result, reason }) => reason ?? result);
  }

  /** Uploads a photo and returns its id. */
  async photograph(bookingId: string, id = randomUUID(), raw?: Uint8Array): Promise<string> {
    const { status, text } = await this.sendPhoto(bookingId, id, raw);
    expect(status, text).toBe(204);
    return id;
  }

  async sendPhoto(bookingId: string, id: string, raw?: Uint8Array): Promise<TestResponse> {
    const body = raw ?? (await picture());
    const headers = { 'content-type': 'image/jpeg' };
    return this.call('PUT', `/bookings/${bookingId}/photos/${id}`, undefined, { raw: body, headers });
  }

  async call(method: string, path: string, body?: unknown, options: PhoneCall = {}): Promise<TestResponse> {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.baseUrl}/crew/api${path}`, {
      method,
      redirect: 'manual',
      ...(payload !== undefined && { body: payload }),
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...((this.cookie || this.deviceCookie) && {
          cookie: [this.cookie, this.deviceCookie].filter(Boolean).join('; '),
        }),
        ...(method !== 'GET' && { origin: this.baseUrl }),
        ...(method !== 'GET' && this.csrfToken && { 'x-csrf-token': this.csrfToken }),
        ...options.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const value = /max-age=0/i.test(line) ? null : (line.split(';')[0] ?? null);
      if (/_device=/.test(line)) this.deviceCookie = value;
      else this.cookie = value;
    }
    const text = await response.text();
    const { status, headers } = response;
    expect(status, `${method} ${path} answered ${text}`).not.toBe(500);
    expect(headers.get('cache-control')).toBe('no-store');
    const result = { status, headers, text, body: text ? JSON.parse(text) : undefined };
    expectDefined(method, `/crew/api${path}`, result);
    return result;
  }
}

/** Token of a new sign-in link. */
export async function linkFor(operator: OperatorClient, memberId: string): Promise<string> {
  const response = await operator.post(`/crew-members/${memberId}/access`, { kind: 'link' });
  expect(response.status, response.text).toBe(201);
  return new URL(response.body.url).hash.replace('#token=', '');
}

type Step = CrewAction & { readonly stop_id: string };
/** Fields of a step except booking, stop and time. */
type StepParts = Omit<Step, 'id' | 'booking_id' | 'stop_id' | 'at'>;

/** A step at the stop with this position, with a generated id. */
export function stepOf(
  booking: { readonly id: string; readonly route: readonly { readonly id: string }[] },
  position: number,
  at: Date,
  parts: StepParts,
): Step {
  const stop_id = booking.route[position]?.id ?? '';
  return { id: randomUUID(), booking_id: booking.id, stop_id, at: at.toISOString(), ...parts };
}
