// Composes messages from notices: one per channel of the recipient, rendered in its language.
import type { Context } from '../../../context.ts';
import {
  channelsOf,
  type Notice,
  type NoticeChannel,
} from '../../../domain/notification/notification-plan.ts';
import type { NotifiedBooking } from '../../../domain/notification/notified-booking.ts';
import {
  type NoticeContext,
  noticeMail,
  noticeSms,
  noticeTimeZone,
} from '../../../domain/notification/render-notice.ts';
import type { Channel } from '../../../integrations/messenger/messenger.ts';
import type { Language } from '../../../lib/language.ts';
import { noticeMailContent } from '../message-content.ts';
import { type BookingMessageContext, languageFor, type WireBooking } from '../notified-booking-view.ts';
import { unsubscribeUrl } from '../unsubscribe-link.ts';
import type { NewMessage } from './message-store.ts';

/** URL of the tracking page for a recipient. */
export type TrackingUrlFor = (
  booking: { readonly id: string; readonly shareUrl: string },
  /** null if the recipient is not a contact. */
  contactId: string | null,
  language: Language,
) => string;

export interface ComposeContext
  extends Pick<Context, 'clock' | 'ids' | 'keys' | 'environment' | 'messenger' | 'log'> {
  /** Name of the delivery company: the sender of messages to customers of personal accounts. */
  readonly issuer: string;
  readonly trackingUrlFor: TrackingUrlFor;
}

export interface ComposedBooking extends BookingMessageContext {
  readonly accountId: string;
  readonly eventId: string | null;
  readonly booking: WireBooking;
}

export function composeMessages(
  context: ComposeContext,
  source: ComposedBooking,
  booking: NotifiedBooking,
  notices: readonly Notice[],
): NewMessage[] {
  const language = languageFor(source.booking, source);
  // Two contacts may share a mailbox; it receives one message per occasion.
  const seen = new Set<string>();
  return notices.flatMap((notice) => {
    const { key } = notice.recipient;
    const contactId = source.recipients === 'contacts' ? key : null;
    const shared = { id: booking.id, shareUrl: source.booking.share_url };
    const input: NoticeContext = {
      language,
      sender:
        source.accountKind === 'personal'
          ? context.issuer
          : (source.branding?.senderName ?? source.accountName),
      booking,
      link: context.trackingUrlFor(shared, contactId, language),
      nowMs: context.clock.now().getTime(),
    };
    return channelsOf(notice).flatMap((channel) => {
      const message = messageOf(context, source, notice, channel, input);
      const addressKey = `${notice.occasion} ${channel} ${message.address.toLowerCase()}`;
      if (seen.has(addressKey)) return [];
      seen.add(addressKey);
      return [message];
    });
  });
}

/** Why the message is only stored; null if a provider sends it. */
export function storedOnlyReason(
  { messenger, environment }: Pick<Context, 'messenger' | 'environment'>,
  channel: Channel,
): string | null {
  if (messenger.carries.has(channel)) return null;
  return environment.name === 'sandbox' ? 'sandbox' : 'not_connected';
}

function messageOf(
  context: ComposeContext,
  source: ComposedBooking,
  notice: Notice,
  channel: NoticeChannel,
  input: NoticeContext,
): NewMessage {
  const { recipient, kind, stopId, claim, occasion } = notice;
  const { booking, language } = input;
  return {
    id: context.ids.next(),
    accountId: source.accountId,
    kind,
    bookingId: booking.id,
    stopId,
    eventId: source.eventId,
    recipient: recipient.key,
    channel,
    language,
    timeZone: noticeTimeZone(notice, booking),
    claim,
    onceKey: `${booking.id}:${occasion}:${recipient.key}:${channel}`,
    ...(channel === 'sms'
      ? { address: recipient.phoneNumber ?? '', content: { text: noticeSms(notice, input) } }
      : mailOf(context, source, notice, input)),
    storedOnlyReason: storedOnlyReason(context, channel),
  };
}

function mailOf(
  context: ComposeContext,
  { branding }: ComposedBooking,
  notice: Notice,
  input: NoticeContext,
) {
  const { language } = input;
  const address = notice.recipient.email ?? '';
  const link = unsubscribeUrl(context, { address, language });
  const branded = branding && { branding, companyName: context.issuer };
  return { address, content: noticeMailContent(noticeMail(notice, input), language, link, branded) };
}
