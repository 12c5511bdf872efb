// The test suite: one project per kind of test, so that `npx vitest run --project api` runs just those.
import { defineConfig } from 'vitest/config';
import { PlainSummaryReporter } from './test/support/plain-summary-reporter.ts';
import { PATIENCE_MS } from './test/support/scale.ts';

// Longer than any single thing is waited for: then the failure says what was missing. No test takes as long; how fast the
// machine is must not decide whether tests pass.
const TEST_MS = 2 * PATIENCE_MS;
const LONG_MS = 5 * PATIENCE_MS;
// Many processes come and go in these; with full counts (`npm run faults`) they take as long as they take.
const isFullScale = process.env['WAYBILL_FAULTS'] === 'full';
const FAULTS_MS = isFullScale ? 30 * PATIENCE_MS : LONG_MS;

// `npm run faults` chooses a seed for whatever is random; here it is always the same.
const seeded = './test/support/seed.ts';

// The sources, so that a test never meets a stale build; what is published is held to by test/contract/sdk-package.test.ts.
const alias = { '@waybill/sdk': new URL('./packages/sdk/src/sdk.ts', import.meta.url).pathname };

function project(name: string, include: string, timeoutMs: number, setupFiles: readonly string[] = []) {
  return {
    resolve: { alias },
    test: {
      name,
      include: [include],
      setupFiles: [seeded, ...setupFiles],
      exclude: ['**/node_modules/**', '**/dist/**'],
      environment: 'node',
      testTimeout: isFullScale ? FAULTS_MS : timeoutMs,
      hookTimeout: isFullScale ? FAULTS_MS : LONG_MS,
      // Files of one worker share what they import; loading the service anew for each took a sixth of the whole time.
      // Nothing in it holds state beside what a test starts itself.
      isolate: false,
      expect: { poll: { timeout: PATIENCE_MS } },
    },
  };
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: './test/support/global-setup.ts',
    reporters: ['default', new PlainSummaryReporter()],
    projects: [
      project('unit', '{src,web,packages}/**/*.test.ts', TEST_MS),
      project('contract', 'test/contract/**/*.test.ts', LONG_MS),
      // Whatever the API says to PostgreSQL says whose rows it means.
      project('api', 'test/api/**/*.test.ts', TEST_MS, ['./test/support/check-statements.ts']),
      project('journeys', 'test/journeys/**/*.test.ts', LONG_MS),
      project('browser', 'test/browser/**/*.test.ts', LONG_MS),
      project('faults', 'test/faults/**/*.test.ts', FAULTS_MS, ['./test/support/doctor-after-each.ts']),
    ],
  },
});
