// Labels of messages: kinds, statuses and reasons.
import type { Tone } from '../../ui/badge.tsx';
import type { Message } from '../api.ts';

export const kindLabels: Readonly<Record<Message['kind'], string>> = {
  booked: 'Booked',
  rescheduled: 'Rescheduled',
  on_the_way: 'On the way',
  arriving: 'Arriving',
  stop_done: 'Stop completed',
  all_done: 'Completed',
  cancelled: 'Cancelled',
  late: 'Late',
  not_delivered: 'Could not deliver',
  custom: 'Own text',
  endpoint_failing: 'Webhook failing',
  endpoint_disabled: 'Webhook disabled',
  security_change: 'Security change',
  branding_decision: 'Branding decision',
};

export const statusLabel: Readonly<
  Record<Message['status'], { readonly label: string; readonly tone: Tone }>
> = {
  waiting: { label: 'Waiting', tone: 'warn' },
  sent: { label: 'Sent', tone: 'good' },
  kept: { label: 'Stored only', tone: 'quiet' },
  dropped: { label: 'Dropped', tone: 'quiet' },
  not_sent: { label: 'Not sent', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
};

const reasons: Readonly<Record<string, string>> = {
  sandbox: 'The sandbox sends no messages. The message is only stored.',
  not_connected: 'No messaging service is configured. The message is only stored.',
  opted_out: 'The recipient has opted out.',
  no_longer_true: 'The message was outdated before it could be sent.',
  recipient_removed: 'The recipient is no longer a contact of the booking.',
  recipient_limit: 'Not sent: the limit of messages to one recipient per day was reached.',
  booking_limit: 'Not sent: the limit of messages about one booking was reached.',
  account_limit: 'Not sent: the limit of messages of the organization per day was reached.',
  country_not_allowed: 'Not sent: SMS to the country of this number are not allowed.',
  number_type_not_allowed: 'Not sent: SMS to premium-rate and shared-cost numbers are not allowed.',
};

/** The reason in a few words, for example "booking limit"; null if the status says enough. */
export function formatShortReason({ status, reason }: Pick<Message, 'status' | 'reason'>): string | null {
  return status === 'not_sent' && reason !== null ? reason.replaceAll('_', ' ') : null;
}

export function formatReason({ status, reason }: Pick<Message, 'status' | 'reason'>): string | null {
  if (reason === null) return status === 'waiting' ? 'The message is sent when it is due.' : null;
  return reasons[reason] ?? `The messaging service responded: ${reason}.`;
}

export const channelLabels = { sms: 'SMS', email: 'E-mail' } as const;
