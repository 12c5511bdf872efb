// The API client: one instance per environment and account.
import type { Token } from './api.generated.ts';
import { Events } from './events.ts';
import {
  AccountResource,
  BillingResource,
  BookingsResource,
  OauthResource,
  OperationsResource,
  QuotesResource,
  RequestsResource,
  SandboxResource,
  ScheduleResource,
  WebhooksResource,
} from './resources.generated.ts';
import {
  type ClientCredentials,
  ClientTokens,
  callerToken,
  type TokenSource,
  type TokenStore,
} from './token-source.ts';
import { type Attempt, Transport, type TransportSettings } from './transport.ts';
import { sdkVersion } from './version.ts';

export interface ClientOptions {
  /** Base URL of the environment, such as `https://sandbox.example.com`. */
  readonly baseUrl: string;
  /** Time-out of each attempt; default: 30 seconds. */
  readonly timeoutMillis?: number;
  /** Maximum number of retries; default: 3. */
  readonly maxRetries?: number;
  /** Longest `Retry-After` to wait for; default: 60 seconds. */
  readonly maxWaitMillis?: number;
  /** Custom fetch function, for example with a proxy. */
  readonly fetch?: typeof fetch;
  /** Called after every HTTP request, for logs. */
  readonly onAttempt?: (attempt: Attempt) => void;
}

/** Client credentials, for servers. */
export interface WithCredentials extends ClientOptions, ClientCredentials {
  readonly tokenStore?: TokenStore;
}

/** An access token managed by the caller. */
export interface WithToken extends ClientOptions {
  readonly accessToken: string | (() => string | Promise<string>);
}

export type WaybillOptions = WithCredentials | WithToken;

export class Waybill {
  readonly account: AccountResource;
  readonly quotes: QuotesResource;
  readonly schedule: ScheduleResource;
  readonly bookings: BookingsResource;
  readonly webhooks: WebhooksResource;
  readonly events: Events;
  readonly billing: BillingResource;
  /** The request log. */
  readonly requests: RequestsResource;
  /** Sandbox only. */
  readonly sandbox: SandboxResource;
  readonly oauth: OauthResource;
  readonly operations: OperationsResource;

  constructor(options: WaybillOptions) {
    const settings = settingsOf(options);
    const transport = new Transport(settings, tokensOf(options, settings));
    this.account = new AccountResource(transport);
    this.quotes = new QuotesResource(transport);
    this.schedule = new ScheduleResource(transport);
    this.bookings = new BookingsResource(transport);
    this.webhooks = new WebhooksResource(transport);
    this.events = new Events(transport);
    this.billing = new BillingResource(transport);
    this.requests = new RequestsResource(transport);
    this.sandbox = new SandboxResource(transport);
    this.oauth = new OauthResource(transport);
    this.operations = new OperationsResource(transport);
  }
}

function settingsOf(options: ClientOptions): TransportSettings {
  if (!/^https?:\/\/[^/]/.test(options.baseUrl))
    throw new TypeError(
      `baseUrl must be a URL such as https://sandbox.example.com, not "${options.baseUrl}"`,
    );
  return {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    timeoutMillis: options.timeoutMillis ?? 30_000,
    maxRetries: options.maxRetries ?? 3,
    maxWaitMillis: options.maxWaitMillis ?? 60_000,
    // Wrapped in a function: browsers reject fetch called as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    userAgent: `waybill-sdk/${sdkVersion}`,
    onAttempt: options.onAttempt,
  };
}

function tokensOf(options: WaybillOptions, settings: TransportSettings): TokenSource {
  if ('accessToken' in options) return callerToken(options.accessToken);
  const { clientId, clientSecret, scope, tokenStore } = options;
  const unauthenticated = new Transport(settings, null);
  const exchange = (): PromiseLike<Token> =>
    new OauthResource(unauthenticated).token({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope !== undefined && { scope }),
    });
  return new ClientTokens(async () => exchange(), tokenStore);
}
