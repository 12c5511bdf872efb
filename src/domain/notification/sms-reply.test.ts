import { describe, expect, it } from 'vitest';
import { smsReplyMeaning } from './sms-reply.ts';

describe('a reply to a text message', () => {
  it('opts out with any of the keywords, in any spelling', () => {
    for (const text of [
      'STOP',
      'stop',
      ' Stop. ',
      'STOPALL',
      'unsubscribe',
      'Cancel',
      'END',
      'quit',
      'Baja',
      'alto',
    ])
      expect(smsReplyMeaning(text, undefined), text).toBe('stop');
    expect(smsReplyMeaning('leave me alone', 'STOP')).toBe('stop');
  });

  it('opts in again with START', () => {
    for (const text of ['START', 'unstop', 'Yes', 'ALTA'])
      expect(smsReplyMeaning(text, undefined), text).toBe('start');
  });

  it('has no other meaning', () => {
    for (const text of ['', 'please stop at the gate', 'HELP', 'thanks!', '5'])
      expect(smsReplyMeaning(text, undefined), text).toBeNull();
  });
});
