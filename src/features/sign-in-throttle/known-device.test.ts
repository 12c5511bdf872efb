import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KeyRing } from '../../lib/key-ring.ts';
import { addDevice, findDevice } from './known-device.ts';

const master = { id: 'k1', secret: randomBytes(32) };
const keys = new KeyRing([master], 'production');
const now = new Date('2030-01-15T09:00:00Z');

describe('a device cookie', () => {
  it('names the device of the account that signed in, and of no other', () => {
    const cookie = addDevice(keys, undefined, 'operator known 1', now);
    expect(findDevice(keys, cookie, 'operator known 1', now)).toMatch(/^[\w-]{22}$/);
    expect(findDevice(keys, cookie, 'operator known 2', now)).toBeNull();
    expect(findDevice(keys, cookie, 'user known 1', now)).toBeNull();
    expect(findDevice(keys, undefined, 'operator known 1', now)).toBeNull();
    expect(cookie).not.toContain('operator');
  });

  it('has an entry for each of the last eight accounts, with a new nonce per sign-in', () => {
    let cookie: string | undefined;
    for (let id = 0; id < 10; id += 1) cookie = addDevice(keys, cookie, `operator known ${id}`, now);
    const has = (id: number) => findDevice(keys, cookie, `operator known ${id}`, now) !== null;
    expect([has(0), has(1), has(2), has(9)]).toEqual([false, false, true, true]);
    const before = findDevice(keys, cookie, 'operator known 9', now);
    cookie = addDevice(keys, cookie, 'operator known 9', now);
    expect(findDevice(keys, cookie, 'operator known 9', now)).not.toBe(before);
    expect(cookie.split('~')).toHaveLength(8);
  });

  it('is void after a year, after a change, and in another environment', () => {
    const cookie = addDevice(keys, undefined, 'user known 1', now);
    const yearLater = new Date(now.getTime() + 365 * 86_400_000);
    expect(findDevice(keys, cookie, 'user known 1', yearLater)).toBeNull();
    const [nonce, issued, signature] = cookie.split('.');
    for (const forged of [`x${cookie}`, `${nonce}.zzzzzz.${signature}`, `${nonce}.${issued}.x`, '~.~..~'])
      expect(findDevice(keys, forged, 'user known 1', now), forged).toBeNull();
    expect(findDevice(new KeyRing([master], 'sandbox'), cookie, 'user known 1', now)).toBeNull();
  });
});
