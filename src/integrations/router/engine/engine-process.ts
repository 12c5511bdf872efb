// Starts bin/routing-engine.js, in which native code of the engine runs.
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inheritedEnvironment } from '../../../config.ts';
import { projectRoot } from '../../../lib/project-root.ts';
import type { EngineFiles } from './engine-package.ts';

const SCRIPT = fileURLToPath(new URL('bin/routing-engine.js', projectRoot));
const LOAD_TIMEOUT_MS = 30_000;
/** Road data is outside of the JavaScript heap. */
const NODE_OPTIONS = ['--max-old-space-size=256'];

/** Only what finding libraries needs: native code does not get the secrets of the server. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, TMPDIR } = inheritedEnvironment();
  return {
    LC_ALL: 'C',
    ...(PATH && { PATH }),
    ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }),
    ...(TMPDIR && { TMPDIR }),
  };
}

export function startEngineProcess({ module }: EngineFiles, settings: object): ChildProcess {
  return fork(SCRIPT, ['serve', module, JSON.stringify(settings)], {
    env: environment(),
    execArgv: NODE_OPTIONS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** The program ends with this process. */
export function startEngineProgram(program: string, args: readonly string[], cwd: string): ChildProcess {
  return fork(SCRIPT, ['run', program, ...args], {
    cwd,
    env: environment(),
    execArgv: NODE_OPTIONS,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/** Why the engine cannot be run on this system; null if it can. */
export async function engineFault({ module, builder }: EngineFiles): Promise<string | null> {
  const run = promisify(execFile);
  const options = { env: environment(), timeout: LOAD_TIMEOUT_MS };
  try {
    await run(process.execPath, [SCRIPT, 'load', module], options);
    await run(builder, ['--version'], options);
    return null;
  } catch (error) {
    const signal = endingSignal(error);
    if (signal !== null)
      return `Its files are damaged: it ended with ${signal}. Run "waybill maps engine install".`;
    return explainLoadError(error instanceof Error ? error.message : String(error));
  }
}

/** SIGBUS for example, of native code that is not complete. null if it was not a signal, or one of our time limit. */
function endingSignal(error: unknown): string | null {
  const { signal, killed } = error as { readonly signal?: string | null; readonly killed?: boolean };
  return signal && !killed ? signal : null;
}

function explainLoadError(text: string): string {
  const library = /(lib[\w.+-]+): cannot open shared object file/.exec(text)?.[1];
  if (library?.startsWith('libbsd'))
    return 'The library libbsd is missing. Install it (Debian and Ubuntu: apt-get install libbsd0; Fedora: dnf install libbsd), then run the command again.';
  if (library !== undefined)
    return `The library ${library} is missing. Install it, then run the command again.`;
  const lines = text.split('\n').filter((line) => /error|cannot|not found|denied/i.test(line));
  return `It cannot be run: ${(lines[0] ?? text).trim().slice(0, 300)}`;
}
