// Interface of a message provider. Outcomes are returned, never thrown: a refusal is final, an unavailable provider is
// retried. Messages of a channel without a provider are stored only, for operators to read.
import type { Unavailable } from '../guarded-service.ts';

export type Channel = 'sms' | 'email';

export interface SmsMessage {
  readonly channel: 'sms';
  /** Our id of the message; identical on every attempt. */
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
  /** URL for one-click unsubscribe; null for messages that the recipient cannot unsubscribe from. */
  readonly unsubscribeUrl: string | null;
  /** Display name of the sender; undefined: the configured one. The address is always the configured one. */
  readonly fromName?: string | undefined;
  readonly replyTo?: string | undefined;
  /** Pictures that the HTML shows by their content id. */
  readonly images?: readonly { readonly cid: string; readonly png: Buffer }[];
}

export type OutgoingMessage = SmsMessage | MailMessage;

export interface Attempt {
  /** Start time of the first attempt with an unknown outcome, which may have been sent; null if there was none. */
  readonly uncertainSince: Date | null;
}

export type SendOutcome =
  /** Accepted by the provider, with its reference. */
  | { readonly kind: 'sent'; readonly reference: string }
  /** The address cannot be reached; `code` is a stable code of the provider. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The recipient opted out at the provider. */
  | { readonly kind: 'opted_out' }
  | Undelivered;

export interface Undelivered extends Unavailable {
  /** The message may have been sent: no response was received. */
  readonly isUncertain: boolean;
}

export interface Messenger {
  readonly carries: ReadonlySet<Channel>;
  send(message: OutgoingMessage, attempt: Attempt): Promise<SendOutcome>;
  close(): Promise<void>;
}
