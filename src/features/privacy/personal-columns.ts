// Every column that can hold text, JSON, bytes or coordinates: what the erasure does with it, or why it needs no erasure.
// A test compares both lists with the database. The updates of the erasure take the columns to clear, replace and round
// from here; a new table with such columns needs its update in erase-booking-store.ts. `rewritten` and `deleted` only
// name what code does elsewhere.
import type { DB } from '../../db/schema.generated.ts';
import { personalStopFields } from '../../domain/place/stop-details.ts';

/**
 * `cleared`: set to null, in rows and in documents. `replaced`: a placeholder, unless empty. `rounded`: to 0.1 degree.
 * `rewritten`: written again by the erasure, without the person. `deleted`: with its row.
 */
export type Treatment = 'cleared' | 'replaced' | 'rounded' | 'rewritten' | 'deleted';

type Columns = { readonly [Table in keyof DB]?: { readonly [Column in keyof DB[Table]]?: Treatment } };

const trip = {
  from_latitude: 'rounded',
  from_longitude: 'rounded',
  to_latitude: 'rounded',
  to_longitude: 'rounded',
} as const;

const personalStopDetails = Object.fromEntries(
  personalStopFields.map((field) => [field, 'cleared' as const]),
);

export const erasedColumns = {
  booking: {
    cancellation: 'rewritten',
    crew: 'rewritten',
    customer: 'rewritten',
    description: 'cleared',
    dispatch: 'rewritten',
    metadata: 'cleared',
    order_number: 'rewritten',
    photo_urls: 'rewritten',
    previous_dispatches: 'rewritten',
    wire: 'rewritten',
  },
  booking_contact: { email: 'rewritten', name: 'rewritten', phone_number: 'rewritten' },
  booking_note: { person: 'replaced', text: 'replaced' },
  booking_stop: personalStopDetails,
  booking_words: { words: 'rewritten' },
  crew_action: { reason: 'replaced' },
  crew_engagement: trip,
  dispatch_offer: { ...trip, decline_note: 'replaced' },
  event: { payload: 'rewritten' },
  exception_decision: { reason: 'replaced' },
  idempotency_record: { sealed_answer: 'rewritten' },
  location: {
    address: 'rewritten',
    address2: 'rewritten',
    latitude: 'rewritten',
    longitude: 'rewritten',
    name: 'rewritten',
  },
  message: { address: 'cleared', claim: 'cleared', content: 'cleared' },
  message_opt_out: { address: 'rewritten' },
  photo: { name: 'deleted' },
  quote: { facts: 'rewritten', wire: 'rewritten' },
  request_log: { path: 'rewritten', request_body: 'cleared', response_body: 'cleared' },
  webhook_attempt: { response_body: 'cleared', response_headers: 'cleared' },
} as const satisfies Columns;

export type ErasedTable = keyof typeof erasedColumns;

export function columnsOf(table: ErasedTable): [column: string, treatment: Treatment][] {
  return Object.entries(erasedColumns[table]);
}

export function clearedColumns(table: ErasedTable): string[] {
  return columnsOf(table).flatMap(([column, treatment]) => (treatment === 'cleared' ? [column] : []));
}

/**
 * Columns without personal data of customers and contacts, by reason. Columns that a check constraint limits to a list
 * of values need no entry.
 */
