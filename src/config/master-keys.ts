// Reads the master keys (SECRET_KEY), from which all other keys are derived.

import type { EnvReader } from '../lib/env-reader.ts';
import type { MasterKey } from '../lib/key-ring.ts';

/** Format: `id:base64,id:base64`, newest first. A key without an id gets the id `k1`. */
export function readMasterKeys(read: EnvReader, embedded: boolean): MasterKey[] | null {
  const value = read.text('SECRET_KEY', '');
  if (!value) {
    if (!embedded)
      read.fault('SECRET_KEY is required with DATABASE_URL; generate one with: openssl rand -base64 32');
    return null;
  }
  const keys = value.split(',').map((part, index) => {
    const [, id = 'k1', encoded = ''] = /^(?:([A-Za-z0-9_-]{1,32}):)?(.*)$/s.exec(part.trim()) ?? [];
    const secret = Buffer.from(encoded, 'base64');
    if (secret.length < 32 || !/^[A-Za-z0-9+/_-]+=*$/.test(encoded)) {
      read.fault(
        `SECRET_KEY: key ${index + 1} must be at least 32 bytes in base64 (openssl rand -base64 32)`,
      );
    }
    return { id, secret };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    read.fault(
      'SECRET_KEY: every key must have a unique id: k2:<newest>,k1:<older>; a key without an id is k1',
    );
  }
  return keys;
}
