// Configuration of messages to customers and partners: transports, quiet hours, countries, limits, retention.
import { MAX_MESSAGE_LIMIT, type MessageLimits } from '../domain/notification/message-limits.ts';
import { parseQuietHours, type QuietHours } from '../domain/notification/quiet-hours.ts';
import type { EnvReader } from '../lib/env-reader.ts';
import { isPhoneCountry } from '../lib/phone-region.ts';

export interface SmtpConfig {
  readonly url: string;
  /** `address` or `Name <address>`. */
  readonly from: string;
  /** Whether mail may be sent without TLS to a server on another machine. */
  readonly allowsPlaintext: boolean;
}

export interface TwilioConfig {
  readonly accountSid: string;
  readonly authToken: string;
  /** A phone number or a messaging service id. */
  readonly from: string;
  readonly url?: string;
}

export interface MessageConfig {
  /** null: e-mails are stored, not sent. */
  readonly smtp: SmtpConfig | null;
  /** null: SMS messages are stored, not sent. */
  readonly twilio: TwilioConfig | null;
  /** null: no quiet hours. */
  readonly quietHours: QuietHours | null;
  /** Retention of sent messages. */
  readonly retentionDays: number;
  /** ISO 3166 codes of the countries whose numbers may receive SMS. */
  readonly smsCountries: ReadonlySet<string>;
  /** Limits of accounts for which no operator has set others. */
  readonly limits: MessageLimits;
}

export function readMessages(read: EnvReader): MessageConfig {
  return {
    smtp: readSmtp(read),
    twilio: readTwilio(read),
    quietHours: readQuietHours(read),
    retentionDays: read.integer('MESSAGE_RETENTION_DAYS', 90, 1, 3_650),
    smsCountries: readCountries(read),
    limits: readLimits(read),
  };
}

/** The United States and its territories, which are the countries served. Their numbers share the calling code +1. */
const servedCountries = 'US,PR,VI,GU,AS,MP';

function readCountries(read: EnvReader): ReadonlySet<string> {
  const wanted = 'ISO 3166 country codes separated by commas, such as US,PR,CA';
  return new Set(
    read.list('SMS_COUNTRIES', servedCountries, wanted, (codes) =>
      codes.every(isPhoneCountry) ? codes : null,
    ),
  );
}

function readLimits(read: EnvReader): MessageLimits {
  const limit = (name: string, fallback: number) => read.integer(name, fallback, 0, MAX_MESSAGE_LIMIT);
  return {
    sms: {
      perRecipientDay: limit('SMS_PER_RECIPIENT_DAY', 40),
      perBooking: limit('SMS_PER_BOOKING', 60),
      perAccountDay: limit('SMS_PER_ACCOUNT_DAY', 2_000),
    },
    email: {
      perRecipientDay: limit('EMAIL_PER_RECIPIENT_DAY', 60),
      perBooking: limit('EMAIL_PER_BOOKING', 120),
      perAccountDay: limit('EMAIL_PER_ACCOUNT_DAY', 5_000),
    },
  };
}

const fromPattern = /^(?:[^<>\r\n@]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

function readSmtp(read: EnvReader): SmtpConfig | null {
  const url = read.text('SMTP_URL', '');
  if (!url) {
    if (read.text('MAIL_FROM', '')) read.fault('MAIL_FROM is set, but SMTP_URL is not; set both or neither');
    read.needed('SMTP_ALLOW_PLAINTEXT', undefined, 'an installation without SMTP_URL');
    return null;
  }
  const from = read.needed('MAIL_FROM', 'required', 'SMTP_URL');
  // The value may contain a password: do not repeat it in the message.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || !new URL(url).hostname)
    read.fault('SMTP_URL must be like smtps://user:password@mail.example.com, or smtp:// for STARTTLS');
  if (from && !fromPattern.test(from))
    read.fault(`MAIL_FROM must be like "Acme <hello@example.com>"; it is "${from}"`);
  const allowsPlaintext = read.oneOf('SMTP_ALLOW_PLAINTEXT', ['false', 'true'], 'false') === 'true';
  return { url, from, allowsPlaintext };
}

/** TWILIO_AUTH_TOKEN alone does not enable SMS: masked calls need it too. */
function readTwilio(read: EnvReader): TwilioConfig | null {
  const isWanted = read.text('TWILIO_ACCOUNT_SID', '') !== '' || read.text('TWILIO_FROM', '') !== '';
  if (!isWanted) return null;
  const because = 'SMS through Twilio';
  const accountSid = read.needed('TWILIO_ACCOUNT_SID', 'required', because);
  const authToken = read.needed('TWILIO_AUTH_TOKEN', 'required', because);
  const from = read.needed('TWILIO_FROM', 'required', because);
  const url = read.text('TWILIO_URL', '');
  if (accountSid && !/^AC[0-9a-f]{32}$/i.test(accountSid))
    read.fault('TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits');
  if (from && !/^(?:\+[1-9]\d{6,14}|\d{5,6}|MG[0-9a-f]{32})$/i.test(from))
    read.fault(
      `TWILIO_FROM must be a number such as +13125550100 or a messaging service MG…; it is "${from}"`,
    );
  return {
    accountSid,
    authToken,
    from,
    ...(url && { url: read.url('TWILIO_URL', '', ['http:', 'https:']) ?? '' }),
  };
}

function readQuietHours(read: EnvReader): QuietHours | null {
  const text = read.text('QUIET_HOURS', '21:00-08:00');
  if (text === 'none') return null;
  const hours = parseQuietHours(text);
  if (hours === null) read.fault(`QUIET_HOURS must be like 21:00-08:00, or none; it is "${text}"`);
  return hours;
}
