// Stub of the Twilio API on the loopback interface, in its documented format: create messages, list messages to a
// number, errors by code. Records what would have been sent.
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type RecordedRequest, type StubServer, startStubServer } from './stub-server.ts';

export const TWILIO_SID = `AC${'0123456789abcdef'.repeat(2)}`;
export const TWILIO_TOKEN = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';
export const TWILIO_FROM = '+13125550199';
/** Numbers that behave like those of Twilio's test credentials. */
export const INVALID_NUMBER = '+15005550001';
export const STOPPED_NUMBER = '+15005550004';

interface SentSms {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly date_created: string;
  readonly direction: 'outbound-api';
  readonly status: 'queued';
}

interface TwilioResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

const errors: Readonly<Record<string, { code: number; message: string }>> = {
  [INVALID_NUMBER]: { code: 21_211, message: "Invalid 'To' Phone Number" },
  [STOPPED_NUMBER]: { code: 21_610, message: 'Attempt to send to unsubscribed recipient' },
};

export class TwilioServer {
  readonly sent: SentSms[] = [];
  #server: StubServer | null = null;
  #planned: TwilioResponse[] = [];
  #isLost = false;
  #isHeld = false;

  readonly #now: () => Date;

  private constructor(now: () => Date) {
    this.#now = now;
  }

  static async start(now = () => new Date()): Promise<TwilioServer> {
    const twilio = new TwilioServer(now);
    twilio.#server = await startStubServer((request, response) => twilio.#respond(request, response));
    return twilio;
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  get seen(): readonly RecordedRequest[] {
    return this.#server?.seen ?? [];
  }

  /** The next message is sent, but its response is lost. */
  dropNextResponse(): void {
    this.#isLost = true;
  }

  /** The next message is sent, but there is no response. */
  hangNextResponse(): void {
    this.#isHeld = true;
  }

  /** The next request gets this response, without effect; by default an error of Twilio. */
  respondOnce(
    status: number,
    headers: Record<string, string> = {},
    body: unknown = { code: 20_000 + status },
  ) {
    this.#planned.push({ status, headers, body });
  }

  /** Texts sent to a number, in order. */
  smsTextsTo(number: string): string[] {
    return this.sent.filter(({ to }) => to === number).map(({ body }) => body);
  }

  close(): Promise<void> {
    return this.#server?.close() ?? Promise.resolve();
  }

  #respond(request: RecordedRequest, response: ServerResponse): void {
    const result = this.#result(request);
    const isSent = request.method === 'POST' && result.status === 201;
    if (isSent && this.#isHeld) {
      this.#isHeld = false;
      return;
    }
    if (isSent && this.#isLost) {
      this.#isLost = false;
      response.destroy();
      return;
    }
    response.writeHead(result.status, { 'content-type': 'application/json', ...result.headers });
    response.end(JSON.stringify(result.body));
  }

  #result({ method, path, headers, body }: RecordedRequest): TwilioResponse {
    const url = new URL(path, this.url);
    const basic = `Basic ${Buffer.from(`${TWILIO_SID}:${TWILIO_TOKEN}`).toString('base64')}`;
    const planned = this.#planned.shift();
    if (planned) return planned;
    if (headers.authorization !== basic) return { status: 401, body: { code: 20_003 } };
    if (url.pathname !== `/2010-04-01/Accounts/${TWILIO_SID}/Messages.json`)
      return { status: 404, body: { code: 20_404 } };
    if (method === 'POST') return this.#create(new URLSearchParams(body));
    const to = url.searchParams.get('To');
    return { status: 200, body: { messages: this.sent.filter((message) => message.to === to).reverse() } };
  }

  #create(form: URLSearchParams): TwilioResponse {
    const to = form.get('To') ?? '';
    const error = errors[to];
    if (error) return { status: 400, body: { ...error, status: 400 } };
    const message: SentSms = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      to,
      from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
      body: form.get('Body') ?? '',
      date_created: this.#now().toUTCString(),
      direction: 'outbound-api',
      status: 'queued',
    };
    this.sent.push(message);
    return { status: 201, body: message };
  }
}
