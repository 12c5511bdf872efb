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
   * Check liveness
   *
   * Returns 200 as long as the process runs. Does not access the database.
   *
   * `GET /health`
   */
  health(options?: RequestOptions): ApiCall<Health> {
    return this.#transport.call({ method: 'GET', path: '/health', isOpen: true, maxRetries: 0 }, options);
  }

  /**
   * Check readiness
   *
   * Checks the database, the migrations and the notification listener. Returns 503 if one of them is not ready, and during shutdown.
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
   * Create an access token
   *
   * Exchanges credentials for an access token. Partners use `client_credentials`: the token does not expire, so reuse it until it is revoked. `password` and `authorization_code` act for a user and also return a refresh token. Standard OAuth clients that send `Accept: application/json` receive plain JSON without `expires_in`.
   *
   * `POST /oauth/token`
   */
  token(body: TokenRequest, options?: RequestOptions): ApiCall<Token> {
    return this.#transport.call({ method: 'POST', path: '/oauth/token', body, isOpen: true }, options);
  }

  /**
   * Revoke a token
   *
   * Revokes an access token, or a refresh token together with all tokens of the same sign-in. The response is sent when no process accepts the token any more. Authenticate with a Bearer token or with client credentials. Unknown tokens and tokens of other clients get the same response and stay as they are.
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
   * Retrieve the account
   *
   * Returns the account, environment, API client and scopes of the access token. Call it first to check a new token.
   *
   * `GET /account`
   */
  get(options?: RequestOptions): ApiCall<Account> {
    return this.#transport.call({ method: 'GET', path: '/account' }, options);
  }

  /**
   * Update the account
   *
   * Updates the name or the contact address for operational mail. Fields that are left out keep their values.
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
   * Create a quote
   *
   * Calculates the price of a route of 2 to 7 stops for one product. The quote can be booked until `expires_at`.
   *
   * `POST /quotes`
   */
  create(body: QuoteInput, options?: WriteOptions): ApiCall<Quote> {
    return this.#transport.call({ method: 'POST', path: '/quotes', body, isKeyed: true }, options);
  }

  /**
   * Create quotes for all products
   *
   * Calculates the price of a route for every available product. With `items`, recommends the smallest vehicle that holds them by size, total weight and the weight that the crew can lift.
   *
   * `POST /quotes/batch`
   */
  createBatch(body: BatchQuoteInput, options?: WriteOptions): ApiCall<BatchQuote> {
    return this.#transport.call({ method: 'POST', path: '/quotes/batch', body, isKeyed: true }, options);
  }

  /**
   * Retrieve a quote
   *
   * Returns the quote, also after it has expired or been booked.
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
   * Lists the arrival windows, on demand and scheduled, for a quote or for a product and route. Read access is sufficient.
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
   * Create a booking
   *
   * Creates a booking from a quote (`quote_id`), or from a route (`stops`, or the deprecated `origin` and `destination`) and a `product`. The arrival window is a listed window of the schedule or a custom window. Send an `Idempotency-Key`: a retry with the same key returns the same booking.
   *
   * `POST /bookings`
   */
  create(body: BookingInput, options?: WriteOptions): ApiCall<Booking> {
    return this.#transport.call({ method: 'POST', path: '/bookings', body, isKeyed: true }, options);
  }

  /**
   * List bookings
   *
   * Returns bookings, newest first, in pages. Follow the links in `next` and `previous` unchanged.
   *
   * `GET /bookings`
   */
  list(query: BookingsListQuery = {}, options?: RequestOptions): PagedCall<Booking, BookingList> {
    return this.#transport.page({ method: 'GET', path: '/bookings', query }, options);
  }

  /**
   * Retrieve a booking
   *
   * Returns the current state of the booking.
   *
   * `GET /bookings/{id}`
   */
  get(id: string, options?: RequestOptions): ApiCall<Booking> {
    return this.#transport.call({ method: 'GET', path: `/bookings/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update a booking
   *
   * Changes the given fields. Before dispatch, every listed field can change. After dispatch, texts, contacts and everything that the crew has not acted on can change. After completion or cancellation, only `metadata` and `order_number` can change. A new route or different add-ons reprice the booking.
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
   * Cancels the booking. Possible until the crew has completed the first stop. A fee may apply: preview it first.
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
   * Preview the cancellation fee
   *
   * Returns whether the booking can be cancelled now, and the fee. Changes nothing.
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
   * Inserts a stop before the destination, or at `position`. Reprices the booking.
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
   * Removes the stop, and the contacts that are notified about this stop only. Reprices the booking.
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
   * Update a stop
   *
   * Changes the instructions, apartment, floor and elevator of a stop. Does not change the price.
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
   * Moves the stop at `from_position` to `to_position`. Reprices the booking.
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
   * Create a webhook endpoint
   *
   * Registers a URL that receives events by POST from now on. Requests are signed according to [Standard Webhooks](https://www.standardwebhooks.com) with the `secret` of the response. An account can have at most 20 endpoints.
   *
   * `POST /webhooks`
   */
  create(body: WebhookEndpointInput, options?: WriteOptions): ApiCall<NewWebhookEndpoint> {
    return this.#transport.call({ method: 'POST', path: '/webhooks', body, isKeyed: true }, options);
  }

  /**
   * List webhook endpoints
   *
   * Returns all webhook endpoints of the account, oldest first. The list is not paginated.
   *
   * `GET /webhooks`
   */
  list(options?: RequestOptions): ApiCall<readonly WebhookEndpoint[]> {
    return this.#transport.call({ method: 'GET', path: '/webhooks' }, options);
  }

  /**
   * Create a portal link
   *
   * Returns a one-time link to the webhook portal, where users of the account manage endpoints, inspect deliveries and responses, send test events, resend failed deliveries and read or rotate signing secrets. The link works once and expires after 10 minutes; request a new one each time.
   *
   * `GET /webhooks/portal`
   */
  portal(options?: RequestOptions): ApiCall<PortalLink> {
    return this.#transport.call({ method: 'GET', path: '/webhooks/portal' }, options);
  }

  /**
   * Retrieve a webhook endpoint
   *
   * Returns the endpoint without its signing secret.
   *
   * `GET /webhooks/{id}`
   */
  get(id: string, options?: RequestOptions): ApiCall<WebhookEndpoint> {
    return this.#transport.call({ method: 'GET', path: `/webhooks/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update a webhook endpoint
   *
   * Changes the URL, the event types or the description of an endpoint, disables it or enables it again. Events that occurred while the endpoint was disabled are not sent automatically: read them with `GET /events`, or recover them in the portal.
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
   * Delete a webhook endpoint
   *
   * Deletes the endpoint and its signing secrets. Pending deliveries are discarded.
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
   * List events
   *
   * Returns the event feed, oldest first. The events have the same bodies as webhook deliveries. To follow the feed, store `cursor` and send it as `after` in the next request: each event appears exactly once, after all earlier events, and no event is ever inserted before a position that you have read. Events are kept for 30 days unless the operator configures another retention.
   *
   * `GET /events`
   */
  list(query: EventsListQuery = {}, options?: RequestOptions): PagedCall<WaybillEvent, EventList> {
    return this.#transport.page({ method: 'GET', path: '/events', query }, options);
  }

  /**
   * Retrieve an event
   *
   * Returns the event with the given id (the `webhook-id` header of a delivery), exactly as it was sent.
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
   * Run the next step of a booking
   *
   * Runs exactly one step of the job now: assignment, departure, position, arrival or completion of a stop. Works for every booking, also without `test_specifications`. Sandbox only: production responds with 404.
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
   * Simulate the loss of the crew
   *
   * Before the first stop is completed, the booking returns to `created` and waits for another crew. After that, another crew takes over at the current stop. Sandbox only: production responds with 404.
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
   * Delay the crew
   *
   * Delays a driving crew by `minutes`: the `eta` moves later by that time, and the crew arrives then. Sandbox only: production responds with 404.
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
   * Fail a stop
   *
   * The crew reports that it cannot complete the current stop. The next step retries the stop, or skips it if `decision` is `skip`. Sandbox only: production responds with 404.
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
   * Cancel a booking as the provider
   *
   * Cancels the booking as the delivery company. Possible until the booking ends; no fee applies. Sandbox only: production responds with 404.
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
   * Refuse the payment of a booking
   *
   * Simulates a refused payment: the system cancels the booking with the reason `payment_refused`. Possible until the first stop is completed. Sandbox only: production responds with 404.
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
   * Retrieve the sandbox clock
   *
   * Returns the current time of this account. Sandbox only: production responds with 404.
   *
   * `GET /sandbox/clock`
   */
  getClock(options?: RequestOptions): ApiCall<SandboxClock> {
    return this.#transport.call({ method: 'GET', path: '/sandbox/clock' }, options);
  }

  /**
   * Reset the sandbox clock
   *
   * Sets the clock of this account back to the real time. Timestamps of past events do not change. Sandbox only: production responds with 404.
   *
   * `DELETE /sandbox/clock`
   */
  resetClock(options?: WriteOptions): ApiCall<SandboxClock> {
    return this.#transport.call({ method: 'DELETE', path: '/sandbox/clock', isKeyed: true }, options);
  }

  /**
   * Advance the sandbox clock
   *
   * Moves the clock of this account forward. Everything that depends on time follows: quotes expire, windows pass, fees change, and simulation steps become due. Sandbox only: production responds with 404.
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
   * Returns the billing records of the account, newest first. The list is paginated: follow `next` and `previous` unchanged. A completed booking has one `charge`; each later change of its fare is a separate record, and the records of a booking add up to its fare.
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
   * List billing statements
   *
   * Returns a summary of every month with billing records, newest first.
   *
   * `GET /billing/statements`
   */
  listStatements(options?: RequestOptions): ApiCall<StatementList> {
    return this.#transport.call({ method: 'GET', path: '/billing/statements' }, options);
  }

  /**
   * Retrieve a billing statement
   *
   * Returns the billing statement of a month with all its records. A statement becomes final one day after the month ends and never changes afterwards.
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
   * Retrieve a billing statement as CSV
   *
   * Returns the statement as a CSV file with one row per line of each record. Also accepts `Accept: text/csv`.
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
   * Retrieve a billing statement as PDF
   *
   * Returns the statement as a PDF file in US letter format. A month with more than 2,000 records is summarized by day. Also accepts `Accept: application/pdf`.
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
   * List request logs
   *
   * Returns the API requests of the account and their responses, newest first. Follow `next` and `previous` unchanged to page. A request appears within 2 seconds and is kept for 30 days unless the operator configures another retention. Requests to this operation are not logged. The portal also shows the redacted bodies.
   *
   * `GET /requests`
   */
  list(query: RequestsListQuery = {}, options?: RequestOptions): PagedCall<LoggedRequest, LoggedRequestList> {
    return this.#transport.page({ method: 'GET', path: '/requests', query }, options);
  }
}
