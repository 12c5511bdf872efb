// Made by `npm run generate` from openapi/openapi.json. Do not edit.
// What the API can do: a class for each group of operations, a method for each operation, named after its id.

import type {
  Account,
  AccountUpdate,
  BatchQuote,
  BatchQuoteInput,
  BillingListRecordsQuery,
  BillingRecord,
  BillingRecordList,
  Booking,
  BookingInput,
  BookingList,
  BookingsListQuery,
  BookingUpdate,
  CancelInput,
  CancellationPreview,
  EventList,
  EventsListQuery,
  Health,
  LoggedRequest,
  LoggedRequestList,
  NewStop,
  NewWebhookEndpoint,
  PortalLink,
  Quote,
  QuoteInput,
  Ready,
  Reorder,
  RequestsListQuery,
  Revoked,
  RevokeRequest,
  SandboxAdvanceInput,
  SandboxCancelInput,
  SandboxClock,
  SandboxClockInput,
  SandboxDelayInput,
  SandboxFailStopInput,
  SandboxLoseCrewInput,
  SandboxRefusePaymentInput,
  Schedule,
  ScheduleInput,
  Statement,
  StatementList,
  StopUpdate,
  Token,
  TokenRequest,
  WaybillEvent,
  WebhookEndpoint,
  WebhookEndpointInput,
  WebhookEndpointUpdate,
} from './api.generated.ts';
import type { ApiCall } from './api-call.ts';
import type { PagedCall } from './paged-call.ts';
import type { RequestOptions, Transport, WriteOptions } from './transport.ts';

export class OperationsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Is the process alive?
   *
   * Answers as long as the process lives, and never touches the database.
   *
   * `GET /health`
   */
  health(options?: RequestOptions): ApiCall<Health> {
    return this.#transport.call({ method: 'GET', path: '/health', isOpen: true, maxRetries: 0 }, options);
  }

  /**
   * Should this process get traffic?
   *
   * Asks the database, the migrations and the listener; 503 while shutting down.
   *
   * `GET /ready`
   */
  ready(options?: RequestOptions): ApiCall<Ready> {
    return this.#transport.call({ method: 'GET', path: '/ready', isOpen: true, maxRetries: 0 }, options);
  }
}

export class OauthResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get an access token
   *
   * Exchanges credentials for an access token. Partners use `client_credentials`; the token does not expire and is reused until it is revoked. `password` and `authorization_code` act for a person and also give a refresh token. Standard OAuth clients that send `Accept: application/json` are answered in plain JSON, without `expires_in`.
   *
   * `POST /oauth/token`
   */
  token(body: TokenRequest, options?: RequestOptions): ApiCall<Token> {
    return this.#transport.call({ method: 'POST', path: '/oauth/token', body, isOpen: true }, options);
  }

  /**
   * Revoke a token
   *
   * Ends an access token, or a refresh token with everything that came from the same sign-in. The answer comes when every process refuses the token. The caller shows a Bearer token or client credentials; tokens of other clients and unknown tokens are answered alike and left alone.
   *
   * `POST /oauth/revoke`
   */
  revoke(body: RevokeRequest, options?: RequestOptions): ApiCall<Revoked> {
    return this.#transport.call({ method: 'POST', path: '/oauth/revoke', body }, options);
  }
}

export class AccountResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Who am I?
   *
   * The account, environment, client and scopes behind the access token: the first call worth making with a new token.
   *
   * `GET /account`
   */
  get(options?: RequestOptions): ApiCall<Account> {
    return this.#transport.call({ method: 'GET', path: '/account' }, options);
  }

  /**
   * Update the account
   *
   * Changes the name, or the contact address to which operational mail goes.
   *
   * `PATCH /account`
   */
  update(body: AccountUpdate, options?: WriteOptions): ApiCall<Account> {
    return this.#transport.call({ method: 'PATCH', path: '/account', body, isKeyed: true }, options);
  }
}

