// Error catalogue: every `code` of an error response. Source of docs/guides/errors.md and the page behind `doc_url`.
import { type CatalogueEntry, entry } from './problem-entry.ts';
import { signInProblems } from './sign-in-problems.ts';

export const problemCatalogue = {
  missing_parameter: entry(
    'invalid',
    'A required parameter was not sent.',
    'Send the parameter named in `param`.',
  ),
  invalid_parameter: entry(
    'invalid',
    'A parameter has the wrong type, format or value.',
    'Correct the parameter named in `param`. The message states what is expected.',
  ),
  unknown_parameter: entry(
    'invalid',
    'The request contains a parameter that the operation does not have.',
    'Remove the parameter named in `param`, or correct its spelling.',
  ),
  mutually_exclusive_parameters: entry(
    'invalid',
    'Two parameters were sent that exclude each other.',
    'Send only one of the parameters named in the message.',
  ),
  malformed_json: entry(
    'invalid',
    'The body is not valid JSON: syntax error, invalid UTF-8 or too deep nesting.',
    'Send one JSON object, encoded as UTF-8.',
  ),
  invalid_stop_position: entry(
    'invalid',
    'A contact refers to a stop that the route does not have.',
    'Use positions from 0 to the number of stops minus one.',
  ),
  addons_with_quote: entry(
    'invalid',
    '`addons` was sent together with `quote_id`.',
    'Leave `addons` out: a booking inherits the add-ons of its quote. Create a new quote to change them.',
  ),
  invalid_tip: entry('invalid', 'The tip must be 0 or at least 100 cents.', 'Send 0, or 100 or more.'),
  customer_not_allowed: entry(
    'invalid',
    '`customer` was sent for a booking of a personal account.',
    'Leave `customer` out: the user of the account is the customer.',
  ),
  url_not_allowed: entry(
    'invalid',
    'The URL is not allowed as a webhook endpoint.',
    'Use an https URL whose host resolves to public IP addresses.',
  ),
  too_many_endpoints: entry(
    'invalid',
    'The account has reached the maximum number of webhook endpoints.',
    'Delete an endpoint that is no longer needed.',
  ),
  too_many_clients: entry(
    'invalid',
    'The organization has reached the maximum number of API clients.',
    'Delete an API client that is no longer needed.',
  ),
  too_many_members: entry(
    'invalid',
    'The organization has reached the maximum number of people with portal access.',
    'Remove a person who no longer needs access.',
  ),
  last_admin: entry(
    'conflict',
    'Portal: the last admin of an organization cannot remove themselves.',
    'Add another admin first, or ask the operator to remove you.',
  ),
  invalid_token: entry(
    'unauthenticated',
    'The access token is missing, unknown, revoked or belongs to the other environment.',
    'Send `Authorization: Bearer <token>` with a token from `POST /oauth/token` of the same environment.',
  ),
  insufficient_scope: entry(
    'forbidden',
    'The access token lacks a scope that the operation requires.',
    'Request a token with one of the scopes named in the message.',
  ),
  revision_outdated: entry(
    'conflict',
    'Operator API: the document was changed after it was loaded.',
    'Load the document again, apply the change to it and send it with the new `revision`.',
  ),
  ...signInProblems,
  not_found: entry(
    'not_found',
    'The path does not exist, or the resource does not exist in this account.',
    'Check the path and the id, and that the token belongs to the account of the resource.',
  ),
  method_not_allowed: entry(
    'method_not_allowed',
    'The path exists, but does not support this method.',
    'Use a method listed in the `Allow` header.',
  ),
  unsupported_version: entry(
    'not_acceptable',
    'The `Accept` header requests a version or media type that is not supported.',
    'Send `Accept: application/vnd.service+json; version=2`.',
  ),
  unsupported_media_type: entry(
    'unsupported_media_type',
    'The operation does not accept the media type of the body.',
    'Send `Content-Type: application/json`.',
  ),
  body_too_large: entry('body_too_large', 'The body is larger than 256 KB.', 'Send a smaller body.'),
  headers_too_large: entry(
    'headers_too_large',
    'The request headers are larger than 16 KB.',
    'Send fewer or shorter headers.',
  ),
  request_timeout: entry(
    'request_timeout',
    'The request was not received completely within 10 seconds.',
    'Retry, and send the request without pauses.',
  ),
  quote_expired: entry('unprocessable', 'The quote has expired.', 'Create a new quote.'),
  quote_not_found: entry('unprocessable', 'The quote does not exist in this account.', 'Create a new quote.'),
  quote_already_used: entry('conflict', 'The quote was already used for a booking.', 'Create a new quote.'),
  location_not_found: entry(
    'unprocessable',
    'The location does not exist in this account.',
    'Send an address or coordinates instead.',
  ),
  address_not_found: entry(
    'unprocessable',
    'The address could not be geocoded.',
    'Correct the address as described in the message. Street, city, state and ZIP code give the best results.',
  ),
  outside_service_area: entry(
    'unprocessable',
    'The location is outside all service areas.',
    'Check that coordinates are `[longitude, latitude]`.',
  ),
  route_too_long: entry(
    'unprocessable',
    'The route is longer than the service area allows.',
    'Split the route into several bookings.',
  ),
  window_in_past: entry(
    'unprocessable',
    'The custom arrival window (`arrival_window_from`) has already begun or passed.',
    'Choose a time in the future.',
  ),
  window_too_far: entry(
    'unprocessable',
    'The arrival window is too far in the future.',
    'Choose an earlier window.',
  ),
  arrival_window_not_found: entry(
    'unprocessable',
    'The arrival window does not exist for this route and product.',
    'Choose a window from `POST /schedule`.',
  ),
  addon_unavailable: entry(
    'unprocessable',
    'An add-on does not exist or is not available for this product in this service area.',
    'Choose from the add-ons of the service area.',
  ),
  product_unavailable: entry(
    'unprocessable',
    'The product is not available on this route.',
    'List the available products with `POST /quotes/batch`.',
  ),
  sandbox_only: entry(
    'unprocessable',
    '`test_specifications` is available only in the sandbox.',
    'Leave it out, or use the sandbox.',
  ),
  too_many_stops: entry('unprocessable', 'A route can have at most 7 stops.', 'Remove a stop first.'),
  too_few_stops: entry('unprocessable', 'A route needs at least 2 stops.', 'Add a stop first.'),
  stop_already_started: entry(
    'unprocessable',
    'The crew is already on its way to this stop or has passed it.',
    'Change only stops that the crew has not started.',
  ),
  booking_not_editable: entry(
    'unprocessable',
    'The state of the booking does not allow this change. `PATCH /bookings/{id}` returns it with status 400.',
    'Retrieve the booking again. The message states what can still be changed.',
  ),
  booking_not_cancellable: entry(
    'conflict',
    'The booking can no longer be cancelled.',
    'Retrieve the booking: it may be in progress or completed.',
  ),
  booking_already_cancelled: entry('conflict', 'The booking is already cancelled.', 'No action is needed.'),
  endpoint_disabled: entry(
    'conflict',
    'Portal: nothing is sent to a webhook endpoint that is disabled or deleted.',
    'Enable the endpoint first.',
  ),
  endpoint_held: entry(
    'forbidden',
    'A Waybill operator disabled this webhook endpoint. The account cannot enable, delete or replace it.',
    'Contact Waybill.',
  ),
  person_has_live_bookings: entry(
    'conflict',
    'Operator API: the person has active bookings and cannot be erased yet.',
    'Wait until the bookings are completed or cancelled, or erase with `force`.',
  ),
  event_forgotten: entry(
    'conflict',
    'Portal: the event is older than the retention period and cannot be sent again.',
    'Retrieve the current state of the booking.',
  ),
  recovery_running: entry(
    'conflict',
    'Portal: a recovery of this webhook endpoint is in progress.',
    'Wait until it has finished.',
  ),
  idempotency_key_reused: entry(
    'unprocessable',
    'The `Idempotency-Key` was already used with a different request.',
    'Use a new key for a new request.',
  ),
  idempotency_key_in_use: entry(
    'conflict',
    'A request with the same `Idempotency-Key` is still in progress.',
    'Wait a moment, then send the same request again.',
  ),
  crews_busy: entry(
    'unavailable',
    'All crews that could come now are busy.',
    'Retry after the number of seconds in `Retry-After`, or choose a scheduled window.',
  ),
  crew_unavailable: entry(
    'conflict',
    'Operator API: the crew cannot be assigned or released because of its other engagements.',
    'The message names the conflict. Choose another crew or another time.',
  ),
  offer_closed: entry(
    'conflict',
    'Operator API: the offer was already answered, has expired or was withdrawn.',
    'List the offers of the crew again.',
  ),
  plan_running: entry(
    'conflict',
    'Operator API: a plan of this area and day is being computed.',
    'Wait until it is ready: the message names it.',
  ),
  plan_not_ready: entry(
    'conflict',
    'Operator API: the status of the plan does not allow this.',
    'Retrieve the plan. Only a plan that is ready can be applied, and only one that is applied can be undone.',
  ),
  plan_outdated: entry(
    'conflict',
    'Operator API: bookings, crews or the intention of the day have changed since the plan was computed.',
    'Compute a new plan, or apply only bookings that have not changed. The message names the changes.',
  ),
  planner_busy: entry(
    'unavailable',
    'Operator API: this server already computes as many plans as it may.',
    'Retry after the number of seconds in `Retry-After`.',
  ),
  service_unavailable: entry(
    'unavailable',
    'A part of the service that the request needs is temporarily unavailable. Nothing was saved.',
    'Retry after the number of seconds in `Retry-After`, with the same `Idempotency-Key`.',
  ),
  rate_limit_exceeded: entry(
    'rate_limited',
    'The rate limit is exceeded.',
    'Wait for the number of seconds in `Retry-After`.',
  ),
  temporarily_blocked: entry(
    'rate_limited',
    'The account repeatedly exceeded its rate limit by far and is temporarily blocked.',
    'Wait for the number of seconds in `Retry-After`, and respect `Retry-After` on every 429.',
  ),
  internal_error: entry(
    'internal',
    'An unexpected error occurred in Waybill.',
    'Retry. If the error persists, contact support with the `X-Request-Id` of the response.',
  ),
  invalid_request: entry(
    'invalid',
    'RFC 6749: a parameter of the OAuth request is missing, repeated or contradictory.',
    'Correct the parameter named in `param`.',
  ),
  invalid_client: entry(
    'invalid',
    'RFC 6749: the client is unknown or its secret is wrong.',
    'Check `client_id` and `client_secret`. Each environment has its own.',
  ),
  invalid_grant: entry(
    'invalid',
    'RFC 6749: the code, refresh token, user name or password is wrong, used, revoked or expired.',
    'Repeat the sign-in.',
  ),
  unauthorized_client: entry(
    'invalid',
    'RFC 6749: the client may not use this grant type.',
    'Ask the operator to allow the grant type for the client.',
  ),
  unsupported_grant_type: entry(
    'invalid',
    'RFC 6749: the grant type is not supported.',
    'Use client_credentials, password, authorization_code or refresh_token.',
  ),
  invalid_scope: entry(
    'invalid',
    'RFC 6749: a scope is unknown, or the client or the grant type may not have it.',
    'Request only scopes that the client has.',
  ),
  unsupported_response_type: entry(
    'invalid',
    'RFC 6749: the authorization endpoint issues only authorization codes.',
    'Send `response_type=code`.',
  ),
  access_denied: entry(
    'invalid',
    'RFC 6749: the user denied access.',
    'Do not ask again without a user action.',
  ),
} as const satisfies Record<string, CatalogueEntry>;

export type ProblemCode = keyof typeof problemCatalogue;
