import { describe, expect, it } from 'vitest';
import {
  failedAttemptEvent,
  isSecurityEventName,
  securityEventNames,
  securityEvents,
  severities,
} from './security-event.ts';

describe('the catalogue of security events', () => {
  it('gives every event a severity, a title and a description', () => {
    for (const name of securityEventNames) {
      expect(name).toMatch(/^[a-z_]+\.[a-z_]+$/);
      const { severity, title, description } = securityEvents[name];
      expect(severities).toContain(severity);
      expect(title, name).toMatch(/^[A-Z][^.]+$/);
      expect(description, name).toMatch(/^[A-Z].+\.$/);
    }
  });

  it('gives no two events the same title: the filter of the console shows titles', () => {
    const titles = securityEventNames.map((name) => securityEvents[name].title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('contains no event about a booking, which the index of the list leaves out', () => {
    expect(securityEventNames.filter((name) => name.startsWith('booking'))).toEqual([]);
    expect(isSecurityEventName('booking.created')).toBe(false);
    expect(isSecurityEventName('toString')).toBe(false);
    expect(isSecurityEventName('auth.failed')).toBe(true);
  });

  it('tells a refused secret, a refused code and a throttled attempt apart', () => {
    expect(failedAttemptEvent('wrong_credentials')).toBe('auth.failed');
    expect(failedAttemptEvent('wrong_code')).toBe('mfa.failed');
    expect(failedAttemptEvent('rate_limit_exceeded')).toBe('auth.throttled');
    expect(failedAttemptEvent('second_factor_required')).toBeNull();
    expect(failedAttemptEvent(null)).toBeNull();
  });
});
