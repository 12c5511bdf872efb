// `npm run validate-responses [-- test files]`: runs the tests of the SDK, the partner CLI, the conformance checks and all
// guides with Prism as a validating proxy in front of every sandbox. Reports each response that does not match the
// published OpenAPI document, and exits with 1 if there is one or if a test fails.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ValidatedResponse } from '../test/support/validating-proxy.ts';

const defaultFiles = [
  'test/journeys/sdk.test.ts',
  'test/journeys/sdk-readme.test.ts',
  'test/journeys/guides.test.ts',
  'test/journeys/sandbox-guide.test.ts',
  'test/journeys/partner-cli.test.ts',
  'test/journeys/conformance.test.ts',
  'test/long/sdk-calls.test.ts',
];
const root = fileURLToPath(new URL('..', import.meta.url));
const chosen = process.argv.slice(2);
const files = chosen.length > 0 ? chosen : defaultFiles;
const folder = mkdtempSync(join(tmpdir(), 'waybill-validation-'));
const record = join(folder, 'responses.ndjson');

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', ...files],
  { cwd: root, stdio: 'inherit', env: { ...process.env, VALIDATED_RESPONSES: record } },
);
const responses = existsSync(record)
  ? readFileSync(record, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ValidatedResponse)
  : [];
rmSync(folder, { recursive: true });

const validated = responses.filter(({ violations }) => violations !== null);
const wrong = validated.filter(({ violations }) => violations?.some(isOfResponse));
for (const { method, path, status: code, violations } of wrong)
  for (const { location, message } of violations?.filter(isOfResponse) ?? [])
    console.log(`${method} ${path} ${code}: ${location.join('.')}: ${message}`);
const operations = new Set(validated.map(({ method, path, status: code }) => `${method} ${path} ${code}`));
console.log(
  `${validated.length} responses (${operations.size} different) compared with the OpenAPI document, ` +
    `${responses.length - validated.length} not validated (routes outside the document, malformed JSON), ${wrong.length} with violations.`,
);
process.exitCode = status === 0 && validated.length > 0 && wrong.length === 0 ? 0 : 1;

function isOfResponse({ location }: { readonly location: readonly string[] }): boolean {
  return location[0] === 'response';
}
