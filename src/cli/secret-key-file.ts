// The secret key of an embedded installation: made once, kept readable for its owner alone.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { MasterKey } from '../lib/key-ring.ts';
import { createPrivateFile } from './private-file.ts';

export async function keepSecretKey(path: string): Promise<MasterKey[]> {
  await createPrivateFile(path, `k1:${randomBytes(32).toString('base64')}\n`);
  const [id, encoded] = (await readFile(path, 'utf8')).trim().split(':');
  const secret = Buffer.from(encoded ?? '', 'base64');
  if (!id || secret.length < 32)
    throw new Error(
      `${path} is damaged. Restore it from a backup: without it stored secrets cannot be read.`,
    );
  return [{ id, secret }];
}
