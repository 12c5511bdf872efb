// Registry of the processes that use the embedded server: one file per joined process, named after its identity, so that
// a killed process or a reused pid stops counting without cleanup. The file of a process that serves HTTP contains the names of its
// environments.
//
// Processes in another container that share the directory cannot be looked up by pid. They count while their file's
// modification time advances: every registered process updates it (heartbeat).
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatIdentity, isAlive, isOnThisHost, ownIdentity, parseIdentity } from './process-identity.ts';

const HEARTBEAT_INTERVAL_MS = 500;
const HEARTBEAT_TIMEOUT_MS = 3_000;

export interface Registration {
  readonly file: string;
  readonly heartbeat: NodeJS.Timeout;
}

export async function register(folder: string): Promise<Registration> {
  const file = join(folder, `${formatIdentity(ownIdentity())}.${randomBytes(4).toString('hex')}`);
  await writeFile(file, '', { flag: 'wx', mode: 0o644 });
  return { file, heartbeat: setInterval(() => touch(file), HEARTBEAT_INTERVAL_MS).unref() };
}

export async function unregister(registration: Registration): Promise<void> {
  clearInterval(registration.heartbeat);
  await removeEntry(registration.file);
}

/** Whether a process other than `own` uses the server; removes the files of dead processes. */
export async function othersAreRegistered(folder: string, own?: Registration): Promise<boolean> {
  const others = (await entries(folder)).filter((entry) => entry.file !== own?.file);
  const dead = others.filter(({ identity }) => isOnThisHost(identity) && !isAlive(identity));
  await Promise.all(dead.map(({ file }) => removeEntry(file)));
  return others.length > dead.length;
}

/** `othersAreRegistered` for the exit of a process, where only synchronous calls work. Unregisters `own` first. */
export function isLastToLeave(folder: string, own: Registration): boolean {
  clearInterval(own.heartbeat);
  rmSync(own.file, { force: true });
  return parseEntries(folder, readdirSync(folder)).every(
    ({ identity }) => isOnThisHost(identity) && !isAlive(identity),
  );
}

/**
 * Registers what this process serves over HTTP. Returns the names that no other process serves. Requires the lock of the
 * data directory.
 */
export async function registerAsServer(
  folder: string,
  own: Registration,
  names: readonly string[],
): Promise<string[]> {
  const others = (await entries(folder)).filter(
    ({ file, identity }) => file !== own.file && isAlive(identity),
  );
  const texts = await Promise.all(others.map(({ file }) => readFile(file, 'utf8').catch(() => '')));
  const served = texts.flatMap((text) => text.split('\n'));
  await writeFile(own.file, names.join('\n'));
  return names.filter((name) => !served.includes(name));
}

/**
 * Files of registered processes on other hosts that are alive. Waits for HEARTBEAT_TIMEOUT_MS and removes the files
 * without a heartbeat.
 */
export async function usersOnOtherHosts(folder: string): Promise<string[]> {
  const before = await foreignHeartbeats(folder);
  if (before.size === 0) return [];
  await sleep(HEARTBEAT_TIMEOUT_MS);
  const after = await foreignHeartbeats(folder);
  const alive = [...after].filter(([file, time]) => before.get(file) !== time).map(([file]) => file);
  const stale = [...before.keys()].filter((file) => !alive.includes(file));
  await Promise.all(stale.map(removeEntry));
  return alive;
}

async function foreignHeartbeats(folder: string): Promise<Map<string, number>> {
  const foreign = (await entries(folder)).filter(({ identity }) => !isOnThisHost(identity));
  const times = await Promise.all(
    foreign.map(async ({ file }): Promise<[string, number]> => {
      const stats = await stat(file).catch(() => null);
      return [file, stats?.mtimeMs ?? 0];
    }),
  );
  return new Map(times);
}

function touch(file: string): void {
  const now = new Date();
  // Fails only if the directory was removed; supervision reports that.
  utimes(file, now, now).catch(() => undefined);
}

async function removeEntry(file: string): Promise<void> {
  await rm(file, { force: true });
}

async function entries(folder: string) {
  return parseEntries(folder, await readdir(folder));
}

function parseEntries(folder: string, names: readonly string[]) {
  return names.flatMap((name) => {
    const identity = parseIdentity(name);
    return identity ? [{ file: join(folder, name), identity }] : [];
  });
}
