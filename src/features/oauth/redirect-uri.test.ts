import { describe, expect, it } from 'vitest';
import {
  destinationOf,
  isRegistered,
  policySource,
  redirectUriFault,
  withResponseParams,
} from './redirect-uri.ts';

describe('a redirect URI', () => {
  it.each([
    'https://app.example.com/callback',
    'https://app.example.com:8443/callback?tenant=1',
    'http://127.0.0.1/callback',
    'http://localhost:5173/callback',
    'http://[::1]:5173/',
    'com.example.app:/callback',
  ])('accepts %s', (uri) => {
    expect(redirectUriFault(uri)).toBeNull();
    expect(isRegistered([uri], uri)).toBe(true);
  });

  it.each([
    'http://app.example.com/callback',
    'https://app.example.com/callback#part',
    'https://user:pass@app.example.com/',
    'https://app.example.com;script-src/',
    'https://app.example.com/with space',
    'https://app.example.com/\r\nx-evil:1',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '/callback',
    'callback',
    'http://localhost.evil.example/',
    'http://127.0.0.1@evil.example/',
    'http://127.0.0.1:99999/',
    '',
  ])('refuses %j', (uri) => {
    expect(redirectUriFault(uri)).not.toBeNull();
    expect(isRegistered([uri], uri)).toBe(false);
  });

  it('is compared as text, without normalization', () => {
    const registered = ['https://app.example.com/callback'];
    for (const other of [
      'https://app.example.com/callback/',
      'https://app.example.com/callback?x=1',
      'https://app.example.com/Callback',
      'https://APP.example.com/callback',
      'https://app.example.com:443/callback',
      'https://app.example.com/x/../callback',
      'https://app.example.com.evil.example/callback',
      'https://app.example.com:8443/callback',
    ])
      expect(isRegistered(registered, other), other).toBe(false);
  });

  it('may differ only in its port on the loopback interface', () => {
    const registered = ['http://127.0.0.1/callback?x=1'];
    expect(isRegistered(registered, 'http://127.0.0.1:49152/callback?x=1')).toBe(true);
    for (const other of [
      'http://127.0.0.1:49152/callback',
      'http://127.0.0.1:49152/callback?x=12',
      'http://localhost:49152/callback?x=1',
      'https://127.0.0.1:49152/callback?x=1',
      'http://127.0.0.2:49152/callback?x=1',
      'http://127.0.0.1:49152@evil.example/callback?x=1',
    ])
      expect(isRegistered(registered, other), other).toBe(false);
  });

  it('keeps its own query when response parameters are added', () => {
    const response = { code: 'a b&c', state: null, iss: 'https://w.example' };
    expect(withResponseParams('https://a.example/cb', response)).toBe(
      'https://a.example/cb?code=a+b%26c&iss=https%3A%2F%2Fw.example',
    );
    expect(withResponseParams('https://a.example/cb?t=%20x', { code: 'y' })).toBe(
      'https://a.example/cb?t=%20x&code=y',
    );
  });

  it('is converted to a source for the content security policy', () => {
    expect(policySource('https://a.example:8443/cb')).toBe('https:');
    expect(policySource('http://127.0.0.1:5000/cb')).toBe('http://127.0.0.1:5000');
    expect(policySource('http://[::1]:5000/cb')).toBe('http://*:5000');
    expect(policySource('com.example.app:/cb')).toBe('com.example.app:');
  });

  it('is shown as its host, or as the app on this device', () => {
    expect(destinationOf('https://a.example:8443/cb')).toBe('a.example:8443');
    expect(destinationOf('http://localhost:5000/cb')).toBe('the app on this device');
    expect(destinationOf('com.example.app:/cb')).toBe('the app on this device');
  });
});
