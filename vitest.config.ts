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

// Tests of other kinds that `npm run faults` repeats, with full counts or held to the time that they promise.
const SCALED = [
  'src/db/embedded/data-folder-lock.test.ts',
  'src/db/pool.test.ts',
  'src/domain/packing.test.ts',
  'src/integrations/geocoder/embedded-geocoder.test.ts',
  'src/integrations/geocoder/provider-faults.test.ts',
  'src/integrations/router/create-router.test.ts',
  'test/api/bad-input.test.ts',
  'test/api/booking-model.test.ts',
  'test/api/booking-pages.test.ts',
  'test/api/capacity-calendar.test.ts',
  'test/api/exceptions.test.ts',
  'test/api/hostile-http.test.ts',
  'test/api/idempotency.test.ts',
  'test/api/oauth-revoke.test.ts',
  'test/api/tracking-stream.test.ts',
  'test/api/webhook-worker.test.ts',
  'test/browser/crew.test.ts',
  'test/browser/three-windows.test.ts',
  'test/browser/tracking.test.ts',
  'test/journeys/first-start.test.ts',
  'test/journeys/partner-cli.test.ts',
];

// The sources, so that a test never meets a stale build; what is published is held to by test/contract/sdk-package.test.ts.
const alias = { '@waybill/sdk': new URL('./packages/sdk/src/sdk.ts', import.meta.url).pathname };

function project(name: string, include: string, timeoutMs: number, more: readonly string[] = []) {
  return {
    resolve: { alias },
    test: {
      name,
      include: [include, ...more],
      exclude: ['**/node_modules/**', '**/dist/**'],
      environment: 'node',
      testTimeout: timeoutMs,
      hookTimeout: LONG_MS,
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
      project('contract', 'test/contract/**/*.test.ts', TEST_MS),
      project('api', 'test/api/**/*.test.ts', TEST_MS),
      project('journeys', 'test/journeys/**/*.test.ts', LONG_MS),
      project('browser', 'test/browser/**/*.test.ts', LONG_MS),
      project('faults', 'test/faults/**/*.test.ts', FAULTS_MS, isFullScale ? SCALED : []),
    ],
  },
});
