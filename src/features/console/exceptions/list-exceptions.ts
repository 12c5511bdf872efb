// Use case of GET /operator/exceptions: all open exceptions, most severe first. Derived from the current state, so an
// exception disappears with its cause. Resolved and snoozed exceptions are filtered out by key.
import { bookingExceptions, type Severity } from '../../../domain/booking/booking-exceptions.ts';
import { findLaggingConsumers } from '../../../jobs/feed-lag-store.ts';
import { type LimitedDay, limitedDays } from '../../notifications/system/message-limit-store.ts';
import type { ConsoleContext } from '../console-context.ts';
import { hiddenExceptionKeys } from './decision-store.ts';
import type { ExceptionKind, ExceptionView } from './exception-schemas.ts';
import {
  type DeadEndpoint,
  deadEndpoints,
  type ExceptionCandidateRow,
  findExceptionCandidates,
  type PendingBranding,
  pendingBrandings,
  type RefusedPayment,
  refusedPayments,
} from './exception-store.ts';

type ExceptionContext = Pick<ConsoleContext, 'system' | 'clock'>;

const HOUR_MS = 3_600_000;
/** Failures up to this long usually end without an operator. */
const ENDPOINT_PATIENCE_MS = HOUR_MS;
/** Older refusals are left to accounting. */
const PAYMENTS_SINCE_MS = 7 * 24 * HOUR_MS;
/** Messages that were not sent on older days are of no use to their recipients. */
const LIMITS_SINCE_MS = 7 * 24 * HOUR_MS;
/** Relay and followers normally process an event in less than a second. */
const FEED_PATIENCE_SECONDS = 60;

export async function listExceptions(context: ExceptionContext): Promise<ExceptionView[]> {
  const all = await deriveExceptions(context);
  const settled = await hiddenExceptionKeys(
    context.system,
    all.map(({ key }) => key),
    context.clock.now(),
  );
  return all.filter(({ key }) => !settled.has(key));
}

/** Includes resolved and snoozed exceptions. */
export async function deriveExceptions({ system, clock }: ExceptionContext): Promise<ExceptionView[]> {
  const now = clock.now();
  const [bookings, payments, endpoints, brandings, limited, waits] = await Promise.all([
    findExceptionCandidates(system, now),
    refusedPayments(system, new Date(now.getTime() - PAYMENTS_SINCE_MS)),
    deadEndpoints(system, new Date(now.getTime() - ENDPOINT_PATIENCE_MS)),
    pendingBrandings(system),
    limitedDays(system, new Date(now.getTime() - LIMITS_SINCE_MS)),
    findLaggingConsumers(system, FEED_PATIENCE_SECONDS),
  ]);
  const found = [
    ...bookings.flatMap((row) => exceptionsOfBooking(row, now)),
    ...payments.map(exceptionOfPayment),
    ...endpoints.map(exceptionOfEndpoint),
    ...brandings.map(exceptionOfBranding),
    ...limited.map(exceptionOfLimit),
    ...waits.map(({ name, since, next }): ExceptionView => {
      const says =
        name === 'relay'
          ? 'Events are not being relayed: no worker runs the relay.'
          : `Events are waiting for ${name}: no worker processes them.`;
      const key = `events_waiting:${name}:${next}`;
      return {
        ...noSubject,
        key,
        kind: 'events_waiting',
        severity: 'critical',
        since: since.toISOString(),
        says,
      };
    }),
  ];
  return found.sort(mostSevereFirst);
}

const severities: readonly Severity[] = ['critical', 'high', 'medium'];
/** Tie-breaker within a severity: a waiting customer before a waiting crew before system-wide causes. */
const kinds: readonly ExceptionKind[] = [
  'late',
  'failed_stop',
  'crew_problem',
  'events_waiting',
  'unassigned',
  'at_risk',
  'payment_refused',
  'webhook_dead',
  'message_limit',
  'branding_pending',
];

/** Order: severity, then kind, then oldest first. */
function mostSevereFirst(a: ExceptionView, b: ExceptionView): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
    Date.parse(a.since) - Date.parse(b.since)
  );
}
const noSubject = { account: null, booking: null, endpoint: null };

