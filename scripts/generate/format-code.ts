// Generated code in the format of the house, so that a change of it reads like any other.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const { resolve } = createRequire(import.meta.url);

/** `path` is where the file will be: it decides the language and the rules. */
export async function formatCode(path: string, text: string): Promise<string> {
  const biome = resolve('@biomejs/biome/bin/biome');
  const running = promisify(execFile)(process.execPath, [biome, 'format', `--stdin-file-path=${path}`], {
    maxBuffer: 64 * 1024 * 1024,
  });
  running.child.stdin?.end(text);
  return (await running).stdout;
}
