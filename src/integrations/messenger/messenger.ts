// Who carries messages to people. Outcomes are returned, never thrown: a refusal is final, an unavailable service is asked
// again. A channel that nothing is connected to carries nothing: its messages are kept to be read by operators.
import type { Unavailable } from '../guarded-service.ts';

export type Channel = 'sms' | 'email';

export interface SmsMessage {
  readonly channel: 'sms';
  /** Ours; the same on every attempt. */
  readonly id: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

export interface MailMessage {
  readonly channel: 'email';
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where one request ends such mails; null for those that nobody can end. */
  readonly unsubscribeUrl: string | null;
}

export type OutgoingMessage = SmsMessage | MailMessage;

export interface Attempt {
  /** Since when an attempt may have gone through that nobody knows the end of; null: there was none. */
  readonly uncertainSince: Date | null;
}

export type SendOutcome =
  /** In the hands of the service, which calls it so. */
  | { readonly kind: 'sent'; readonly reference: string }
  /** This address cannot be reached; a stable word of the service. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The recipient has told the service to be left alone. */
  | { readonly kind: 'opted_out' }
  | Undelivered;

export interface Undelivered extends Unavailable {
  /** It may have gone through all the same: the answer never came. */
  readonly isUncertain: boolean;
}

export interface Messenger {
  readonly carries: ReadonlySet<Channel>;
  send(message: OutgoingMessage, attempt: Attempt): Promise<SendOutcome>;
  close(): Promise<void>;
}
