import { expect, it } from 'vitest';
import { sha256Hex } from './sha256-hex.ts';

it('matches the FIPS 180-4 test vector', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
