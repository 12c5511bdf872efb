-- Rewrites the comments of tables, columns and indexes with the terms of docs/glossary.md. No schema change; COMMENT takes a
-- SHARE UPDATE EXCLUSIVE lock, which does not block reads or writes.

comment on column account.contact_email is
  'E-mail address for operational notices, for example about failing webhook endpoints.';
comment on column account.clock_ahead_seconds is
  'Offset of the test clock of the account from real time, in seconds. Always 0 in production.';
comment on table app_user is 'Users of the password and authorization_code grants. Each has a personal account.';
comment on column api_client.scopes is 'Maximum scopes of the tokens of this client.';
comment on column api_client.last_used_at is 'Time of the last request, to the minute; null: never used.';
comment on column client_secret.expires_at is 'Set on the older secret at rotation: both secrets are valid until then.';
comment on column access_token.family_id is
  'Tokens issued from one sign-in. Reuse of a code or refresh token revokes the whole family.';
comment on table attempt_throttle is
  'Failed authentication attempts per client, user and address, shared by all processes.';
comment on column rate_limit.abusive_windows is 'Start times of recent windows with at least 100 refused requests.';
comment on column rate_limit.blocks is 'Number of recent blocks; each block doubles the duration of the next.';
comment on column idempotency_record.sealed_answer is
  'Stored response (body and headers), encrypted because it contains personal data.';
comment on column audit_entry.changed is 'Names of the changed fields, never their values.';
comment on column audit_seal.through is
  'Id of the last entry of the batch. The batch starts after the last entry of the previous seal.';
comment on column audit_seal.through_at is 'recorded_at of the last entry of the batch.';
comment on column audit_seal.entries is 'Id and signature of each entry of the batch.';
comment on table service_area is
  'Service areas as imported: coverage, hours, products, window policies, capacity. Empty: the built-in area applies.';
comment on column quote.facts is 'Domain representation: route, travel times, prices, add-ons, estimate. Immutable.';
comment on column quote.wire is 'Wire format, sent to partners as stored.';
comment on table on_demand_reservation is 'One row per active on-demand booking; released two hours after creation.';
comment on column booking_contact.stop_ids is
  'Stops that the contact is notified about; null: all stops of the route, including stops added later.';
comment on table quote_use is 'Binds a quote to the one booking made from it. Remains after the booking is cancelled.';
comment on table event is 'Outbox: inserted in the transaction of the change. Immutable except for position.';
comment on column event.sequence is
  'Counts up per booking, without gaps; null for events that are not about a booking.';
comment on column event.position is
  'Feed position, assigned after commit by one relay at a time. A reader that continues from a position misses no event.';
comment on column event.endpoint_id is 'Set: test event for this webhook endpoint only, not part of the event feed.';
comment on column webhook_endpoint.events is
  'Subscribed event types; null: all types except those that require an explicit subscription.';
comment on column webhook_endpoint.held is
  'Disabled by an operator: the account can neither enable nor replace the endpoint.';
comment on column webhook_secret.expires_at is
  'Set on older secrets at rotation: deliveries are signed with both secrets until then.';
comment on table webhook_health is
  'Health of a webhook endpoint. A separate table, so that frequent updates do not touch webhook_endpoint rows.';
comment on column webhook_health.failing_since is 'Time of the first failure since the last success.';
comment on column webhook_health.circuit_opened is
  'How many times in a row the circuit breaker opened; each time it stays open longer.';
comment on column webhook_health.warned_days is
  'Days of continuous failure that the account was last warned about; 0 after a success.';
comment on table webhook_delivery is
  'One event for one endpoint, with all its attempts. A pending delivery has a webhook_task.';
comment on index webhook_delivery_ended_badly is
  'Partial on reason, not on status: a success changes no indexed column and stays a HOT update.';
comment on table webhook_task is
  'Deliveries that still have to be attempted. A worker leases a task for seconds; another worker takes over after the lease expires.';
comment on column webhook_task.rank is 'Priority: 0 manual (a person is waiting), 1 first attempt, 2 retry.';
comment on column webhook_task.tries is 'Attempts of this task so far; selects the step of the retry schedule.';
comment on column webhook_task.leased_until is 'On the database clock; due_at is on the business clock.';
comment on table webhook_hour is 'Hourly totals for charts, so that charts do not read the attempts.';
comment on column webhook_hour.duration_counts is
  'Histogram of attempt durations; the bucket bounds are defined in the code that writes it.';
comment on table webhook_recovery is 'Requests to resend the deliveries that an endpoint missed; processed in batches.';
comment on column webhook_recovery.after_position is 'Feed position up to which the recovery has progressed.';
comment on table cancellation_policy is 'Cancellation fee tiers, set by an operator. No row: cancellation is free.';
comment on column booking.booked_by is 'User whose token created the booking; null if an organization created it.';
comment on column booking.recipients is
  'Recipients of notifications: the contacts; without contacts the customer (by e-mail) or the user who created the booking.';
comment on column billing_record.amount_cents is 'Change of the amount due: positive is a charge, negative a credit.';
comment on column billing_record.source is
  'Origin: an event, a payment provider operation, or a payment reference. Unique, so that nothing is billed twice.';
comment on column billing_record.month is
  'Month of the billing statement. Stored, so that a later change of BILLING_TIME_ZONE does not move the record.';
comment on column billing_record.booked_at is
  'Time of occurrence, or the time it became known if that month was already closed.';
comment on column ledger_entry.amount_cents is
  'Debits are positive, credits negative; the entries of a billing record sum to zero.';
