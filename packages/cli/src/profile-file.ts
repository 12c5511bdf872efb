// Profile file with credentials: one profile per account and environment, mode 0600, replaced atomically.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { configFile } from './environment.ts';
import { UsageError } from './usage-error.ts';

export interface Profile {
  readonly base_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly token?: { readonly access_token: string; readonly expires_at: number | null };
  /** Signing secret of `listen`; stored, so that a receiver is configured only once. */
  readonly webhook_secret?: string;
}

type Profiles = Readonly<Record<string, Profile>>;

export async function readProfile(name: string): Promise<Profile | null> {
  return (await readProfiles())[name] ?? null;
}

/** null deletes the profile, and with the last profile the file. */
export async function writeProfile(name: string, profile: Profile | null): Promise<void> {
  const { [name]: _before, ...others } = await readProfiles();
  const profiles = profile ? { ...others, [name]: profile } : others;
  if (Object.keys(profiles).length === 0) await removeFile(configFile());
  else await replaceFile(configFile(), { profiles });
}

async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  // The folder stays if it contains other files.
  await rmdir(dirname(path)).catch(() => undefined);
}

async function readProfiles(): Promise<Profiles> {
  const path = configFile();
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    return (JSON.parse(text) as { profiles?: Profiles }).profiles ?? {};
  } catch {
    throw new UsageError(`${path} is not valid JSON. Move it away and log in again.`);
  }
}

async function replaceFile(path: string, content: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
