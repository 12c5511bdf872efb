// Limits of messages per channel: how many may be handed to a provider for one recipient and day, one booking, and one
// account and day. Days are UTC days.
import type { NoticeChannel } from './notification-plan.ts';

export interface ChannelLimits {
  readonly perRecipientDay: number;
  readonly perBooking: number;
  readonly perAccountDay: number;
}

export type MessageLimits = Readonly<Record<NoticeChannel, ChannelLimits>>;

/** Limits that an operator set for an account; null: the default applies. */
export type OwnChannelLimits = { readonly [Limit in keyof ChannelLimits]: number | null };
export type OwnMessageLimits = Readonly<Record<NoticeChannel, OwnChannelLimits>>;

export const LIMIT_NAMES = ['perRecipientDay', 'perBooking', 'perAccountDay'] as const;

/** Upper bound of every limit, far above any real use. */
export const MAX_MESSAGE_LIMIT = 1_000_000;

export type LimitScope = 'account' | 'booking' | 'recipient';
export type LimitReason = `${LimitScope}_limit`;

export function isLimitReason(reason: string): reason is LimitReason {
  return reason.endsWith('_limit');
}

export interface MessageCounter {
  readonly scope: LimitScope;
  readonly key: string;
}

/**
 * The counters of a message, in the order in which they are locked. Messages that are not about a booking go to the
 * partner; they have counters of their own, so that messages to customers cannot use up the warnings to the partner.
 * Recipients are counted per account, so that one partner cannot use up the messages of another.
 */
export function messageCounters(
  { accountId, bookingId, address }: CountedMessage,
  digest: (text: string) => string,
): MessageCounter[] {
  const recipient = `${accountId} ${address.toLowerCase()}`;
  if (bookingId === null)
    return [
      { scope: 'account', key: `partner ${accountId}` },
      { scope: 'recipient', key: digest(`partner ${recipient}`) },
    ];
  return [
    { scope: 'account', key: accountId },
    { scope: 'booking', key: bookingId },
    { scope: 'recipient', key: digest(recipient) },
  ];
}

export interface CountedMessage {
  readonly accountId: string;
  readonly bookingId: string | null;
  readonly address: string;
}

/** The day that a message counts for. */
export function limitDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}
