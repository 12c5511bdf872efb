// Formats generated code like all other code, so that its diffs are readable.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const { resolve } = createRequire(import.meta.url);

/** `path`: the path of the generated file, which selects language and rules. */
export async function formatCode(path: string, text: string): Promise<string> {
  const biome = resolve('@biomejs/biome/bin/biome');
  const running = promisify(execFile)(process.execPath, [biome, 'format', `--stdin-file-path=${path}`], {
    maxBuffer: 64 * 1024 * 1024,
  });
  running.child.stdin?.end(text);
  return (await running).stdout;
}
