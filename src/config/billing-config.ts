// Configuration of billing statements and payments.
import { isTimeZone } from '../domain/time/time-zone-offsets.ts';
import type { EnvReader } from '../lib/env-reader.ts';
import type { EnvironmentName } from './environment-name.ts';

/** Payment provider that charges bookings one by one. */
export interface PaymentConfig {
  readonly provider: 'stripe';
  readonly key: string;
  readonly url?: string;
}

export interface BillingConfig {
  /** Time zone of the calendar months of billing statements. */
  readonly timeZone: string;
  /** Name of the issuer on billing statements. */
  readonly issuer: string;
  /** Address, tax number and contact of the issuer, in lines. */
  readonly issuerDetails: readonly string[];
  /** How partners pay a statement, in lines; empty: not stated. */
  readonly paymentInstructions: readonly string[];
}

export function readBilling(read: EnvReader): BillingConfig {
  return {
    timeZone: readTimeZone(read),
    issuer: read.text('BILLING_ISSUER', 'Waybill'),
    issuerDetails: readLines(read, 'BILLING_ISSUER_DETAILS', { lines: 8, length: 60 }),
    paymentInstructions: readLines(read, 'BILLING_PAYMENT_INSTRUCTIONS', { lines: 8, length: 120 }),
  };
}

/** Lines are separated by `\\n` or a line break; the PDF of a statement has room for a few short ones. */
function readLines(read: EnvReader, name: string, max: { lines: number; length: number }): string[] {
  const lines = read
    .text(name, '')
    .split(/\\n|\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > max.lines || lines.some(({ length }) => length > max.length))
    read.fault(`${name} must have at most ${max.lines} lines of at most ${max.length} characters`);
  return lines;
}

function readTimeZone(read: EnvReader): string {
  const name = read.text('BILLING_TIME_ZONE', 'UTC');
  // The check loads the time zone data, which takes 30 ms of every start.
  if (name !== 'UTC' && !isTimeZone(name))
    read.fault(`BILLING_TIME_ZONE must be a time zone such as America/New_York; it is "${name}"`);
  return name;
}

const stripeKeyPattern = /^[sr]k_(?:live|test)_[A-Za-z0-9]{10,}$/;

export function readPayments(read: EnvReader, chosen: EnvironmentName | 'both'): PaymentConfig | null {
  const provider = read.oneOf('PAYMENT_PROVIDER', ['on_account', 'stripe'], 'on_account');
  const because = `PAYMENT_PROVIDER=${provider}`;
  const key = read.needed('STRIPE_KEY', provider === 'stripe' ? 'required' : undefined, because);
  const url = read.needed('STRIPE_URL', provider === 'stripe' ? 'optional' : undefined, because);
  if (provider === 'on_account') return null;
  if (chosen === 'sandbox') read.fault(`${because} applies to production only: the sandbox never charges`);
  // The value is a secret: do not repeat it in the message.
  if (key && !stripeKeyPattern.test(key))
    read.fault(
      'STRIPE_KEY must be a Stripe secret key or restricted key: sk_live_…, rk_live_…, sk_test_… or rk_test_…',
    );
  return { provider, key, ...(url && { url: read.url('STRIPE_URL', '', ['http:', 'https:']) ?? '' }) };
}
