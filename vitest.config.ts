// Vitest configuration: one project per kind of test, so that `npx vitest run --project api` runs only those.
import { defineConfig } from 'vitest/config';
import { PlainSummaryReporter } from './test/support/plain-summary-reporter.ts';
import { PATIENCE_MS } from './test/support/scale.ts';

// Longer than the longest wait inside a test, so that a failure names the condition that was not met. No test takes
// this long; the speed of the machine must not decide whether tests pass.
const TEST_MS = 2 * PATIENCE_MS;
const LONG_MS = 5 * PATIENCE_MS;
// Fault tests start and kill many processes. With full counts (`npm run faults`) they run far longer.
const isFullScale = process.env['WAYBILL_FAULTS'] === 'full';
const FAULTS_MS = isFullScale ? 30 * PATIENCE_MS : LONG_MS;

// `npm run faults` chooses a random seed; here the seed is fixed.
const seedFile = './test/support/seed.ts';

// SDK sources instead of the build, which may be stale; test/contract/sdk-package.test.ts checks the published package.
const alias = { '@waybill/sdk': new URL('./packages/sdk/src/sdk.ts', import.meta.url).pathname };

function project(name: string, include: string, timeoutMs: number, setupFiles: readonly string[] = []) {
  return {
    resolve: { alias },
    test: {
      name,
      include: [include],
      setupFiles: [seedFile, ...setupFiles],
      exclude: ['**/node_modules/**', '**/dist/**'],
      environment: 'node',
      testTimeout: isFullScale ? FAULTS_MS : timeoutMs,
      hookTimeout: isFullScale ? FAULTS_MS : LONG_MS,
      // Test files of one worker share imported modules: importing the service for each file took a sixth of the total
      // time. The modules hold no state beyond what a test starts itself.
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
      // check-statements.ts verifies that every SQL statement of the API is limited to an account.
      project('api', 'test/api/**/*.test.ts', TEST_MS, ['./test/support/check-statements.ts']),
      project('journeys', 'test/journeys/**/*.test.ts', LONG_MS),
      project('browser', 'test/browser/**/*.test.ts', LONG_MS),
      project('faults', 'test/faults/**/*.test.ts', FAULTS_MS, ['./test/support/doctor-after-each.ts']),
    ],
  },
});
