// SMS over Twilio: https://www.twilio.com/docs/messaging/api/message-resource. Twilio has no idempotency keys, so after
// an attempt with an unknown outcome the list of sent messages is checked first. A response of another format says neither
// that the message was sent nor that it was not: it counts as unavailable.
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { TwilioConfig } from '../../config/message-config.ts';
import { unavailable } from '../guarded-service.ts';
import { type JsonResponse, requestJson } from '../json-request.ts';
import { serviceUrl } from '../service-url.ts';
import type { Attempt, SendOutcome, SmsMessage, Undelivered } from './messenger.ts';

const TWILIO_URL = 'https://api.twilio.com';
/** Checking and sending together stay within the lease of the job. */
const TIMEOUT_MS = 7_000;
const MAX_BYTES = 1_000_000;
const MAX_LISTED = 100;
/** Error code for a recipient that has replied STOP. */
const UNSUBSCRIBED = 21_610;
/** Tolerance for clock skew. */
const CLOCK_SKEW_MS = 60_000;

const Sid = Type.String({ minLength: 1, maxLength: 64 });
const Created = Type.Object({ sid: Sid });
const Failure = Type.Object({ code: Type.Integer() });
const List = Type.Object({
  messages: Type.Array(
    Type.Object({
      sid: Sid,
      body: Type.String(),
      date_created: Type.String(),
      direction: Type.String(),
    }),
  ),
});

export interface TwilioSmsSender {
  send(message: SmsMessage, attempt: Attempt): Promise<SendOutcome>;
}

export function createTwilioSmsSender({ accountSid, authToken, from, url }: TwilioConfig): TwilioSmsSender {
  const path = `2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const call = (more: { form?: URLSearchParams; query?: Record<string, string> }) =>
    requestJson(serviceUrl(url ?? TWILIO_URL, path, more.query), {
      method: more.form ? 'POST' : 'GET',
      headers: { authorization },
      ...(more.form && { form: more.form }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      isRepeatable: !more.form,
    });
  return {
    send: async (message, { uncertainSince }) => {
      if (uncertainSince !== null) {
        const response = await call({ query: { To: message.to, PageSize: String(MAX_LISTED) } });
        const found = findSent(response, message, uncertainSince);
        if (found !== null) return found;
      }
      const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
      return readSendResponse(
        await call({ form: new URLSearchParams({ To: message.to, ...sender, Body: message.text }) }),
      );
    },
  };
}

/** null if the message was not sent. */
function findSent(response: JsonResponse, { text }: SmsMessage, since: Date): SendOutcome | null {
  if (response.kind === 'failed' || response.status !== 200) return failureOf(response, true);
  if (!Value.Check(List, response.body)) return failureOf(response, true);
  const earliest = since.getTime() - CLOCK_SKEW_MS;
  const sent = response.body.messages.find(
    ({ body, direction, date_created }) =>
      body === text && direction.startsWith('outbound') && Date.parse(date_created) >= earliest,
  );
  return sent ? { kind: 'sent', reference: sent.sid } : null;
}

function readSendResponse(response: JsonResponse): SendOutcome {
  if (response.kind === 'failed') return failureOf(response, true);
  const { status, body } = response;
  if (status === 201 && Value.Check(Created, body)) return { kind: 'sent', reference: body.sid };
  const code = codeOf(body);
  if (status === 400 && code === UNSUBSCRIBED) return { kind: 'opted_out' };
  // Of all possible faults of a request, only the recipient's number is not under our control; a retry cannot succeed
  // either way.
  if (status === 400) return { kind: 'refused', code: `twilio_${code ?? 400}` };
  // The message may have been sent, unless Twilio refused the request.
  return failureOf(response, status < 400 || status >= 500);
}

function failureOf(response: JsonResponse, isUncertain: boolean): Undelivered {
  if (response.kind === 'failed') return { ...unavailable(`Twilio: ${response.reason}`), isUncertain };
  const { status, body, retryAfterSeconds } = response;
  const reason =
    status < 300
      ? `Twilio returned an unexpected response (HTTP status ${status})`
      : `Twilio responded with ${status} ${codeOf(body) ?? ''}`.trim();
  return { ...unavailable(reason, retryAfterSeconds), isUncertain };
}

function codeOf(body: unknown): number | undefined {
  return Value.Check(Failure, body) ? body.code : undefined;
}
