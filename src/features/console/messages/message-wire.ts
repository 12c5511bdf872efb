// What was written to whom, as the console's pages see it. Published in openapi/operator.json.
import type { MessageKind, MessageStatus } from '../../notifications/system/message-store.ts';

/** GET /operator/messages */
export interface MessageList {
  readonly data: readonly Message[];
  readonly next: string | null;
}

/** GET /operator/messages/{id}; POST …/resend answers with the new one. */
export interface Message {
  readonly id: string;
  readonly account: { readonly id: string; readonly name: string };
  readonly booking: { readonly id: string; readonly hid: string | null } | null;
  readonly kind: MessageKind;
  readonly channel: 'sms' | 'email';
  readonly language: string;
  /** The id of a contact; customer, booking_user or account where there is none. */
  readonly recipient: string;
  /** null, as are subject and text, once it was forgotten. */
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
