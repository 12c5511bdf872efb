import { describe, expect, it } from 'vitest';
import { isIpAddress } from './passkey-support.ts';

describe('the host of a page', () => {
  it.each(['127.0.0.1', '10.0.0.5', '[::1]', '[2001:db8::1]'])('%s is an IP address', (host) => {
    expect(isIpAddress(host)).toBe(true);
  });

  it.each(['localhost', 'waybill.example', '10.example.com'])('%s is a name', (host) => {
    expect(isIpAddress(host)).toBe(false);
  });
});
