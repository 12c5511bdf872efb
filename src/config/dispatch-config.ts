// Configuration of automatic dispatch and masked phone numbers.
import type { EnvReader } from '../lib/env-reader.ts';

export interface DispatchConfig {
  /** How long an offer to a crew is open. */
  readonly offerSeconds: number;
  /** How long before its window opens a booking is first offered. */
  readonly aheadMinutes: number;
  /** Pool of masked numbers for calls to a crew; E.164. */
  readonly maskedNumbers: readonly string[];
  /** Verifies the signature of Twilio's call webhooks; null: calls are not connected. */
  readonly twilioAuthToken: string | null;
}

const numberPattern = /^\+[1-9]\d{6,14}$/;

export function readDispatch(read: EnvReader): DispatchConfig {
  const maskedNumbers = read.list(
    'MASKED_PHONE_NUMBERS',
    'none',
    'none, or numbers in E.164 such as +12125550100, separated by commas, without duplicates',
    (parts) => {
      if (parts.join() === 'none') return [];
      return parts.every((part) => numberPattern.test(part)) && new Set(parts).size === parts.length
        ? parts
        : null;
    },
  );
  return {
    offerSeconds: read.seconds('DISPATCH_OFFER_SECONDS', 60, 1, 3_600),
    aheadMinutes: read.integer('DISPATCH_AHEAD_MINUTES', 120, 1, 10_080),
    maskedNumbers,
    twilioAuthToken: read.text('TWILIO_AUTH_TOKEN', '') || null,
  };
}
