// Programs that tests need and npm does not install. CI as root on Debian installs them; elsewhere a message says how
// to install them.
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const INSTALL_LIMIT_MS = 10 * 60_000;

export const isCi = () => process.env['CI'] === 'true';
export const isRoot = () => process.getuid?.() === 0;

export function onPath(command: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, command));
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

export const canInstall = () => isRoot() && onPath('apt-get').some(isExecutable);

export interface DebianInstall {
  readonly name: string;
  /** Shell command that succeeds if the program is installed. */
  readonly check: string;
  /** Shell commands to run after `apt-get update`. */
  readonly install: string;
}

/** flock makes a concurrent run on the same machine wait until the program is installed. */
export function installFromDebian({ name, check, install }: DebianInstall): void {
  note(`Installing ${name} for the tests (apt-get, a minute or two) …`);
  const script = `${check} || { apt-get update -qq && ${install}; }`;
  const lock = join(tmpdir(), `waybill-${name.toLowerCase()}.lock`);
  try {
    execFileSync('flock', [lock, 'sh', '-c', script], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: INSTALL_LIMIT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    note(`${name} is installed.`);
  } catch (error) {
    note(`${name} could not be installed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
