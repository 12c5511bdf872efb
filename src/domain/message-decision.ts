// What becomes of a message whose turn it is: sent, held back until people are awake, or dropped; and when one that could
// not be sent is tried again.
import { canWait, type HeldNotice, isStillTrue } from './notice-staleness.ts';
import type { NoticeChannel } from './notification-plan.ts';
import type { NotifiedBooking, Recipient } from './notified-booking.ts';
import { type QuietHours, quietUntilMs } from './quiet-hours.ts';

export type DropReason = 'opted_out' | 'no_longer_true' | 'recipient_removed';

export type MessageFate =
  | { readonly kind: 'send' }
  | { readonly kind: 'wait'; readonly untilMs: number }
  | { readonly kind: 'drop'; readonly reason: DropReason };

export interface FateScene {
  readonly notice: HeldNotice & { readonly recipientKey: string };
  readonly channel: NoticeChannel;
  /** That of the stop it is about. */
  readonly timeZone: string;
  readonly booking: NotifiedBooking;
  /** Who is to be told of the booking by now. */
  readonly recipients: readonly Recipient[];
  readonly hasOptedOut: boolean;
  readonly quietHours: QuietHours | null;
  readonly nowMs: number;
}

export function messageFate(scene: FateScene): MessageFate {
  const { notice, channel, timeZone, booking, recipients, nowMs } = scene;
  if (scene.hasOptedOut) return { kind: 'drop', reason: 'opted_out' };
  if (!recipients.some(({ key }) => key === notice.recipientKey))
    return { kind: 'drop', reason: 'recipient_removed' };
  if (!isStillTrue(notice, booking, nowMs)) return { kind: 'drop', reason: 'no_longer_true' };
  // A mail wakes nobody.
  const untilMs = channel === 'sms' ? quietUntilMs(scene.quietHours, timeZone, nowMs) : null;
  if (untilMs !== null && canWait(notice, untilMs)) return { kind: 'wait', untilMs };
  return { kind: 'send' };
}

/** After each failed attempt; after the last the message is given up. Eight attempts over some eight hours. */
const RETRY_SECONDS = [30, 120, 600, 1_800, 3_600, 7_200, 14_400];

/** null: no further attempt. `wishedSeconds` is what the service asked for. */
export function retryAfterSeconds(failedAttempts: number, wishedSeconds: number): number | null {
  const seconds = RETRY_SECONDS[failedAttempts - 1];
  return seconds === undefined ? null : Math.max(seconds, wishedSeconds);
}
