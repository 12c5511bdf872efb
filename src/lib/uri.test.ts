import { describe, expect, it } from 'vitest';
import { isUri } from './uri.ts';

describe('a URI', () => {
  it.each([
    'https://example.com/a.jpg',
    'HTTPS://user:pass@example.com:8443/a/b;c=1/?q=[1'.replace('[', '%5B'),
    'https://example.com/a%20b.jpg?x=1/2?3#frag/ment?',
    'https://[2001:db8::7]/c=GB?objectClass?one',
    'https://[::ffff:192.0.2.1]:80',
    'https://[v1.fe80::a+en1]/',
    'http://',
    's3://bucket/key',
    'ftp://ftp.example.com/rfc/rfc1808.txt',
    'mailto:John.Doe@example.com',
    'news:comp.infosystems.www.servers.unix',
    'tel:+1-816-555-1212',
    'urn:oasis:names:specification:docbook:dtd:xml:4.1.2',
    'data:image/png;base64,iVBORw0KGgo=',
    'javascript:alert(1)',
    'file:///etc/hosts',
    'a:',
  ])('%s is one', (text) => expect(isUri(text)).toBe(true));

  it.each([
    '',
    'example.com/a.jpg',
    '//example.com/a.jpg',
    '/a.jpg',
    '1https://example.com',
    'https://example.com/a b.jpg',
    'https://exa mple.com/',
    'https://example.com/ü',
    'https://example.com/<x>',
    '<x>',
    'https://example.com/a"b',
    'https://example.com/a\\b',
    'https://example.com/{id}',
    'https://example.com/a|b',
    'https://example.com/a[1].jpg',
    'https://example.com/%zz',
    'https://example.com/%2',
    'https://example.com/#a#b',
    'https://example.com:port/',
    'https://[::1/',
    'https://[1::2::3]/',
    'https://[fe80::1%25eth0]/',
    'https://example.com/\n',
    'https://example.com/\u0000',
    ' https://example.com/',
  ])('%j is none', (text) => expect(isUri(text)).toBe(false));

  it('is decided in linear time', () => {
    const long = `https://${'a@:'.repeat(20_000)}/${'%'.repeat(2_000)}`;
    expect(isUri(long)).toBe(false);
  });
});
