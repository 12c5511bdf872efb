// Against a loopback server that responds as Twilio documents; not tested against the live service.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  INVALID_NUMBER,
  STOPPED_NUMBER,
  TWILIO_FROM,
  TWILIO_SID,
  TWILIO_TOKEN,
  TwilioServer,
} from '../../../test/support/twilio-server.ts';
import { createTwilioSmsSender, type TwilioSmsSender } from './twilio.ts';

const fresh = { uncertainSince: null };

describe('Twilio SMS provider', () => {
  let twilio: TwilioServer;
  let carrier: TwilioSmsSender;
  beforeEach(async () => {
    twilio = await TwilioServer.start();
    carrier = senderFrom(TWILIO_FROM);
  });
  afterEach(() => twilio.close());

  const senderFrom = (from: string) =>
    createTwilioSmsSender({ accountSid: TWILIO_SID, authToken: TWILIO_TOKEN, from, url: twilio.url });
  const message = (to = '+13125550100') => ({ channel: 'sms', id: 'm1', to, text: '¡Hola!' }) as const;

  it('sends sender, number and text', async () => {
    const outcome = await carrier.send(message(), fresh);
    expect(outcome).toEqual({ kind: 'sent', reference: twilio.sent[0]?.sid });
    expect(twilio.sent).toMatchObject([{ to: '+13125550100', from: TWILIO_FROM, body: '¡Hola!' }]);
    expect(twilio.seen[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  it('supports a messaging service as sender', async () => {
    await senderFrom(`MG${'a'.repeat(32)}`).send(message(), fresh);
    expect(new URLSearchParams(twilio.seen[0]?.body).get('MessagingServiceSid')).toBe(`MG${'a'.repeat(32)}`);
  });

  it('treats an invalid number and a recipient who replied STOP as final', async () => {
    expect(await carrier.send(message(INVALID_NUMBER), fresh)).toEqual({
      kind: 'refused',
      code: 'twilio_21211',
    });
    expect(await carrier.send(message(STOPPED_NUMBER), fresh)).toEqual({ kind: 'opted_out' });
  });

  it.each([
    [429, false],
    [401, false],
    [500, true],
    [503, true],
  ])('is unavailable on status %i', async (status, isUncertain) => {
    twilio.respondOnce(status, { 'retry-after': '17' });
    expect(await carrier.send(message(), fresh)).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining(`Twilio responded with ${status}`),
      retryAfterSeconds: 17,
      isUncertain,
    });
  });

  it('does not send twice if the response was lost', async () => {
    const uncertainSince = new Date();
    twilio.dropNextResponse();
    expect(await carrier.send(message(), fresh)).toMatchObject({ kind: 'unavailable', isUncertain: true });
    const again = await carrier.send(message(), { uncertainSince });
    expect(again).toEqual({ kind: 'sent', reference: twilio.sent[0]?.sid });
    expect(twilio.sent).toHaveLength(1);
  });

  it.each([
    ['no object', null],
    ['no list', {}],
    ['a list of another type', { messages: {} }],
    ['an empty entry', { messages: [null] }],
    ['an entry without a direction', { messages: [{ sid: 'SM1', body: '¡Hola!' }] }],
  ])('does not send again if the list of sent messages is %s', async (_name, body) => {
    twilio.respondOnce(200, {}, body);
    const outcome = await carrier.send(message(), { uncertainSince: new Date() });
    expect(outcome).toMatchObject({ kind: 'unavailable', isUncertain: true });
    expect(twilio.sent).toEqual([]);
  });

  it.each([
    ['without a reference', 201, {}],
    ['with a reference that is no text', 201, { sid: { $gt: '' } }],
    ['with a reference of a megabyte', 201, { sid: 'S'.repeat(900_000) }],
    ['that is a redirect', 302, { sid: 'SM1' }],
  ])('does not take a response %s for a sent message', async (_name, status, body) => {
    twilio.respondOnce(status, { location: `${twilio.url}/elsewhere` }, body);
    const outcome = await carrier.send(message(), fresh);
    expect(outcome).toMatchObject({ kind: 'unavailable', isUncertain: true });
    expect(twilio.seen).toHaveLength(1);
  });

  it('sends if an attempt with an unknown outcome was not sent', async () => {
    expect(await carrier.send(message(), { uncertainSince: new Date() })).toMatchObject({ kind: 'sent' });
    // The same text on another day is another message.
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect(await carrier.send(message(), { uncertainSince: tomorrow })).toMatchObject({ kind: 'sent' });
    expect(twilio.sent).toHaveLength(2);
  });

  it('is unavailable on a refused connection, without disclosing the token', async () => {
    await twilio.close();
    const outcome = await carrier.send(message(), fresh);
    expect(outcome.kind).toBe('unavailable');
    expect(JSON.stringify(outcome)).not.toContain(TWILIO_TOKEN);
  });
});
