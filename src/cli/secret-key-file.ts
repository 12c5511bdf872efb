// Secret key of an embedded installation: generated once and stored with mode 0600.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { MasterKey } from '../lib/key-ring.ts';
import { createPrivateFile } from './private-file.ts';

export async function loadOrCreateSecretKey(path: string): Promise<MasterKey[]> {
  if (!existsSync(path)) await createPrivateFile(path, `k1:${randomBytes(32).toString('base64')}\n`);
  const [id, encoded] = (await readFile(path, 'utf8')).trim().split(':');
  const secret = Buffer.from(encoded ?? '', 'base64');
  if (!id || secret.length < 32)
    throw new Error(
      `${path} is damaged. Restore it from a backup: without it, stored secrets cannot be decrypted.`,
    );
  return [{ id, secret }];
}
