// Examples of signed requests in Twilio's documentation; the first signature was computed with openssl.
import { describe, expect, it } from 'vitest';
import { isFromTwilio, twilioSignature } from './twilio-signature.ts';

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

describe('A Twilio request', () => {
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

  it('matches the example of the documentation', () => {
    const fields = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    };
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    expect(twilioSignature('12345', { url, fields })).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=');
  });
});
