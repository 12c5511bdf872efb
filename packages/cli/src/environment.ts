// The environment variables that the command reads. No other file reads process.env.
import { homedir } from 'node:os';
import { join } from 'node:path';

const text = (name: string): string | null => process.env[name]?.trim() || null;

/** Path of the profile file. */
export function configFile(): string {
  const home = text('XDG_CONFIG_HOME') ?? join(homedir(), '.config');
  return join(home, 'waybill-partner', 'config.json');
}

/** Credentials from the environment; they take precedence over stored profiles. */
export function environmentCredentials(): { baseUrl: string; clientId: string; clientSecret: string } | null {
  const [baseUrl, clientId, clientSecret] = [
    text('WAYBILL_BASE_URL'),
    text('WAYBILL_CLIENT_ID'),
    text('WAYBILL_CLIENT_SECRET'),
  ];
  return baseUrl && clientId && clientSecret ? { baseUrl, clientId, clientSecret } : null;
}

/** Whether the output may use cursor movement and colors. */
export function supportsLiveOutput(): boolean {
  return process.stdout.isTTY === true && text('NO_COLOR') === null && text('TERM') !== 'dumb';
}
