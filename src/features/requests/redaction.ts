// Redaction of logged requests. Allow-list: values of names in `unmaskedNames` are kept, everything else is masked,
// unknown names included. A test compares both lists with the OpenAPI document, so that every new field needs a
// decision.
//
// Values are masked before they are stored: masked data needs no encryption, no protection in backups and no erasure.
import { personalStopFields } from '../../domain/place/stop-details.ts';

export const mask = '•••';

/** Names whose values identify no person and grant no access: states, times, amounts, ids, ordered items. */
export const unmaskedNames: ReadonlySet<string> = new Set(
  `addons adjustments after ahead_seconds amount api_version arrival_window arrival_window_from arrival_window_id arrival_window_ref
  arrival_window_to at available base before billed billed_miles booked_at booking_hid booking_id by cancel_reason cancellable
  cancellation cancellation_fees changed closing_balance code created_at created_from created_to credits currency
  customer_notifications_enabled decision dimensions disabled disabled_reason discounts dispatch dispatch_state doc_url
  elevator end_at ended_at environment error eta events expires_at expires_in failing_since fare fare_estimate fare_structure
  fares fee fee_holds_until from from_position hid http_status id included_miles items kind labor limit lines location_type
  Idempotency-Key message minutes mode month notification_scope now occurred_at ondemand opening_balance order_number outcome paid param
  per_mile per_minute_labor per_minute_travel per_stop position previous_dispatches product quote quote_id rating
  recommended records ref reference refunds region route route_position route_stop_id scope seconds sequence slug start_at
  state status stop_positions stops test time_zone timestamp tip tips to to_position token_type total totals travel_distance
  travel_duration triggered_at type updated_at vehicle_type waiting_for weight window_from window_to booking account crew
  customer contacts data members duration_ms error_code error_param method replayed request_id origin destination location address stop webhook_endpoint`.split(
    /\s+/,
  ),
);

/** Names whose values are personal data, free text or credentials. Everything beneath them is masked. */
export const personalNames: ReadonlySet<string> = new Set([
  ...personalStopFields,
  ...`access_token avatar_url client_id client_secret code_verifier contact_email coordinates csv_url cursor description
  email error_description first_name floor grant_type label locality metadata name next number password path payment_instructions pdf_url
  phone_number photo_urls portal_url postal_code previous reason redirect_uri refresh_token search secret share_url street street2
  test_specifications token url username`.split(/\s+/),
]);

/** Names that are plain as containers but personal as text, such as an address in one line. */
const personalAsText: ReadonlySet<string> = new Set(
  'account customer contacts members origin destination location address stop crew webhook_endpoint items'.split(
    ' ',
  ),
);

/** Error codes whose messages quote the input. */
const echoingCodes: ReadonlySet<string> = new Set([
  'malformed_json',
  'address_not_found',
  'unknown_parameter',
]);

/** Elements of arrays are judged by the name of the array, at any depth. */
export function redact(value: unknown): unknown {
  return redacted(value, null);
}

function redacted(value: unknown, name: string | null): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => redacted(item, name));
  if (typeof value === 'object') return redactedObject(value as Readonly<Record<string, unknown>>);
  if (name === null || !unmaskedNames.has(name) || personalAsText.has(name)) return mask;
  return typeof value === 'string' && !plainText.test(value) ? mask : value;
}

/** Codes, times, ids and amounts are one word. A sentence in their place is a client's mistake and may be personal. */
const plainText = /^[^\s@]{0,200}$/;

function redactedObject(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const shown = shownName(name);
    if (name === 'message') result[name] = shownMessage(value);
    else if (name === 'param' && typeof item === 'string') result[name] = redactParam(item);
    else if (unmaskedNames.has(name)) result[shown] = redacted(item, name);
    else result[shown] = item === null ? null : mask;
  }
  return result;
}

/** Keeps names of the API and names that look like misspelled ones. Other names may be personal data. */
function shownName(name: string): string {
  return unmaskedNames.has(name) || personalNames.has(name) || /^[a-z][a-z_]{0,39}$/.test(name) ? name : mask;
}

/** Error message without quoted input, e-mail addresses and phone numbers. */
function shownMessage({ message, code }: Readonly<Record<string, unknown>>): unknown {
  if (typeof message !== 'string' || (typeof code === 'string' && echoingCodes.has(code))) return mask;
  return message.replace(/"[^"]*"|“[^”]*”|\S+@\S+|\+?\d[\d ().-]{5,}\d/g, mask);
}

const harmlessParameter = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,4}|\d{4}-\d{2}(\.(csv|pdf))?)$/i;
const plainWord = /^[a-z][a-z-]{0,31}$/;

/** Path with query. Literal segments of the route are kept; parameters are kept only if they look like ids or dates. */
export function shownPath(url: string, route: string | null): string {
  const [path = '', query] = url.split('?', 2);
  const literals = route === null ? null : new Set(route.split('/'));
  const shown = path.split('/').map((part) => {
    const isSafe =
      part === '' || harmlessParameter.test(part) || (literals ? literals.has(part) : plainWord.test(part));
    return isSafe ? part : mask;
  });
  return shown.join('/') + (query ? `?${shownQuery(query)}` : '');
}

function shownQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(
      ([name, value]) => `${shownName(name)}=${unmaskedNames.has(name) ? encodeURIComponent(value) : mask}`,
    )
    .join('&');
}

/** Keeps known names and indexes, as in `stops[2].contact`; masks names that the caller invented. */
export function redactParam(param: string): string {
  return param
    .split('.')
    .map((part) => {
      const [, name = '', place = ''] = /^([^[]*)((?:\[\d+\])*)$/.exec(part) ?? [];
      return name === '' && place === '' ? mask : `${shownName(name)}${place}`;
    })
    .join('.');
}