export const harmlessColumns: Readonly<Record<string, string>> = {
  'value that the code chooses': `
    access_token.grant_type access_token.scopes api_client.grants api_client.scopes area_revision.actor_kind audit_entry.action audit_entry.changed
    audit_entry.subject_kind authorization_code.scopes portal_link.scopes portal_session.scopes billing_record.month booking.area_slug booking.arrival_window
    booking.product booking_day.area_slug booking_day.state booking_fact.area_slug booking_fact.state
    capacity_bucket.area_slug capacity_bucket.product capacity_bucket.time_zone capacity_override.area_slug
    capacity_override.product dispatch_offer.decline_reason due_job.kind event.type event_follower.name exception_decision.kind location.location_type
    location.radius_miles location.time_zone message.reason message.time_zone on_demand_reservation.area_slug on_demand_reservation.product
    payment.method payment_operation.refusal payment_setting.method periodic_task.name price_book.area_slug quote.area_slug
    quote.product refresh_token.scopes request_log.duration_ms request_log.error_code request_log.method request_log.route
    request_log.scopes retention_sweep.name service_area.slug webhook_attempt.error webhook_attempt.outcome
    webhook_attempt.trigger webhook_delivery.event_type webhook_delivery.last_outcome webhook_endpoint.events
    idempotency_record.route learned_time.area_slug learned_time.median learned_time.product learned_time.quantile
    plan.actor_kind plan.area_slug plan.failure plan.progress plan.reasons plan.seconds plan.time_zone plan_change.area_slug
    plan_day.area_slug planned_job.area_slug shift_pattern.excepted_days shift_pattern.time_zone shift_pattern.weekdays travel_time.router`,
  'id, random token or reference': `
    api_client.client_id area_revision.actor_id audit_entry.actor_id audit_entry.request_id audit_entry.subject_id
    audit_seal.entries plan.actor_id plan.locks plan.problem plan.result plan_change.after plan_change.before planned_job.stops
    billing_record.booking_hid billing_record.source booking.hid booking.share_token crew_photo.name
    due_job.key exception_decision.key exception_decision.subject_id message.once_key message.recipient
    message.reference payment.booking_hid payment.customer payment_operation.reference payment_setting.customer
    portal_link.created_by portal_member.created_by portal_session.created_by api_client.origin_client_id request_log.client_id request_log.request_id sandbox_refusal.key`,
  'hash, signature or encrypted secret': `
    access_token.token_hash app_user.password_hash audit_seal.signature authorization_code.code_challenge
    authorization_code.code_hash client_secret.secret_hash crew_link.token_hash crew_pin.pin_hash crew_session.session_hash
    idempotency_record.request_hash operator.password_hash operator_factor.sealed_secret operator_link.sealed_token
    known_network.account known_network.network operator_link.token_hash operator_passkey.credential_id
    operator_passkey.public_key operator_recovery_code.code_hash operator_session.session_hash
    passkey_challenge.challenge portal_link.made_with
    portal_link.token_hash portal_session.made_with portal_session.session_hash refresh_token.token_hash
    sign_in_session.session_hash sign_in_throttle.source sign_in_throttle.target webhook_secret.sealed
    api_client.origin_session`,
  'account of a user, operator or crew, or of a person of a partner, managed by the company or the partner': `
    app_user.username capacity_override.created_by crew.home_areas crew.latitude crew.longitude crew.name crew.rating
    crew_engagement.masked_number crew_member.avatar_url crew_member.first_name crew_member.phone_number crew_pin.code
    operator.email operator.name operator_link.created_by operator_link.email operator_passkey.name operator_passkey.transports
    operator_session.address operator_session.agent portal_member.email portal_member.name sign_in_session.address sign_in_session.browser`,
  'setting of a partner or of the company': `
    access_token.last_address account.contact_email account.name account.pending_name api_client.name
    api_client.redirect_uris area_revision.document branding.live branding.pending branding.rejected branding.rejection_reason
    branding_logo.digest branding_logo.png
    authorization_code.redirect_uri cancellation_policy.document capacity_override.reason price_book.document
    service_area.document vehicle.name vehicle.plate webhook_attempt.remote_address webhook_attempt.request_headers
    webhook_attempt.request_url webhook_endpoint.description webhook_endpoint.url`,
  'billing: order numbers and amounts stay': `
    billing_record.lines billing_record.order_number billing_record.reference booking.fare payment.order_number`,
  'public map data of OpenStreetMap, the same for all accounts': `
    map_house.at map_house.label map_house.postcode map_house.version map_place.key map_place.latitude
    map_place.longitude map_place.name map_place.version map_postcode.latitude map_postcode.longitude
    map_postcode.postcode map_postcode.version map_region.current_version map_region.name
    map_region.previous_version map_road_part.content map_road_part.version map_street.east map_street.latitude map_street.longitude map_street.name map_street.north
    map_street.south map_street.version map_street.west map_street_name.base map_street_name.leading_direction
    map_street_name.trailing_direction map_street_name.type map_street_name.version map_street_part.bounds
    map_street_part.line map_street_part.version map_street_spelling.base map_street_spelling.version
    map_tile.data map_tile.version map_version.counts map_version.east map_version.file_name map_version.file_sha256 map_version.id map_version.north
    map_version.region map_version.roads map_version.south map_version.west`,
  'masked before it is stored': 'request_log.error_param request_log.headers request_log.ip_prefix',
  'deleted within days':
    'message_count.key attempt_throttle.key due_job.data due_job.last_error idempotency_record.key',
  'client address, deleted after SECURITY_ADDRESS_DAYS': 'audit_address.address',
};
