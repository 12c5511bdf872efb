// What the command takes from the environment it is started in. Nobody else reads it.
import { homedir } from 'node:os';
import { join } from 'node:path';

const text = (name: string): string | null => process.env[name]?.trim() || null;

/** Where credentials are kept. */
export function configFile(): string {
  const home = text('XDG_CONFIG_HOME') ?? join(homedir(), '.config');
  return join(home, 'waybill-partner', 'config.json');
}

/** Credentials given for this run only; they take the place of those that are kept. */
export function givenCredentials(): { baseUrl: string; clientId: string; clientSecret: string } | null {
  const [baseUrl, clientId, clientSecret] = [
    text('WAYBILL_BASE_URL'),
    text('WAYBILL_CLIENT_ID'),
    text('WAYBILL_CLIENT_SECRET'),
  ];
  return baseUrl && clientId && clientSecret ? { baseUrl, clientId, clientSecret } : null;
}

/** Whether what is printed may move about and have colours. */
export function isLive(): boolean {
  return process.stdout.isTTY === true && text('NO_COLOR') === null && text('TERM') !== 'dumb';
}
