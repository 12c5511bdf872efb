import { describe, expect, it } from 'vitest';
import { acceptsVersion2, isOtherVersion, prefersPlainJson, vendorMediaType } from './media-type.ts';

describe('media types', () => {
  it('match the API contract', () => {
    expect(vendorMediaType).toBe('application/vnd.service+json;version=2');
  });

  it.each([
    [undefined, true],
    ['', true],
    ['  ', true],
    [vendorMediaType, true],
    ['application/vnd.service+json ; version = 2', true],
    ['*/*;q=0.1', true],
    ['application/json;q=0.0001', true],
    ['application/vnd.service+json;version=1, */*', true],
    ['application/vnd.service+json;version=1', false],
    ['application/vnd.service+json;version=2;q=0', false],
    ['application/vnd.service+json;version=2;q=0, application/json', false],
    ['application/json;q=0, text/html', false],
    ['application', false],
    [',,', false],
  ])('accept header %j: %s', (accept, expected) => {
    expect(acceptsVersion2(accept)).toBe(expected);
  });

  it.each([
    ['application/vnd.service+json', false],
    ['application/vnd.service+json; version=2', false],
    ['application/vnd.service+json; version="2"; charset=utf-8', false],
    ['application/vnd.service+json; version=3', true],
    ['application/json; version=3', false],
    ['', false],
  ])('a body of %j is of another version: %s', (contentType, expected) => {
    expect(isOtherVersion(contentType)).toBe(expected);
  });

  it.each([
    [undefined, false],
    ['*/*', false],
    ['application/json', true],
    ['application/json;q=0', false],
    ['text/plain, application/json;q=0.5', true],
    [`application/json, ${vendorMediaType}`, false],
    [`application/json, ${vendorMediaType};q=0`, true],
  ])('plain JSON is preferred by %j: %s', (accept, expected) => {
    expect(prefersPlainJson(accept)).toBe(expected);
  });
});
