// Wire types of messages for the console's pages. Published in openapi/operator.json.
import type { MessageKind, MessageStatus } from '../../notifications/system/message-store.ts';

/** Response of GET /operator/messages. */
export interface MessageList {
  readonly data: readonly Message[];
  readonly next: string | null;
}

/** Response of GET /operator/messages/{id} and, for the new message, of POST …/resend. */
export interface Message {
  readonly id: string;
  readonly account: { readonly id: string; readonly name: string };
  readonly booking: { readonly id: string; readonly hid: string | null } | null;
  readonly kind: MessageKind;
  readonly channel: 'sms' | 'email';
  readonly language: string;
  /** Id of a contact; or `customer`, `booking_user` or `account`. */
  readonly recipient: string;
  /** null after erasure; `subject` and `text` are erased with it. */
  readonly address: string | null;
  readonly subject: string | null;
  readonly text: string | null;
  readonly status: MessageStatus;
  readonly reason: string | null;
  readonly attempts: number;
  readonly reference: string | null;
  readonly resend_of: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}
