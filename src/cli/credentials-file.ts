// credentials.json of an embedded installation: base URL and demo client of each environment, demo user, and the
// operator of the sandbox. Production has no seeded operator (decision 0059).
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { EnvironmentName } from '../config/environment-name.ts';
import type { Config, EnvironmentConfig } from '../config.ts';
import { mintClientId } from '../features/oauth/system/create-client.ts';
import { mintToken } from '../lib/opaque-token.ts';
import { createPrivateFile, replacePrivateFile } from './private-file.ts';

export const FIRST_OPERATOR_EMAIL = 'operator@example.com';

interface ClientPair {
  readonly base_url: string;
  readonly client_id: string;
  readonly client_secret: string;
}

export type Credentials = Partial<Record<EnvironmentName, ClientPair>> & {
  readonly operator: { readonly email: string; readonly password: string };
  readonly user: { readonly username: string; readonly password: string };
};

export interface CredentialsFile {
  readonly path: string;
  readonly credentials: Credentials;
}

/**
 * Reads the file, or creates it with random secrets; then adds clients of new environments. `empty` are the environments
 * without data, which will be seeded. The file describes the installation: the base URL of an environment is updated only
 * if no other process serves it (`servedAlone`, decision 0067). Returns null if there is no file and nothing to seed, as
 * after a restore: backups do not contain the file.
 */
export async function loadOrCreateCredentials(
  config: Config,
  empty: readonly EnvironmentName[],
  servedAlone: readonly string[],
): Promise<CredentialsFile | null> {
  const path = resolve(config.dataDir, 'credentials.json');
  const seeded = config.environments.filter(({ name }) => empty.includes(name));
  if (!existsSync(path)) {
    if (seeded.length === 0) return null;
    await createPrivateFile(path, print(generateCredentials(seeded)));
  }
  const stored = await read(path);
  const listed = config.environments.filter(({ name }) => stored[name] !== undefined || empty.includes(name));
  const credentials = {
    ...stored,
    ...Object.fromEntries(
      listed.map((environment) => [environment.name, pairFor(environment, stored, servedAlone)]),
    ),
  };
  if (print(credentials) !== print(stored)) await replacePrivateFile(path, print(credentials));
  return { path, credentials };
}

function generateCredentials(environments: readonly EnvironmentConfig[]): Credentials {
  const password = () => randomBytes(15).toString('base64url');
  return {
    ...Object.fromEntries(environments.map((environment) => [environment.name, generatePair(environment)])),
    operator: { email: FIRST_OPERATOR_EMAIL, password: password() },
    user: { username: 'demo', password: password() },
  };
}

function generatePair({ name, publicUrl }: EnvironmentConfig): ClientPair {
  return {
    base_url: publicUrl,
    client_id: mintClientId(name),
    client_secret: mintToken(`wb_${name}_secret`),
  };
}

function pairFor(
  environment: EnvironmentConfig,
  stored: Credentials,
  servedAlone: readonly string[],
): ClientPair {
  const pair = stored[environment.name] ?? generatePair(environment);
  return servedAlone.includes(environment.name) ? { ...pair, base_url: environment.publicUrl } : pair;
}

async function read(path: string): Promise<Credentials> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Credentials;
  } catch (error) {
    throw new Error(
      `${path} cannot be read (${(error as Error).message}). Move the file away and create new credentials with "waybill clients".`,
    );
  }
}

function print(credentials: Credentials): string {
  return `${JSON.stringify(credentials, null, 2)}\n`;
}
