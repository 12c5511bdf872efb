// Example of a signed request in Twilio's documentation; its signature was computed with openssl.
import { describe, expect, it } from 'vitest';
import { connectCall, isFromTwilio, refuseCall, twilioSignature } from './twilio.ts';

const request = {
  url: 'https://waybill.example/telephony/voice?foo=1',
  fields: {
    To: '+18005551212',
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675310',
    Digits: '1234',
    From: '+14158675310',
  },
};

describe('Twilio voice request', () => {
  it('is signed over the URL and all fields, sorted by name', () => {
    expect(twilioSignature('12345', request)).toBe('YI5Unk1epxfLHbQ/zt9s06AovfE=');
    expect(isFromTwilio('12345', { ...request, signature: 'YI5Unk1epxfLHbQ/zt9s06AovfE=' })).toBe(true);
  });

  it.each([
    ['another token', '54321', request],
    ['another URL', '12345', { ...request, url: 'https://waybill.example/telephony/voice' }],
    ['another caller', '12345', { ...request, fields: { ...request.fields, From: '+14158675311' } }],
    ['an additional field', '12345', { ...request, fields: { ...request.fields, More: '' } }],
  ])('is rejected with %s', (_what, token, changed) => {
    expect(isFromTwilio(token, { ...changed, signature: 'YI5Unk1epxfLHbQ/zt9s06AovfE=' })).toBe(false);
  });

  it('is rejected without a signature', () => {
    expect(isFromTwilio('12345', { ...request, signature: undefined })).toBe(false);
  });
});

describe('TwiML response', () => {
  it('connects under the masked number, or refuses with a spoken message', () => {
    expect(connectCall({ number: '+13125550142', callerId: '+12125550101' })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response><Dial callerId="+12125550101" timeout="30" answerOnBridge="true">' +
        '<Number>+13125550142</Number></Dial></Response>',
    );
    expect(refuseCall('Goods & more <now>')).toContain('<Say>Goods &amp; more &lt;now&gt;</Say><Hangup/>');
  });
});
