// Rules of the dialog that writes messages: which recipients are suggested, and why others cannot be chosen.
import type { MessagePreview } from '../api.ts';

export type PreviewedMessage = MessagePreview['data'][number];

export const recipientKey = ({ recipient, channel }: Pick<PreviewedMessage, 'recipient' | 'channel'>) =>
  `${recipient} ${channel}`;

/** The contacts of the stop: by SMS, or by e-mail if SMS is not possible. */
export function suggestedKeys(messages: readonly PreviewedMessage[]): ReadonlySet<string> {
  const possible = messages.filter(({ refusal, is_of_stop: isOfStop }) => refusal === null && isOfStop);
  const hasSms = new Set(
    possible.filter(({ channel }) => channel === 'sms').map(({ recipient }) => recipient),
  );
  return new Set(
    possible
      .filter(({ channel, recipient }) => channel === 'sms' || !hasSms.has(recipient))
      .map(recipientKey),
  );
}

export const refusalLabels: Readonly<Record<NonNullable<PreviewedMessage['refusal']>, string>> = {
  notifications_off: 'The organization has turned off messages for this booking',
  no_address: 'No address for this channel',
  sandbox: 'The sandbox sends no messages',
  not_connected: 'No messaging service is configured',
  opted_out: 'Has opted out',
  country_not_allowed: 'SMS to this country are not allowed',
  number_type_not_allowed: 'SMS to this type of number are not allowed',
};

/** Value of a `datetime-local` field, in the time zone of this computer; empty without a time. */
export function toLocalInput(at: string | null): string {
  if (at === null) return '';
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