function exceptionsOfBooking(row: ExceptionCandidateRow, now: Date): ExceptionView[] {
  const { startMs, endMs, progressState, progressPosition } = row;
  const watched = {
    ...row,
    window: startMs === null || endMs === null ? null : { startMs, endMs },
    takenAtMs: row.takenAt.getTime(),
    progress:
      progressState === null || progressPosition === null
        ? null
        : { state: progressState, position: progressPosition },
    departsMs: row.departsAt?.getTime() ?? null,
  };
  return bookingExceptions(watched, now.getTime()).map(({ kind, severity, sinceMs, says, mark }) => ({
    key: `${kind}:${row.id}:${mark}`,
    kind,
    severity,
    since: new Date(sinceMs).toISOString(),
    says,
    account: { id: row.accountId, name: row.accountName },
    booking: {
      id: row.id,
      hid: row.hid,
      area: row.areaSlug,
      product: row.product,
      town: row.town,
      customer_name: row.customerName,
      customer_phone_number: row.customerPhone,
      crew_id: row.crewId,
      crew_name: row.crewName,
      crew_phone_number: row.crewPhone,
      window_start_at: iso(startMs),
      window_end_at: iso(endMs),
      time_zone: row.timeZone,
      offer: row.offer,
    },
    endpoint: null,
  }));
}

const providerVerbs: Readonly<Record<string, string>> = {
  authorise: 'hold',
  capture: 'collect',
  refund: 'refund',
};

function exceptionOfPayment(payment: RefusedPayment): ExceptionView {
  const dollars = (payment.amountCents / 100).toFixed(2);
  return {
    ...noSubject,
    key: `payment_refused:${payment.id}`,
    kind: 'payment_refused',
    severity: 'high',
    since: payment.at.toISOString(),
    says: `The payment provider refused to ${providerVerbs[payment.kind] ?? payment.kind} $${dollars}: ${payment.refusal}`,
    account: { id: payment.accountId, name: payment.accountName },
    booking: {
      id: payment.bookingId,
      hid: payment.hid,
      area: null,
      product: null,
      town: null,
      customer_name: null,
      customer_phone_number: null,
      crew_id: null,
      crew_name: null,
      crew_phone_number: null,
      window_start_at: null,
      window_end_at: null,
      time_zone: null,
      offer: null,
    },
  };
}

const disablingCauses: Readonly<Record<NonNullable<DeadEndpoint['disabledReason']>, string>> = {
  failing: 'it kept failing',
  gone: 'it responded with 410 Gone',
};

function exceptionOfEndpoint({
  id,
  url,
  accountId,
  accountName,
  disabledReason,
  since,
  pending,
}: DeadEndpoint): ExceptionView {
  const backlog = pending > 0 ? ` ${pending} deliveries are pending.` : '';
  const says =
    disabledReason === null
      ? `The webhook endpoint has been failing for more than one hour.${backlog}`
      : `The webhook endpoint was disabled: ${disablingCauses[disabledReason]}. No events are sent to it.`;
  return {
    ...noSubject,
    key: `webhook_dead:${id}:${disabledReason ?? 'failing'}:${since.getTime()}`,
    kind: 'webhook_dead',
    severity: 'medium',
    since: since.toISOString(),
    says,
    account: { id: accountId, name: accountName },
    endpoint: { id, url },
  };
}

/** A new submission is a new exception. */
function exceptionOfBranding({ accountId, accountName, at }: PendingBranding): ExceptionView {
  return {
    ...noSubject,
    key: `branding_pending:${accountId}:${at.getTime()}`,
    kind: 'branding_pending',
    severity: 'medium',
    since: at.toISOString(),
    says: 'A branding waits for approval. Customers do not see it yet.',
    account: { id: accountId, name: accountName },
  };
}

/** One per account and day (UTC). */
function exceptionOfLimit({ accountId, accountName, day, firstAt, sms, email }: LimitedDay): ExceptionView {
  const counts = [
    ...(sms > 0 ? [`${sms} SMS`] : []),
    ...(email > 0 ? [email === 1 ? '1 e-mail' : `${email} e-mails`] : []),
  ];
  return {
    ...noSubject,
    key: `message_limit:${accountId}:${day}`,
    kind: 'message_limit',
    severity: 'high',
    since: firstAt.toISOString(),
    says: `${counts.join(' and ')} not sent on ${day} (UTC): a message limit was reached.`,
    account: { id: accountId, name: accountName },
  };
}

function iso(millis: number | null): string | null {
  return millis === null ? null : new Date(millis).toISOString();
}
