// Decides about a due message: send it, delay it until quiet hours end, or drop it. Also the retry schedule of failed
// sends.
import { canDelay, isNoticeCurrent, type PendingNotice } from './notice-staleness.ts';
import type { NoticeChannel } from './notification-plan.ts';
import type { NotifiedBooking, Recipient } from './notified-booking.ts';
import { type QuietHours, quietUntilMs } from './quiet-hours.ts';

export type DropReason = 'opted_out' | 'no_longer_true' | 'recipient_removed';

export type MessageDecision =
  | { readonly kind: 'send' }
  | { readonly kind: 'wait'; readonly untilMs: number }
  | { readonly kind: 'drop'; readonly reason: DropReason };

export interface MessageDecisionInput {
  readonly notice: PendingNotice & { readonly recipientKey: string };
  readonly channel: NoticeChannel;
  /** Time zone of the stop that the notice is about. */
  readonly timeZone: string;
  readonly booking: NotifiedBooking;
  /** The current recipients of the booking. */
  readonly recipients: readonly Recipient[];
  readonly hasOptedOut: boolean;
  readonly quietHours: QuietHours | null;
  readonly nowMs: number;
}

export function decideMessage(input: MessageDecisionInput): MessageDecision {
  const { notice, channel, timeZone, booking, recipients, nowMs } = input;
  if (input.hasOptedOut) return { kind: 'drop', reason: 'opted_out' };
  if (!recipients.some(({ key }) => key === notice.recipientKey))
    return { kind: 'drop', reason: 'recipient_removed' };
  if (!isNoticeCurrent(notice, booking, nowMs)) return { kind: 'drop', reason: 'no_longer_true' };
  // Quiet hours apply to SMS only.
  const untilMs = channel === 'sms' ? quietUntilMs(input.quietHours, timeZone, nowMs) : null;
  if (untilMs !== null && canDelay(notice, untilMs)) return { kind: 'wait', untilMs };
  return { kind: 'send' };
}

/** Delays after each failed attempt: 8 attempts over about 8 hours, then the message is given up. */
const RETRY_SECONDS = [30, 120, 600, 1_800, 3_600, 7_200, 14_400];

/** null if there are no attempts left. `requestedSeconds` is the delay requested by the provider (Retry-After). */
export function retryAfterSeconds(failedAttempts: number, requestedSeconds: number): number | null {
  const seconds = RETRY_SECONDS[failedAttempts - 1];
  return seconds === undefined ? null : Math.max(seconds, requestedSeconds);
}
