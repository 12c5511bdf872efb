import { describe, expect, it } from 'vitest';
import { KeyRing } from './key-ring.ts';

const older = { id: 'k1', secret: Buffer.alloc(32, 1) };
const newer = { id: 'k2', secret: Buffer.alloc(32, 2) };

describe('a key ring', () => {
  const ring = new KeyRing([older], 'production');

  it('decrypts what it encrypted, and the ciphertext reveals nothing', () => {
    const sealed = ring.seal('crew at 12 Elm Street ünï', 'booking 1');
    expect(sealed.toString('latin1')).not.toContain('Elm Street');
    expect(ring.open(sealed, 'booking 1').toString()).toBe('crew at 12 Elm Street ünï');
    expect(ring.open(ring.seal(Buffer.of(0, 255), ''), '')).toEqual(Buffer.of(0, 255));
  });

  it('never encrypts the same text to the same bytes', () => {
    expect(ring.seal('x', 'c').equals(ring.seal('x', 'c'))).toBe(false);
  });

  it('refuses ciphertexts of another context, changed or truncated', () => {
    const sealed = ring.seal('text', 'booking 1');
    expect(() => ring.open(sealed, 'booking 2')).toThrow(Error);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => ring.open(changed, 'booking 1'), `byte ${index}`).toThrow(Error);
      expect(() => ring.open(sealed.subarray(0, index), 'booking 1'), `${index} bytes`).toThrow(Error);
    }
  });

  it('decrypts and verifies with older keys, and uses the newest for new values', () => {
    const rotated = new KeyRing([newer, older], 'production');
    expect(rotated.open(ring.seal('before', ''), '').toString()).toBe('before');
    expect(rotated.verify('text', ring.sign('text'))).toBe(true);
    const sealed = rotated.seal('after', '');
    expect(() => ring.open(sealed, '')).toThrow('encrypted with key "k2"');
    expect(ring.verify('text', rotated.sign('text'))).toBe(false);
  });

  it('encrypts values of older keys again with the newest, and leaves the others', () => {
    const rotated = new KeyRing([newer, older], 'production');
    const resealed = rotated.reseal(ring.seal('secret', 'row 1'), 'row 1');
    expect(resealed && new KeyRing([newer], 'production').open(resealed, 'row 1').toString()).toBe('secret');
    expect(resealed && rotated.reseal(resealed, 'row 1')).toBeNull();
    expect(() => rotated.reseal(ring.seal('secret', 'row 1'), 'row 2')).toThrow('unable to authenticate');
  });

  it('gives production and sandbox unrelated keys', () => {
    const sandbox = new KeyRing([older], 'sandbox');
    expect(() => sandbox.open(ring.seal('x', ''), '')).toThrow(Error);
    expect(sandbox.verify('x', ring.sign('x'))).toBe(false);
  });

  it('verifies exactly what it signed', () => {
    const signature = ring.sign('cursor');
    expect(ring.verify('cursor', signature)).toBe(true);
    for (const wrong of [
      '',
      signature.slice(1),
      `${signature}x`,
      signature.toUpperCase(),
      ring.sign('other'),
    ])
      expect(ring.verify('cursor', wrong)).toBe(false);
  });

  it('creates short signatures for links, and verifies them with older keys', () => {
    const signature = ring.signShort('link');
    expect(signature).toMatch(/^[\w-]{22}$/);
    expect(new KeyRing([newer, older], 'production').verifyShort('link', signature)).toBe(true);
    for (const wrong of ['', signature.slice(1), `${signature}x`, ring.sign('link'), ring.signShort('other')])
      expect(ring.verifyShort('link', wrong)).toBe(false);
  });

  it('requires at least one key', () => {
    expect(() => new KeyRing([], 'production').seal('x', '')).toThrow('at least one key');
  });
});
