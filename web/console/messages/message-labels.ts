// Labels of messages: kinds, statuses and reasons.
import type { Message } from '../../../src/features/console/messages/message-wire.ts';
import type { Tone } from '../../ui/badge.tsx';

export const kindLabels: Readonly<Record<Message['kind'], string>> = {
  booked: 'Booked',
  rescheduled: 'Rescheduled',
  on_the_way: 'On the way',
  arriving: 'Arriving',
  stop_done: 'Stop done',
  all_done: 'All done',
  cancelled: 'Cancelled',
  late: 'Late',
  endpoint_failing: 'Webhook failing',
  endpoint_disabled: 'Webhook disabled',
};

export const statusLabel: Readonly<
  Record<Message['status'], { readonly label: string; readonly tone: Tone }>
> = {
  waiting: { label: 'Waiting', tone: 'warn' },
  sent: { label: 'Sent', tone: 'good' },
  kept: { label: 'Kept', tone: 'quiet' },
  dropped: { label: 'Dropped', tone: 'quiet' },
  failed: { label: 'Failed', tone: 'bad' },
};

const reasons: Readonly<Record<string, string>> = {
  sandbox: 'The sandbox messages nobody; it is only to be read here.',
  not_connected: 'Nothing is connected that could carry it; it is only to be read here.',
  opted_out: 'The recipient wants no messages.',
  no_longer_true: 'It was overtaken: what it says was no longer so.',
  recipient_removed: 'They are no longer a contact of the booking.',
};

export function formatReason({ status, reason }: Pick<Message, 'status' | 'reason'>): string | null {
  if (reason === null) return status === 'waiting' ? 'It is sent as soon as it is due.' : null;
  return reasons[reason] ?? `The service said: ${reason}.`;
}

export const channelLabels = { sms: 'Text message', email: 'Mail' } as const;
