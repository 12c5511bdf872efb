// A demo installation for screenshots: a temporary data directory and a server on loopback ports.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../test/support/free-port.ts';

interface DemoFile {
  readonly operator: { readonly email: string; readonly password: string };
  readonly partners: readonly { readonly client_id: string; readonly client_secret: string }[];
}

export interface Installation {
  readonly baseUrl: string;
  readonly demo: DemoFile;
}

/** A build of Waybill, and the environment variables of its processes. */
export interface Build {
  readonly root: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Fills a new data directory with the demo. */
export async function fillDemo({ root, env }: Build, directory: string): Promise<void> {
  const port = await freePort();
  const settings = { ...process.env, ...env, DATA_DIR: directory, PORT: String(port) };
  await promisify(execFile)(process.execPath, ['bin/waybill.js', 'demo', '-e', 'production'], {
    env: settings,
    cwd: root,
  });
}

/** Serves a data directory until `use` is done. */
export async function serveDemo<T>(
  { root, env }: Build,
  directory: string,
  use: (installation: Installation) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['bin/waybill.js', 'serve'], {
    env: {
      ...process.env,
      ...env,
      DATA_DIR: directory,
      PORT: String(port),
      SANDBOX_PORT: String(await freePort()),
      ADMIN_MFA_GRACE_DAYS: 'none',
      // The requests of the demo count for the limit of its partners.
      RATE_LIMIT_REQUESTS: '1000000',
    },
    cwd: root,
    stdio: 'ignore',
  });
  try {
    await ready(`${baseUrl}/ready`, server);
    const demo = JSON.parse(readFileSync(join(directory, 'demo-production-1.json'), 'utf8')) as DemoFile;
    return await use({ baseUrl, demo });
  } finally {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  }
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server exited with ${server.exitCode}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} from ${response.url}: ${await response.text()}`);
  return (await response.json()) as T;
}

const asPartner = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

export async function partnerToken({ baseUrl, demo }: Installation): Promise<string> {
  const [partner] = demo.partners;
  if (!partner) throw new Error('the demo has no partner');
  const { client_id, client_secret } = partner;
  const response = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  return (await json<{ access_token: string }>(response)).access_token;
}

/** Path of a one-time link to the portal of the first demo partner. */
export async function portalPath({ baseUrl }: Installation, token: string): Promise<string> {
  const response = await fetch(`${baseUrl}/webhooks/portal`, asPartner(token));
  const { pathname, hash } = new URL((await json<{ portal_url: string }>(response)).portal_url);
  return `${pathname}${hash}`;
}

export interface DemoBooking {
  readonly id: string;
  readonly share_url: string;
  readonly dispatch: { readonly state: string } | null;
  readonly state: string;
}

export async function demoBookings({ baseUrl }: Installation, token: string): Promise<DemoBooking[]> {
  const response = await fetch(`${baseUrl}/bookings?limit=100`, asPartner(token));
  return (await json<{ data: DemoBooking[] }>(response)).data;
}

/** The booking whose crew is on its way; the newest booking if there is none. */
export function drivenBooking(bookings: readonly DemoBooking[]): DemoBooking {
  const dispatched = bookings.filter(({ state }) => state === 'dispatched');
  const driven = dispatched.find(({ dispatch }) => dispatch?.state === 'driving');
  const booking = driven ?? dispatched[0] ?? bookings[0];
  if (!booking) throw new Error('the demo has no booking');
  return booking;
}