export class QuotesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get a quote
   *
   * Prices a route of 2 to 7 stops for one product. The quote can be booked until `expires_at`.
   *
   * `POST /quotes`
   */
  create(body: QuoteInput, options?: WriteOptions): ApiCall<Quote> {
    return this.#transport.call({ method: 'POST', path: '/quotes', body, isKeyed: true }, options);
  }

  /**
   * Get quotes for all products
   *
   * Prices a route for every product that is available on it. With `items`, the smallest vehicle that really holds them (by size, weight and what the crew can lift) is recommended.
   *
   * `POST /quotes/batch`
   */
  createBatch(body: BatchQuoteInput, options?: WriteOptions): ApiCall<BatchQuote> {
    return this.#transport.call({ method: 'POST', path: '/quotes/batch', body, isKeyed: true }, options);
  }

  /**
   * Read a quote
   *
   * A quote stays readable after it has expired or become a booking.
   *
   * `GET /quotes/{id}`
   */
  get(id: string, options?: RequestOptions): ApiCall<Quote> {
    return this.#transport.call({ method: 'GET', path: `/quotes/${encodeURIComponent(id)}` }, options);
  }
}

export class ScheduleResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List arrival windows
   *
   * When a crew could arrive, on demand or at set times, for a quote or for a product and route. Needs read access only.
   *
   * `POST /schedule`
   */
  list(body: ScheduleInput, options?: WriteOptions): ApiCall<Schedule> {
    return this.#transport.call({ method: 'POST', path: '/schedule', body, isKeyed: true }, options);
  }
}

