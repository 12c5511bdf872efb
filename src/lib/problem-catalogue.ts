// Error catalogue: every `code` of an error response. Source of docs/guides/errors.md and the page behind `doc_url`.

export type ProblemKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'conflict'
  | 'gone'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'unprocessable'
  | 'rate_limited'
  | 'internal'
  | 'unavailable';

interface CatalogueEntry {
  readonly kind: ProblemKind;
  /** What happened, in one sentence. */
  readonly meaning: string;
  /** What the caller should do. */
  readonly remedy: string;
}

const entry = (kind: ProblemKind, meaning: string, remedy: string): CatalogueEntry => ({
  kind,
  meaning,
  remedy,
});

export const problemCatalogue = {
  missing_parameter: entry(
    'invalid',
    'A required parameter was not sent.',
    'Send the parameter named in `param`.',
  ),
  invalid_parameter: entry(
    'invalid',
    'A parameter has the wrong type, format or value.',
    'Correct the parameter named in `param`; the message says what would be right.',
  ),
  unknown_parameter: entry(
    'invalid',
    'The request carries a parameter that this operation does not know.',
    'Remove the parameter named in `param`, or correct its spelling.',
  ),
  mutually_exclusive_parameters: entry(
    'invalid',
    'Two parameters were sent of which only one may be.',
    'Send one of the parameters named in the message.',
  ),
  malformed_json: entry(
    'invalid',
    'The body is not JSON that can be read: a syntax fault, broken UTF-8, or nesting that is too deep.',
    'Send one JSON object, encoded as UTF-8.',
  ),
  invalid_stop_position: entry(
    'invalid',
    'A contact names a stop that the route does not have.',
    'Use positions from 0 to the number of stops minus one.',
  ),
  addons_with_quote: entry(
    'invalid',
    '`addons` was sent together with `quote_id`.',
    'Leave `addons` out: a booking inherits the add-ons of its quote. Ask for a new quote to change them.',
  ),
  invalid_tip: entry('invalid', 'The tip is neither 0 nor at least 100 cents.', 'Send 0, or 100 or more.'),
  customer_not_allowed: entry(
    'invalid',
    '`customer` was sent on the booking of a personal account.',
    'Leave `customer` out: the person who books is the customer.',
  ),
  url_not_allowed: entry(
    'invalid',
    'The URL may not be used as a webhook receiver.',
    'Use an https URL whose host resolves to public addresses.',
  ),
  too_many_endpoints: entry(
    'invalid',
    'The account has as many webhook endpoints as it may have.',
    'Delete an endpoint that is no longer needed.',
  ),
  too_many_clients: entry(
    'invalid',
    'The organization has as many API clients as it may have.',
    'Delete a client that is no longer needed.',
  ),
  invalid_token: entry(
    'unauthenticated',
    'The access token is missing, unknown, revoked, or belongs to the other environment.',
    'Send `Authorization: Bearer <token>` with a token from `POST /oauth/token` of the same environment.',
  ),
  insufficient_scope: entry(
    'forbidden',
    'The access token does not carry a scope that this operation needs.',
    'Ask for a token with one of the scopes named in the message.',
  ),
  revision_outdated: entry(
    'conflict',
    'Somebody else has changed the document since you read it.',
    'Read it again, make your change there, and send it with the new `revision`.',
  ),
  session_ended: entry(
    'unauthenticated',
    'On pages and for operators: nobody is signed in, or the session has ended, or the link was used before or is too old.',
    'Open the page by a new link; operators sign in again.',
  ),
  wrong_credentials: entry(
    'unauthenticated',
    'For operators: the e-mail address or the password is wrong, or the operator is disabled.',
    'Correct them, or have an administrator set a new password.',
  ),
  second_factor_required: entry(
    'unauthenticated',
    'For operators: the password is right, and the second factor is asked for.',
    'Send `code` as well: the six digits that the app shows now, or a recovery code.',
  ),
  wrong_code: entry(
    'unauthenticated',
    'For operators: the code of the second factor is wrong, was used before, or is too old.',
    'Send the code that the app shows now; check the clock of the phone. Each code and each recovery code works once.',
  ),
  second_factor_not_set_up: entry(
    'forbidden',
    'For operators: a second factor is needed and there is none yet.',
    'Set one up: `POST /operator/me/second-factor`, then `…/confirm` with a first code.',
  ),
  second_factor_in_use: entry(
    'conflict',
    'For operators: a second factor is set up already.',
    'Remove it before setting up another.',
  ),
  message_not_sendable: entry(
    'conflict',
    'For operators: the message cannot be sent again: it still waits, is forgotten, nothing carries it, or its recipient wants none.',
    'The message says which. Reach the person in another way.',
  ),
  insufficient_role: entry(
    'forbidden',
    'For operators: the operation needs another role than theirs.',
    'Ask somebody with the role that the message names.',
  ),
  request_not_trusted: entry(
    'forbidden',
    'On pages: the request was caused by another site, or does not carry the token of the page.',
    'Load the page again.',
  ),
  link_expired: entry(
    'gone',
    'On the tracking page: the delivery is over for so long that its link has expired. For operators: an invitation or a link for a new password was used, was withdrawn, or is too old.',
    'Ask whoever sent the link for a new one, or look the booking up over the API.',
  ),
  not_found: entry(
    'not_found',
    'There is nothing at this address for this account.',
    'Check the path and the id, and that the token belongs to the account that owns it.',
  ),
  method_not_allowed: entry(
    'method_not_allowed',
    'The address exists, but not with this method.',
    'Use a method listed in the `Allow` header.',
  ),
  unsupported_version: entry(
    'not_acceptable',
    'The `Accept` header asks for a version or media type that does not exist.',
    'Send `Accept: application/vnd.service+json; version=2`.',
  ),
  unsupported_media_type: entry(
    'unsupported_media_type',
    'The body was sent with a media type that this operation does not read.',
    'Send `Content-Type: application/json`.',
  ),
  body_too_large: entry('body_too_large', 'The body is larger than 256 KB.', 'Send less.'),
  headers_too_large: entry('headers_too_large', 'The request headers are larger than 16 KB.', 'Send less.'),
  request_timeout: entry(
    'request_timeout',
    'The request did not arrive in time.',
    'Send the whole request at once, and try again.',
  ),
  quote_expired: entry('unprocessable', 'The quote has expired.', 'Create a new quote.'),
  quote_not_found: entry('unprocessable', 'There is no such quote for this account.', 'Create a new quote.'),
  quote_already_used: entry('conflict', 'The quote has already become a booking.', 'Create a new quote.'),
  location_not_found: entry(
    'unprocessable',
    'There is no such location for this account.',
    'Send an address or coordinates instead.',
  ),
  address_not_found: entry(
    'unprocessable',
    'The address could not be found.',
    'Correct it as the message says; street, city, state and ZIP code work best.',
  ),
  outside_service_area: entry(
    'unprocessable',
    'The place lies outside every area that is served.',
    'Check that coordinates are `[longitude, latitude]`.',
  ),
  route_too_long: entry(
    'unprocessable',
    'The route is longer than the area allows.',
    'Split it into several bookings.',
  ),
  window_in_past: entry(
    'unprocessable',
    'The arrival window has begun or passed.',
    'Choose a window in the future.',
  ),
  window_too_far: entry('unprocessable', 'The arrival window is too far ahead.', 'Choose an earlier window.'),
  arrival_window_not_found: entry(
    'unprocessable',
    'There is no such arrival window for this route and product.',
    'Choose a window from `POST /schedule`.',
  ),
  addon_unavailable: entry(
    'unprocessable',
    'An add-on does not exist or is not offered for this product here.',
    'Choose from the add-ons of the service area.',
  ),
  product_unavailable: entry(
    'unprocessable',
    'The product is not offered on this route.',
    'Ask `POST /quotes/batch` which products are.',
  ),
  sandbox_only: entry(
    'unprocessable',
    '`test_specifications` exists in the sandbox only.',
    'Leave it out, or use the sandbox.',
  ),
  too_many_stops: entry('unprocessable', 'A route has at most 7 stops.', 'Remove a stop first.'),
  too_few_stops: entry('unprocessable', 'A route has at least 2 stops.', 'Add a stop first.'),
  stop_already_started: entry(
    'unprocessable',
    'The crew is already on its way to this stop or past it.',
    'Change a stop that is still ahead.',
  ),
  booking_not_editable: entry(
    'unprocessable',
    'The booking is in a state in which this cannot be changed. `PATCH /bookings/{id}` says so with 400.',
    'Read the booking again; the message says what can still be changed.',
  ),
  booking_not_cancellable: entry(
    'conflict',
    'The booking can no longer be cancelled.',
    'Read the booking; it may be under way or completed.',
  ),
  booking_already_cancelled: entry('conflict', 'The booking is cancelled already.', 'Nothing is left to do.'),
  endpoint_disabled: entry(
    'conflict',
    'On pages: nothing is sent to a webhook endpoint that is disabled or deleted.',
    'Enable the endpoint first.',
  ),
  endpoint_held: entry(
    'forbidden',
    'An operator of Waybill disabled this webhook endpoint; the account cannot enable, delete or replace it.',
    'Talk to your contact at Waybill.',
  ),
  person_has_live_bookings: entry(
    'conflict',
    'For operators: somebody whose bookings are still under way cannot be erased yet.',
    'Wait until they are completed or cancelled, or erase with `force`.',
  ),
  event_forgotten: entry(
    'conflict',
    'On pages: the event is past its retention, so it cannot be sent again.',
    'Read the booking as it is now.',
  ),
  recovery_running: entry(
    'conflict',
    'On pages: a recovery of this webhook endpoint is still running.',
    'Wait until it is finished.',
  ),
  idempotency_key_reused: entry(
    'unprocessable',
    'The `Idempotency-Key` was used before with another request.',
    'Use a new key for a new request.',
  ),
  idempotency_key_in_use: entry(
    'conflict',
    'A request with the same `Idempotency-Key` is still running.',
    'Wait a moment and send the same request again.',
  ),
  crews_busy: entry(
    'unavailable',
    'Every crew that could come now is busy.',
    'Try again after `Retry-After`, or choose a scheduled window.',
  ),
  crew_unavailable: entry(
    'conflict',
    'On the operator’s side: the crew cannot be had, or cannot be let go, because of what it is engaged in.',
    'The message says what stands in the way. Choose another crew, or another time.',
  ),
  offer_closed: entry(
    'conflict',
    'On the operator’s side: the offer was answered, ran out or was withdrawn.',
    'Read the offers of the crew again.',
  ),
  service_unavailable: entry(
    'unavailable',
    'A part of the service that this request needs is down. Nothing was saved.',
    'Try again after `Retry-After` with the same `Idempotency-Key`.',
  ),
  rate_limit_exceeded: entry(
    'rate_limited',
    'More requests were sent than the limit allows.',
    'Wait for `Retry-After` seconds.',
  ),
  temporarily_blocked: entry(
    'rate_limited',
    'The account kept sending far beyond its limit and is blocked for a while.',
    'Wait for `Retry-After` seconds, and slow down: honour `Retry-After` on every 429.',
  ),
  internal_error: entry(
    'internal',
    'Something failed on our side.',
    'Try again; if it persists, tell us the `X-Request-Id` of the answer.',
  ),
  invalid_request: entry(
    'invalid',
    'RFC 6749: the OAuth request lacks a parameter or contradicts itself.',
    'Correct the parameter named in `param`.',
  ),
  invalid_client: entry(
    'invalid',
    'RFC 6749: the client is unknown or its secret is wrong.',
    'Check `client_id` and `client_secret`; each environment has its own pair.',
  ),
  invalid_grant: entry(
    'invalid',
    'RFC 6749: the code, refresh token, user name or password is wrong, used up or expired.',
    'Start the sign-in again.',
  ),
  unauthorized_client: entry(
    'invalid',
    'RFC 6749: the client may not use this grant.',
    'Ask the operator to allow the grant for this client.',
  ),
  unsupported_grant_type: entry(
    'invalid',
    'RFC 6749: there is no such grant.',
    'Use client_credentials, password, authorization_code or refresh_token.',
  ),
  invalid_scope: entry(
    'invalid',
    'RFC 6749: a scope is unknown or more than this client or grant may have.',
    'Ask for scopes the client was given.',
  ),
  unsupported_response_type: entry(
    'invalid',
    'RFC 6749: the authorization endpoint answers with codes only.',
    'Send `response_type=code`.',
  ),
  access_denied: entry('invalid', 'RFC 6749: the person said no.', 'Respect the answer.'),
} as const satisfies Record<string, CatalogueEntry>;

export type ProblemCode = keyof typeof problemCatalogue;
