// docs/sandbox.md is true: its examples run as they stand against a real sandbox and answer what it says, and its tables list
// every control and every magic value.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAGIC_LOCATIONS, MAGIC_ORDER_NUMBERS } from '../../src/domain/magic-values.ts';
import { type SandboxServer, startSandbox } from '../support/sandbox-server.ts';
import { PATIENCE_MS } from '../support/scale.ts';

const guide = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');
const description = JSON.parse(
  readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, object> };
const arrow = '# → ';
const mark = '--- the answer of the next example';

/** One command, with everything that must be in its answer. Lines that promise nothing belong to the next command that does. */
interface Example {
  readonly script: string;
  readonly promises: readonly string[];
}

function examples(): Example[] {
  const lines = [...guide.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, text = '']) =>
    text.trimEnd().split('\n'),
  );
  const found: { script: string[]; promises: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith(arrow)) found.at(-1)?.promises.push(line.slice(arrow.length));
    else if (found.length === 0 || found.at(-1)?.promises.length)
      found.push({ script: [line], promises: [] });
    else found.at(-1)?.script.push(line);
  }
  return found.map(({ script, promises }) => ({ script: script.join('\n'), promises }));
}

/** The machine's own, if it has one. */
const standIn = fileURLToPath(new URL('../support/stand-in-curl.mjs', import.meta.url));
const curl = `command -v curl > /dev/null || curl() { '${process.execPath}' '${standIn}' "$@"; }`;

async function run(api: string, token: string | null): Promise<string[]> {
  const script = examples()
    .map((example) => `echo '${mark}'\n${example.script}`)
    .join('\n');
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', `${curl}\n${script}`], {
    env: { ...process.env, API: api, TOKEN: token ?? '' },
    timeout: PATIENCE_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split(`${mark}\n`).slice(1);
}

describe('the guide to the sandbox', () => {
  let sandbox: SandboxServer;
  let answers: string[];
  beforeAll(async () => {
    sandbox = await startSandbox();
    const { token } = await sandbox.partner();
    answers = await run(sandbox.baseUrl, token);
  });
  afterAll(() => sandbox?.close());

  it.each(examples().map((example, index) => ({ ...example, index })))(
    'has an example that answers as it says ($index)',
    ({ script, promises, index }) => {
      expect(promises, script).not.toEqual([]);
      for (const promise of promises) expect(answers[index], script).toContain(promise);
    },
  );

  it('lists every magic value with what it does', () => {
    const rows = [...guide.matchAll(/^\| `(sandbox:[a-z_]+)` \| (.+) \|$/gm)].map(([, value, effect]) => ({
      value,
      effect,
    }));
    expect(rows).toEqual([...Object.values(MAGIC_LOCATIONS), ...Object.values(MAGIC_ORDER_NUMBERS)]);
  });

  it('shows every operation of the sandbox and every magic value in an example', () => {
    const scripts = examples()
      .map(({ script }) => script)
      .join('\n');
    for (const path of Object.keys(description.paths).filter((each) => each.startsWith('/sandbox/')))
      expect(scripts).toContain(path.replace('{id}', '$ID'));
    for (const { value } of [...Object.values(MAGIC_LOCATIONS), ...Object.values(MAGIC_ORDER_NUMBERS)])
      expect(scripts).toContain(value);
  });
});
