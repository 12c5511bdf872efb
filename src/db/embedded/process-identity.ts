// Identity of a process as recorded on disk: detects whether that same process is still alive. A pid alone is not
// enough: pids are reused, and containers that share a volume have separate pid namespaces.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { inheritedEnvironment } from '../../config.ts';

export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque start time; differs between processes that had the same pid on one host. */
  readonly startedAt: string;
  /** Opaque; equal for processes in the same pid namespace since the same boot. */
  readonly host: string;
}

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, startedAt: processStartTime(process.pid) ?? '0', host: currentHost() };
  return own;
}

/** `pid.startedAt.host`; valid as a file name. */
export function formatIdentity(identity: ProcessIdentity): string {
  return `${identity.pid}.${identity.startedAt}.${identity.host}`;
}

export function parseIdentity(text: string): ProcessIdentity | null {
  const match = /^(\d+)\.(\d+)\.([0-9a-f]+)/.exec(text);
  if (!match) return null;
  const [, pid, startedAt, host] = match;
  return { pid: Number(pid), startedAt: startedAt ?? '', host: host ?? '' };
}

export function isOnThisHost(identity: ProcessIdentity): boolean {
  return identity.host === ownIdentity().host;
}

export function isAlive(identity: ProcessIdentity): boolean {
  return isOnThisHost(identity) && processStartTime(identity.pid) === identity.startedAt;
}

/** Opaque start time; null if the process does not exist. A zombie counts as ended. */
export function processStartTime(pid: number): string | null {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

function startTimeFromProc(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field is the program name in parentheses, which may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ended = fields[0] === 'Z' || fields[0] === 'X';
  return ended ? null : (fields[19] ?? null);
}

function startTimeFromPs(pid: number): string | null {
  const line = ps(pid, 'stat=,lstart=');
  if (line === null || line.startsWith('Z')) return null;
  const startedAt = Date.parse(`${line.slice(line.indexOf(' ')).trim()} UTC`);
  return Number.isNaN(startedAt) ? null : String(startedAt);
}

/** The command line, with arguments separated by spaces; null if the process has ended. */
export function processCommand(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  return readText(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? null;
}

function ps(pid: number, columns: string): string | null {
  try {
    const env = { ...inheritedEnvironment(), LC_ALL: 'C', TZ: 'UTC' };
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    const out = execFileSync('ps', ['-ww', '-o', columns, '-p', String(pid)], { env, stdio });
    return out.toString().trim() || null;
  } catch {
    return null;
  }
}

function currentHost(): string {
  const parts =
    process.platform === 'linux'
      ? [readText('/proc/sys/kernel/random/boot_id') ?? hostname(), pidNamespace()]
      : [hostname()];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8);
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return hostname();
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
