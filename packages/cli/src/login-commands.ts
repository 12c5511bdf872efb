// waybill-partner login | logout | whoami
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { jsonOption, profileOption } from './arguments.ts';
import { configFile } from './environment.ts';
import { printJson } from './print.ts';
import { type Profile, readProfile, writeProfile } from './profile-file.ts';
import { ask, askSecret } from './prompt.ts';
import { type CommonOptions, connect, openSession, profileTokens } from './session.ts';
import { UsageError } from './usage-error.ts';

export function addLoginCommands(program: Command): void {
  program
    .command('login')
    .description('Verify credentials and store them on this machine')
    .option('--base-url <url>', 'base URL of the environment')
    .option('--client-id <id>', 'client id; the secret is prompted for, or read from standard input')
    .option(
      '--credentials <file>',
      'use the sandbox credentials of a credentials.json file written by a Waybill server',
    )
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(login);
  program
    .command('logout')
    .description('Revoke the token and delete the stored credentials')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(logout);
  program
    .command('whoami')
    .description('Show the account of the credentials')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(async (options: CommonOptions) => {
      const account = await (await openSession(options)).account.get();
      if (options.json) return printJson(account);
      console.log(`${account.name} (${account.environment}), client ${account.client_id}, ${account.scope}`);
    });
}

interface LoginOptions extends CommonOptions {
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly credentials?: string;
}

async function login(options: LoginOptions): Promise<void> {
  const profile = options.credentials
    ? await readCredentials(options.credentials)
    : {
        base_url: options.baseUrl ?? (await ask('Base URL: ')),
        client_id: options.clientId ?? (await ask('Client id: ')),
        client_secret: await askSecret('Client secret: '),
      };
  const account = await connect(profile).account.get();
  const before = await readProfile(options.profile);
  await writeProfile(options.profile, {
    ...profile,
    ...(before?.webhook_secret !== undefined && { webhook_secret: before.webhook_secret }),
  });
  if (options.json)
    return printJson({ account: account.name, environment: account.environment, profile: options.profile });
  console.log(
    `Logged in to ${account.name} (${account.environment}). Stored in ${configFile()}, readable only by you.`,
  );
}

export async function readCredentials(path: string): Promise<Profile> {
  const { sandbox } = JSON.parse(await readFile(path, 'utf8')) as { sandbox?: Profile };
  if (!sandbox) throw new UsageError(`${path} does not contain sandbox credentials.`);
  const { base_url, client_id, client_secret } = sandbox;
  return { base_url, client_id, client_secret };
}

async function logout({ profile: name, json }: CommonOptions): Promise<void> {
  const profile = await readProfile(name);
  if (!profile) throw new UsageError(`There is no login for the profile "${name}".`);
  const { client_id, client_secret, token } = profile;
  if (token) {
    const waybill = connect(profile, profileTokens(name));
    await waybill.oauth.revoke({ token: token.access_token, client_id, client_secret });
  }
  await writeProfile(name, null);
  if (json) printJson({ profile: name, logged_out: true });
  else console.log('Logged out.');
}
