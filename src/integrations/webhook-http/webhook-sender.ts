// One POST to a receiver that somebody else runs. Outcomes are returned, never thrown: a receiver that misbehaves is an
// ordinary day.
import type { AttemptOutcome } from '../../domain/webhook-delivery.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface WebhookResponse {
  readonly statusCode: number;
  /** Without cookies and credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body. Text where it is UTF-8, else base64. null where it must not be shown. */
  readonly body: string | null;
  readonly isBase64: boolean;
  readonly isCut: boolean;
}

export interface SendResult {
  readonly outcome: AttemptOutcome;
  /** In words, for whoever mends the receiver; null when all went well. */
  readonly error: string | null;
  readonly durationMs: number;
  readonly remoteAddress: string | null;
  /** null when no answer came. */
  readonly response: WebhookResponse | null;
  /** What the receiver asked us to wait, in seconds from now. */
  readonly retryAfterSeconds: number | null;
}

export interface WebhookSender {
  send(request: WebhookRequest, signal?: AbortSignal): Promise<SendResult>;
  close(): Promise<void>;
}
