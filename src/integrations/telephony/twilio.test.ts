import { describe, expect, it } from 'vitest';
import { connectCall, refuseCall } from './twilio.ts';

describe('TwiML response', () => {
  it('connects under the masked number, or refuses with a spoken message', () => {
    expect(connectCall({ number: '+13125550142', callerId: '+12125550101' })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response><Dial callerId="+12125550101" timeout="30" answerOnBridge="true">' +
        '<Number>+13125550142</Number></Dial></Response>',
    );
    expect(refuseCall('Goods & more <now>')).toContain('<Say>Goods &amp; more &lt;now&gt;</Say><Hangup/>');
  });
});