comment on table payment_setting is
  'Accounts whose bookings are charged individually. All other accounts pay by monthly statement.';
comment on column payment.is_over is
  'The booking is completed or cancelled: the amount due is captured, the rest of the authorization is released.';
comment on column payment.uncollected_cents is
  'Amount that could not be collected, set when no operation is left to run; null while the payment is in progress.';
comment on table payment_operation is
  'Written before the payment provider is called, so that a retry after a crash uses the same idempotency key.';
comment on column due_job.key is 'Subject of the job, for example a booking id. Unique per kind.';
comment on column due_job.due_at is 'On the business clock; leased_until is on the database clock.';
comment on column due_job.tries is 'Attempts since the last success.';
comment on column crew.home_areas is 'Slugs of the service areas the crew works in; empty: all areas.';
comment on column crew.auto_accept is 'Offers are accepted automatically, so that the crew needs no phone.';
comment on column crew.version is
  'Incremented with each engagement or offer. Optimistic lock: a plan made from an older version is discarded.';
comment on column crew_member.phone_number is
  'Private: never shown to partners or customers, who call a masked number.';
comment on column crew_member.position is 'The first member is the crew lead, who receives calls.';
comment on table crew_engagement is
  'Time span for which a crew is reserved for one booking: from departure to the expected end, or to ended_at.';
comment on column crew_engagement.masked_number is
  'Number that contacts of the booking call to reach the crew; released when the engagement ends.';
comment on table dispatch_offer is
  'Offer of a job to a crew. While it is open, the crew is reserved for the duration of the job.';
comment on column operator_session.last_used_at is 'To the minute. Idle sessions expire early.';
comment on table sandbox_refusal is
  'Requests that were refused once on request (magic value); the retry with the same Idempotency-Key is accepted.';
comment on column message.recipient is 'Contact id, or customer, booking_user or account if there is no contact.';
comment on column message.once_key is
  'Booking, occasion, recipient and channel. Unique, so that a recipient gets each notice once per channel.';
comment on column message.claim is
  'Statement in the message that may become outdated, checked before sending; null: none.';
comment on column message.address is 'Phone number or e-mail address; null after erasure, together with content.';
comment on column message.status is
  'kept: no transport is configured, so the message is stored only. dropped: outdated, or the recipient opted out.';
comment on column message.attempt_began_at is
  'Set during an attempt; remains set if the outcome of the attempt is unknown.';
comment on column message.resend_of is 'Message that an operator resent with this row.';
comment on column message_opt_out.address is
  'E.164 number or lower-case e-mail address; a digest of it after erasure of the person.';
comment on table notification_setting is 'Notification settings of an account. No row: messages are in English.';
comment on column event_follower.position is 'Feed position up to which all events are processed.';
comment on column operator_link.sealed_token is 'Encrypted token; present until the e-mail that contains it is sent.';
comment on column operator_link.created_by is 'Name of the inviting operator, shown in the invitation.';
comment on column operator_factor.last_step is 'TOTP time step of the last accepted code: no code is accepted twice.';
comment on table booking_note is
  'Notes and call records of operators about a booking. Append-only; not visible to partners.';
comment on column booking_note.person is 'For a call: the other party.';
comment on table capacity_override is
  'Dated changes of the capacity of an area, in the local time of each window. Closed takes precedence; of two numbers the later entry applies.';
comment on column capacity_override.product is 'null: applies to every product.';
comment on table area_revision is 'History of all area and price documents, with their authors.';
comment on table exception_decision is
  'Exceptions that an operator resolved or snoozed. A key identifies one occurrence: the next exception of the same booking has another key.';
comment on table booking_words is
  'Search index of bookings, a projection of the event feed. No foreign key to booking: checking it would lock the booking row.';
comment on table booking_fact is
  'Contribution of each booking to booking_day: subtracted and added again when the booking changes.';
comment on column booking_fact.day is 'Local date of the arrival window; for on-demand bookings the date of booking.';
comment on table booking_day is 'Daily totals for dashboards, so that they do not read the bookings.';
comment on column crew_pin.code is 'Sign-in code for crew members without a phone number of their own.';
comment on column crew_pin.failures is
  'Wrong PINs in a row; at the limit sign-in is locked until an operator creates a new PIN.';
comment on table crew_action is
  'Steps reported by crew phones, written in the transaction of their effect. A repeated report returns the stored result.';
comment on column crew_photo.name is
  'Storage name, chosen before the photo is stored, so that a repeated upload adds no second photo.';
comment on table request_log is 'API calls of partners, without personal data. Retention drops daily partitions.';
comment on column request_log.route is 'Route pattern; null if no route matched.';
comment on column request_log.path is 'Path as requested; possible personal data is masked.';
comment on column request_log.ip_prefix is 'Client network: 24 bits of IPv4, 48 bits of IPv6.';
comment on column request_log.headers is 'Headers relevant to the response; never Authorization.';
comment on column request_log.request_bytes is 'Size of the request body; null: none or unknown.';
comment on column portal_link.made_with is 'Hash of the access token that requested the link.';
comment on column portal_session.made_with is
  'Hash of the access token of the link. The session ends when that token and its successors of the same sign-in are revoked.';
comment on table ended_booking is
  'Retention marker: completed, cancelled and failed bookings; people_removed_at is set when their personal data is erased.';
comment on column ended_booking.ended_at is 'Real time, without the offset of a test clock.';
comment on column location.forgotten_at is
  'Hidden from requests since this time. Deleted once no quote that uses it can be booked any more.';
comment on table retention_sweep is 'Progress of retention tasks that scan a table once, in id order.';
