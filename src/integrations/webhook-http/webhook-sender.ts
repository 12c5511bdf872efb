// Interface of the webhook sender: one POST to a receiver. Outcomes are returned, never thrown, because failing
// receivers are normal.
import type { AttemptOutcome } from '../../domain/webhook/webhook-delivery.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface WebhookResponse {
  readonly statusCode: number;
  /** Without cookies and credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body: text if it is UTF-8, otherwise base64; null if it must not be shown. */
  readonly body: string | null;
  readonly isBase64: boolean;
  readonly isCut: boolean;
}

export interface SendResult {
  readonly outcome: AttemptOutcome;
  /** What went wrong, for the operator of the receiver; null on success. */
  readonly error: string | null;
  readonly durationMs: number;
  readonly remoteAddress: string | null;
  /** null if no response was received. */
  readonly response: WebhookResponse | null;
  /** Retry-After of the receiver, in seconds from now. */
  readonly retryAfterSeconds: number | null;
}

export interface WebhookSender {
  send(request: WebhookRequest, signal?: AbortSignal): Promise<SendResult>;
  close(): Promise<void>;
}
