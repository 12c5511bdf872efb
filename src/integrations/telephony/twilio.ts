// TwiML responses to Twilio voice calls. Written from the documentation (https://www.twilio.com/docs/voice/twiml) and
// tested against its examples; not tested against the live service.

export interface Connection {
  readonly number: string;
  /** Number shown to the called party, so that neither side learns the other's number. */
  readonly callerId: string;
}

const ringSeconds = 30;

export function connectCall({ number, callerId }: Connection): string {
  return document(
    `<Dial callerId="${escaped(callerId)}" timeout="${ringSeconds}" answerOnBridge="true">` +
      `<Number>${escaped(number)}</Number></Dial>`,
  );
}

export function refuseCall(message: string): string {
  return document(`<Say>${escaped(message)}</Say><Hangup/>`);
}

function document(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
