// Tells whether a process that left its mark on disk is still the same living process.
// A pid alone is not enough: pids are reused, and two containers that share a volume count theirs separately.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { inheritedVariables } from '../../config.ts';

export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; two processes that ever had the same pid on one host differ in it. */
  readonly startedAt: string;
  /** Opaque; the same for all processes that can see each other's pids. */
  readonly host: string;
}

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, startedAt: processStartTime(process.pid) ?? '0', host: currentHost() };
  return own;
}

/** `pid.startedAt.host`, fit for a file name. */
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

/** When the process started, or null when there is no such process. A zombie has ended: nobody fetched its exit code yet. */
export function processStartTime(pid: number): string | null {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

function startTimeFromProc(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
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

/** The command line of a process, its words parted by spaces; null when it has ended. */
export function processCommand(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  return readText(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? null;
}

function ps(pid: number, columns: string): string | null {
  try {
    const env = { ...inheritedVariables(), LC_ALL: 'C', TZ: 'UTC' };
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
