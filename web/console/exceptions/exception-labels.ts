// Labels and links of exceptions.
import type { Tone } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { Exception, ExceptionKind } from '../api.ts';

interface KindLabel {
  readonly label: string;
  readonly icon: IconName;
  /** Label of the link to the page where the cause can be fixed. */
  readonly linkLabel: string;
}

/** Exceptions that another crew can fix, in place. */
const assignLabels: Readonly<Partial<Record<ExceptionKind, string>>> = {
  unassigned: 'Assign a crew',
  late: 'Reassign',
  at_risk: 'Reassign',
  crew_problem: 'Reassign',
};

/** Exceptions that the customer waits for. */
export const customerKinds: ReadonlySet<ExceptionKind> = new Set([
  'late',
  'at_risk',
  'failed_stop',
  'crew_problem',
  'unassigned',
]);

/** Label of the button that chooses a crew; null: another crew would not help. */
export function assignLabel({ kind, booking }: Exception): string | null {
  return booking ? (assignLabels[kind] ?? null) : null;
}

export const kindLabels: Readonly<Record<ExceptionKind, KindLabel>> = {
  late: { label: 'Late', icon: 'clock', linkLabel: 'Open booking' },
  failed_stop: { label: 'Stop failed', icon: 'flag', linkLabel: 'Decide' },
  crew_problem: { label: 'Crew has a problem', icon: 'flag', linkLabel: 'Open booking' },
  at_risk: { label: 'At risk', icon: 'clock', linkLabel: 'Open booking' },
  unassigned: { label: 'No crew', icon: 'people', linkLabel: 'Open booking' },
  payment_refused: { label: 'Payment refused', icon: 'money', linkLabel: 'Open booking' },
  webhook_dead: { label: 'Endpoint failing', icon: 'send', linkLabel: 'View endpoint' },
  message_limit: { label: 'Messages not sent', icon: 'message', linkLabel: 'View messages' },
  branding_pending: { label: 'Branding waits', icon: 'eye', linkLabel: 'Review branding' },
  events_waiting: { label: 'Events waiting', icon: 'pulse', linkLabel: '' },
};

export const severityTone: Readonly<Record<Exception['severity'], Tone>> = {
  critical: 'bad',
  high: 'warn',
  medium: 'quiet',
};

/** Page on which the exception can be resolved; null: it needs access to the servers. */
export function exceptionHref({ kind, booking, account, endpoint }: Exception): string | null {
  if (booking) return `/bookings/${booking.id}`;
  if (kind === 'message_limit' && account) return `/messages?status=not_sent&account=${account.id}`;
  if (endpoint && account) return `/organizations/${account.id}?endpoint=${endpoint.id}`;
  if (kind === 'branding_pending' && account) return `/organizations/${account.id}`;
  return null;
}

interface ExceptionSubject {
  readonly booking: { readonly customer_name: string | null; readonly crew_name?: string | null } | null;
  readonly account: Exception['account'];
  readonly endpoint: Exception['endpoint'];
}

/** Example: "Ana Diaz · Acme · Crew North". */
export function exceptionSubject({ booking, account, endpoint }: ExceptionSubject): string {
  const parts = [booking?.customer_name, account?.name, booking?.crew_name, endpoint?.url];
  return parts.filter((part) => part !== null && part !== undefined).join(' · ');
}

export function exceptionWindow(booking: NonNullable<Exception['booking']>): string | null {
  const { window_start_at: start, window_end_at: end, time_zone: timeZone } = booking;
  if (start === null || end === null || timeZone === null) return null;
  const day = englishTimes.isToday(start, timeZone) ? '' : `${englishTimes.shortDay(start, timeZone)}, `;
  const zone = englishTimes.zoneNameIfForeign(start, timeZone) ?? '';
  return `${day}${englishTimes.window({ from: start, to: end }, timeZone)} ${zone}`.trim();
}
