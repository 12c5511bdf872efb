// Tests of the last line of a test run: every kind of failure is counted.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Files, repositoryRoot, runNode, withTree } from '../support/fixture-tree.ts';

const reporter = join(repositoryRoot, 'test/support/plain-summary-reporter.ts');
const config = `import { PlainSummaryReporter } from '${reporter}';
export default { test: { reporters: ['default', new PlainSummaryReporter()], globalSetup: './teardown.ts' } };`;
const teardown = `export const teardown = () => console.log('late output of the teardown');`;

async function lastLineOf(files: Files) {
  const all = {
    'package.json': '{"type":"module"}',
    'vitest.config.ts': config,
    'teardown.ts': teardown,
    ...files,
  };
  return withTree(all, async (root) => {
    const { exitCode, output } = await runNode([join(root, 'node_modules/vitest/vitest.mjs'), 'run'], root);
    return { exitCode, lastLine: output.trimEnd().split('\n').at(-1) };
  });
}

const passing = `import { test } from 'vitest';\ntest('a', () => {});\ntest('b', () => {});\n`;

test('a run ends with the number of tests that passed, failed and were skipped', async () => {
  const mixed = `${passing}test('c', () => { throw new Error('no'); });\ntest.skip('d', () => {});\ntest.todo('e');\n`;
  expect(await lastLineOf({ 'mixed.test.ts': mixed })).toEqual({
    exitCode: 1,
    lastLine: '2 passed, 1 failed, 2 skipped',
  });
});

test('a file that does not load, a broken hook and a stray rejection each count as a failure', async () => {
  const files = {
    'passing.test.ts': passing,
    'unloadable.test.ts': `import './no-such-file.ts';\n`,
    'hook.test.ts': `import { beforeAll, describe, test } from 'vitest';
        describe('x', () => { beforeAll(() => { throw new Error('no'); }); test('y', () => {}); });`,
    'stray.test.ts': `import { test } from 'vitest';
        test('z', async () => { void Promise.reject(new Error('stray')); await new Promise(setImmediate); });`,
  };
  expect(await lastLineOf(files)).toEqual({ exitCode: 1, lastLine: '3 passed, 3 failed, 1 skipped' });
});
