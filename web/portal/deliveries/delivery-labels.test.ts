import { describe, expect, it } from 'vitest';
import { adviceFor } from './delivery-labels.ts';

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
