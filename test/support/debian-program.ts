// A server program from a Debian package, run by a test with a configuration of deploy/.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { canInstall, installFromDebian, isExecutable, onPath } from './debian-install.ts';

export interface DebianProgram {
  readonly name: string;
  readonly command: string;
  readonly package: string;
}

/** Path of the program. Installs it if that is possible; RUNLEVEL=1 keeps Debian from starting it as a service. */
export function requireProgram({ name, command, package: debianPackage }: DebianProgram): string {
  const find = () => [...onPath(command), `/usr/sbin/${command}`].find(isExecutable);
  if (!find() && canInstall())
    installFromDebian({
      name,
      check: `command -v ${command} >/dev/null`,
      install: `RUNLEVEL=1 apt-get install -y -qq --no-install-recommends ${debianPackage}`,
    });
  const path = find();
  if (!path) throw new Error(`This test needs ${name}: apt-get install ${debianPackage}`);
  return path;
}

export interface RunningProgram {
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

export function startDebianProgram(
  program: DebianProgram,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningProgram {
  const child = spawn(requireProgram(program), args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  const exited = once(child, 'exit');
  return {
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
