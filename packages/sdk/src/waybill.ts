// The client: one per environment and account, with everything the API can do.
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
  givenToken,
  type TokenSource,
  type TokenStore,
} from './token-source.ts';
import { type Attempt, Transport, type TransportSettings } from './transport.ts';
import { sdkVersion } from './version.ts';

export interface ClientOptions {
  /** Where the environment is, such as `https://sandbox.example.com`. */
  readonly baseUrl: string;
  /** For each attempt; 30 seconds unless given. */
  readonly timeoutMillis?: number;
  /** How often a call is tried again; 3 unless given. */
  readonly maxRetries?: number;
  /** The longest `Retry-After` to wait for; 60 seconds unless given. */
  readonly maxWaitMillis?: number;
  /** Another fetch, say one with a proxy. */
  readonly fetch?: typeof fetch;
  /** Hears of every request, for logs. */
  readonly onAttempt?: (attempt: Attempt) => void;
}

/** Credentials of your own, for servers. */
export interface WithCredentials extends ClientOptions, ClientCredentials {
  readonly tokenStore?: TokenStore;
}

/** A token that somebody else looks after. */
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
  /** The log of your calls. */
  readonly requests: RequestsResource;
  /** In the sandbox only. */
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
      `baseUrl must be an address such as https://sandbox.example.com; it is "${options.baseUrl}"`,
    );
  return {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    timeoutMillis: options.timeoutMillis ?? 30_000,
    maxRetries: options.maxRetries ?? 3,
    maxWaitMillis: options.maxWaitMillis ?? 60_000,
    // Called as a function of its own: browsers refuse to run it as a method of anything else.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    userAgent: `waybill-sdk/${sdkVersion}`,
    onAttempt: options.onAttempt,
  };
}

function tokensOf(options: WaybillOptions, settings: TransportSettings): TokenSource {
  if ('accessToken' in options) return givenToken(options.accessToken);
  const { clientId, clientSecret, scope, tokenStore } = options;
  const open = new Transport(settings, null);
  const exchange = (): PromiseLike<Token> =>
    new OauthResource(open).token({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope !== undefined && { scope }),
    });
  return new ClientTokens(async () => exchange(), tokenStore);
}