export class BookingsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Book a job
   *
   * Books a quote (`quote_id`), or a route (`stops`, or the deprecated `origin` and `destination`) with a `product`, for an arrival window of the schedule or of your own choosing. Send an `Idempotency-Key`: a repeat gives the same booking.
   *
   * `POST /bookings`
   */
  create(body: BookingInput, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call({ method: 'POST', path: '/bookings', body, isKeyed: true }, options);
  }

  /**
   * List bookings
   *
   * Newest first, page by page: follow `next` and `previous` unchanged.
   *
   * `GET /bookings`
   */
  list(query: BookingsListQuery = {}, options?: RequestOptions): PagedCall<Booking, BookingList> {
    return this.#transport.page({ method: 'GET', path: '/bookings', query }, options);
  }

  /**
   * Read a booking
   *
   * The booking as it is now.
   *
   * `GET /bookings/{id}`
   */
  get(id: string, options?: RequestOptions): ApiCall<Booking> {
    return this.#transport.call({ method: 'GET', path: `/bookings/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change a booking
   *
   * Before dispatch everything listed can change; afterwards texts, contacts and what the crew has not acted on yet; once it is over only `metadata` and `order_number`. A new route or other add-ons are priced anew.
   *
   * `PATCH /bookings/{id}`
   */
  update(id: string, body: BookingUpdate, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call(
      { method: 'PATCH', path: `/bookings/${encodeURIComponent(id)}`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Cancel a booking
   *
   * Possible until the crew has done the first stop.
   *
   * `POST /bookings/{id}/cancel`
   */
  cancel(id: string, body: CancelInput = {}, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call(
      { method: 'POST', path: `/bookings/${encodeURIComponent(id)}/cancel`, body, isKeyed: true },
      options,
    );
  }

  /**
   * What would cancelling cost?
   *
   * Whether the booking can be cancelled now, and for what fee. Changes nothing.
   *
   * `GET /bookings/{id}/cancellation`
   */
  previewCancellation(id: string, options?: RequestOptions): ApiCall<CancellationPreview> {
    return this.#transport.call(
      { method: 'GET', path: `/bookings/${encodeURIComponent(id)}/cancellation` },
      options,
    );
  }

  /**
   * Add a stop
   *
   * Just before the destination, or at `position`. The booking is priced anew.
   *
   * `POST /bookings/{booking_id}/stops`
   */
  addStop(bookingId: string, body: NewStop, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call(
      { method: 'POST', path: `/bookings/${encodeURIComponent(bookingId)}/stops`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Remove a stop
   *
   * Contacts of that stop alone go with it. The booking is priced anew.
   *
   * `DELETE /bookings/{booking_id}/stops/{position}`
   */
  removeStop(bookingId: string, position: string, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call(
      {
        method: 'DELETE',
        path: `/bookings/${encodeURIComponent(bookingId)}/stops/${encodeURIComponent(position)}`,
        isKeyed: true,
      },
      options,
    );
  }

  /**
   * Change what is said about a stop
   *
   * Instructions, apartment, floor and elevator; costs nothing.
   *
   * `PATCH /bookings/{booking_id}/stops/{position}`
   */
  updateStop(
    bookingId: string,
    position: string,
    body: StopUpdate,
    options?: WriteOptions,
  ): ApiCall<Booking> {
    return this.#transport.call(
      {
        method: 'PATCH',
        path: `/bookings/${encodeURIComponent(bookingId)}/stops/${encodeURIComponent(position)}`,
        body,
        isKeyed: true,
      },
      options,
    );
  }

  /**
   * Move a stop
   *
   * Takes the stop at `from_position` and puts it at `to_position`. The booking is priced anew.
   *
   * `PATCH /bookings/{booking_id}/stops/reorder`
   */
  reorderStops(bookingId: string, body: Reorder, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call(
      {
        method: 'PATCH',
        path: `/bookings/${encodeURIComponent(bookingId)}/stops/reorder`,
        body,
        isKeyed: true,
      },
      options,
    );
  }
}

export class WebhooksResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Register a webhook endpoint
   *
   * From now on events are sent there by POST, signed as [Standard Webhooks](https://www.standardwebhooks.com) has it, with the `secret` of this answer. An account has at most 20 endpoints.
   *
   * `POST /webhooks`
   */
  create(body: WebhookEndpointInput, options?: WriteOptions): ApiCall<NewWebhookEndpoint> {
    return this.#transport.call({ method: 'POST', path: '/webhooks', body, isKeyed: true }, options);
  }

  /**
   * List webhook endpoints
   *
   * All of them, oldest first.
   *
   * `GET /webhooks`
   */
  list(options?: RequestOptions): ApiCall<readonly WebhookEndpoint[]> {
    return this.#transport.call({ method: 'GET', path: '/webhooks' }, options);
  }

  /**
   * Open the webhook portal
   *
   * A link to the pages where people of the account manage endpoints, see every delivery with its answers, send tests, replay what failed and read or rotate secrets. It opens once, within ten minutes; ask for a new one each time.
   *
   * `GET /webhooks/portal`
   */
  portal(options?: RequestOptions): ApiCall<PortalLink> {
    return this.#transport.call({ method: 'GET', path: '/webhooks/portal' }, options);
  }

  /**
   * Read a webhook endpoint
   *
   * The endpoint as it is now, without its secret.
   *
   * `GET /webhooks/{id}`
   */
  get(id: string, options?: RequestOptions): ApiCall<WebhookEndpoint> {
    return this.#transport.call({ method: 'GET', path: `/webhooks/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change a webhook endpoint
   *
   * Changes the address, the types of event or the description, disables the endpoint or enables it again. What happened while it was disabled is not sent by itself: read it with `GET /events`, or recover it in the portal.
   *
   * `PATCH /webhooks/{id}`
   */
  update(id: string, body: WebhookEndpointUpdate, options?: WriteOptions): ApiCall<WebhookEndpoint> {
    return this.#transport.call(
      { method: 'PATCH', path: `/webhooks/${encodeURIComponent(id)}`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Remove a webhook endpoint
   *
   * Nothing is sent there any more; what was still to be sent is discarded.
   *
   * `DELETE /webhooks/{id}`
   */
  delete(id: string, options?: WriteOptions): ApiCall<void> {
    return this.#transport.call(
      { method: 'DELETE', path: `/webhooks/${encodeURIComponent(id)}`, isKeyed: true },
      options,
    );
  }
}

export class EventsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Read the feed of events
   *
   * Everything that happened, oldest first, exactly as webhooks are told. To follow it, keep `cursor` and ask again with `after` set to it: an event appears once, after everything before it, and none is ever inserted behind you. Events are kept for 30 days unless the operator says otherwise.
   *
   * `GET /events`
   */
  list(query: EventsListQuery = {}, options?: RequestOptions): PagedCall<WaybillEvent, EventList> {
    return this.#transport.page({ method: 'GET', path: '/events', query }, options);
  }

  /**
   * Read an event
   *
   * The event as it was sent, by its id (`webhook-id`).
   *
   * `GET /events/{id}`
   */
  get(id: string, options?: RequestOptions): ApiCall<WaybillEvent> {
    return this.#transport.call({ method: 'GET', path: `/events/${encodeURIComponent(id)}` }, options);
  }
}

export class SandboxResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Play the next step
   *
   * Exactly one step of a job, now: a crew, a departure, a position, an arrival, a stop done. Works on every booking, also on one that does not play by itself. Sandbox only: production answers 404.
   *
   * `POST /sandbox/bookings/{id}/advance`
   */
  advance(id: string, body: SandboxAdvanceInput = {}, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call(
      { method: 'POST', path: `/sandbox/bookings/${encodeURIComponent(id)}/advance`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Lose the crew
   *
   * Before the first stop is done the booking is `created` again and waits for another crew; later another crew takes over where things stand. Sandbox only: production answers 404.
   *
   * `POST /sandbox/bookings/{id}/lose-crew`
   */
  loseCrew(id: string, body: SandboxLoseCrewInput = {}, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call(
      { method: 'POST', path: `/sandbox/bookings/${encodeURIComponent(id)}/lose-crew`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Be late
   *
   * The crew on its way arrives later by `minutes`: its `eta` rises, and holds. Sandbox only: production answers 404.
   *
   * `POST /sandbox/bookings/{id}/delay`
   */
  delay(id: string, body: SandboxDelayInput, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call(
      { method: 'POST', path: `/sandbox/bookings/${encodeURIComponent(id)}/delay`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Fail at a stop
   *
   * The crew cannot do its work at the stop where it is. The next step tries again, or skips the stop if `decision` says so. Sandbox only: production answers 404.
   *
   * `POST /sandbox/bookings/{id}/fail-stop`
   */
  failStop(id: string, body: SandboxFailStopInput, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call(
      { method: 'POST', path: `/sandbox/bookings/${encodeURIComponent(id)}/fail-stop`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Cancel as the provider
   *
   * The delivery company calls the job off, at any time before it is over, and for no fee. Sandbox only: production answers 404.
   *
   * `POST /sandbox/bookings/{id}/cancel`
   */
  cancel(id: string, body: SandboxCancelInput = {}, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call(
      { method: 'POST', path: `/sandbox/bookings/${encodeURIComponent(id)}/cancel`, body, isKeyed: true },
      options,
    );
  }

  /**
   * Refuse the payment
   *
   * The payment is refused after all: the booking is cancelled by the system, with `payment_refused` as the reason. Possible until the first stop is done. Sandbox only: production answers 404.
   *
   * `POST /sandbox/bookings/{id}/refuse-payment`
   */
  refusePayment(id: string, body: SandboxRefusePaymentInput = {}, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call(
      {
        method: 'POST',
        path: `/sandbox/bookings/${encodeURIComponent(id)}/refuse-payment`,
        body,
        isKeyed: true,
      },
      options,
    );
  }

  /**
   * Read the clock
   *
   * What time it is for this account. Sandbox only: production answers 404.
   *
   * `GET /sandbox/clock`
   */
  getClock(options?: RequestOptions): ApiCall<SandboxClock> {
    return this.#transport.call({ method: 'GET', path: '/sandbox/clock' }, options);
  }

  /**
   * Go back to the time of the world
   *
   * What has happened keeps its times: a booking never runs backwards. Sandbox only: production answers 404.
   *
   * `DELETE /sandbox/clock`
   */
  resetClock(options?: WriteOptions): ApiCall<SandboxClock> {
    return this.#transport.call({ method: 'DELETE', path: '/sandbox/clock', isKeyed: true }, options);
  }

  /**
   * Move the clock forward
   *
   * Everything of this account that goes by time goes by this clock: quotes expire, windows pass, fees change, and steps of simulations that become due are played. Sandbox only: production answers 404.
   *
   * `POST /sandbox/clock/advance`
   */
  advanceClock(body: SandboxClockInput, options?: WriteOptions): ApiCall<SandboxClock> {
    return this.#transport.call(
      { method: 'POST', path: '/sandbox/clock/advance', body, isKeyed: true },
      options,
    );
  }
}

export class BillingResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List billing records
   *
   * What was billed and paid, newest first, page by page: follow `next` and `previous` unchanged. A completed booking has one `charge`; later changes of its fare are records of their own, so that together they make the fare.
   *
   * `GET /billing/records`
   */
  listRecords(
    query: BillingListRecordsQuery = {},
    options?: RequestOptions,
  ): PagedCall<BillingRecord, BillingRecordList> {
    return this.#transport.page({ method: 'GET', path: '/billing/records', query }, options);
  }

  /**
   * List statements
   *
   * The months in which something was billed or paid, newest first.
   *
   * `GET /billing/statements`
   */
  listStatements(options?: RequestOptions): ApiCall<StatementList> {
    return this.#transport.call({ method: 'GET', path: '/billing/statements' }, options);
  }

  /**
   * Read a statement
   *
   * What a month came to. It is final a day after the month ends and never changes then.
   *
   * `GET /billing/statements/{month}`
   */
  getStatement(month: string, options?: RequestOptions): ApiCall<Statement> {
    return this.#transport.call(
      { method: 'GET', path: `/billing/statements/${encodeURIComponent(month)}` },
      options,
    );
  }

  /**
   * Read a statement as CSV
   *
   * One row for each line of each record. Takes `Accept: text/csv` as well.
   *
   * `GET /billing/statements/{month}.csv`
   */
  getStatementCsv(month: string, options?: RequestOptions): ApiCall<string> {
    return this.#transport.call(
      { method: 'GET', path: `/billing/statements/${encodeURIComponent(month)}.csv`, reads: 'text' },
      options,
    );
  }

  /**
   * Read a statement as PDF
   *
   * On letter paper, for people. A month of more than 2,000 records is listed by day. Takes `Accept: application/pdf` as well.
   *
   * `GET /billing/statements/{month}.pdf`
   */
  getStatementPdf(month: string, options?: RequestOptions): ApiCall<Uint8Array<ArrayBuffer>> {
    return this.#transport.call(
      { method: 'GET', path: `/billing/statements/${encodeURIComponent(month)}.pdf`, reads: 'bytes' },
      options,
    );
  }
}

export class RequestsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List your calls
   *
   * What was called in the name of the account and how it was answered, newest first, page by page: follow `next` and `previous` unchanged. A call appears within a second or two and is kept for 30 days unless the operator says otherwise. Calls of this list are not in it. Bodies are in the portal.
   *
   * `GET /requests`
   */
  list(query: RequestsListQuery = {}, options?: RequestOptions): PagedCall<LoggedRequest, LoggedRequestList> {
    return this.#transport.page({ method: 'GET', path: '/requests', query }, options);
  }
}
