import { describe, expect, it } from 'vitest';
import { adviceFor, formatPause } from './delivery-labels.ts';

const response = { status_code: 410, headers: {}, body: '', is_base64: false, is_cut: false };

describe('the advice about a 410 response', () => {
  it.each(['event', 'recover'] as const)(
    'says that the endpoint was disabled by a delivery (%s)',
    (trigger) => {
      expect(adviceFor({ outcome: 'gone', response, trigger })).toContain('the endpoint was disabled');
    },
  );

  it.each(['test', 'resend'] as const)('does not say so of a %s, which disables nothing', (trigger) => {
    expect(adviceFor({ outcome: 'gone', response, trigger })).not.toContain('was disabled');
  });
});

it('says why a delivery to a paused endpoint waits', () => {
  expect(formatPause({ paused_until: '2030-01-15T16:30:00Z' })).toContain('The endpoint is failing');
  expect(formatPause({ paused_until: null })).toBeNull();
});
