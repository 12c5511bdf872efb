// Vitest configuration: one project per kind of test, so that `npx vitest run --project api` runs only those.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { useMemoryForTemporaryFiles } from './test/support/memory-folder.ts';
import { PlainSummaryReporter } from './test/support/plain-summary-reporter.ts';
import { PATIENCE_MS } from './test/support/scale.ts';

// Longer than the longest wait inside a test, so that a failure names the condition that was not met. No test takes
// this long; the speed of the machine must not decide whether tests pass.
const TEST_MS = 2 * PATIENCE_MS;
const LONG_MS = 5 * PATIENCE_MS;
// Fault tests start and kill many processes. With full counts (`npm run faults`) they run far longer.
const isFullScale = process.env['WAYBILL_FAULTS'] === 'full';
const FAULTS_MS = isFullScale ? 30 * PATIENCE_MS : LONG_MS;

// `npm run faults` measures times, which must include those of the disk.
if (!isFullScale) useMemoryForTemporaryFiles();

// `npm run faults` chooses a random seed; here the seed is fixed.
const seedFile = './test/support/seed.ts';

// SDK sources instead of the build, which may be stale; test/external/sdk-package.test.ts checks the published package.
const alias = { '@waybill/sdk': new URL('./packages/sdk/src/sdk.ts', import.meta.url).pathname };

interface ProjectOptions {
  readonly name: string;
  readonly include: string;
  readonly timeoutMs: number;
  /** Runs in every worker before each test file. */
  readonly setupFiles?: readonly string[];
  /** Runs once, before the first test file of this project. */
  readonly globalSetup?: readonly string[];
}

function project({ name, include, timeoutMs, setupFiles = [], globalSetup = [] }: ProjectOptions) {
  return {
    resolve: { alias },
    test: {
      name,
      include: [include],
      setupFiles: [seedFile, ...setupFiles],
      globalSetup: [...globalSetup],
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

// `npm run test:quick` runs the first three: they start no other process and no browser.
export default defineConfig({
  test: {
    // One more than cores, because tests often wait; at most 4, because each app opens many database connections.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    // Transformed files are kept between runs and shared by the projects.
    experimental: { fsModuleCache: true },
    globalSetup: './test/support/prepare-postgres.ts',
    reporters: ['default', new PlainSummaryReporter()],
    projects: [
      project({ name: 'unit', include: '{src,web,packages}/**/*.test.ts', timeoutMs: TEST_MS }),
      project({ name: 'contract', include: 'test/contract/**/*.test.ts', timeoutMs: LONG_MS }),
      project({
        name: 'api',
        include: 'test/api/**/*.test.ts',
        timeoutMs: TEST_MS,
        // Verifies that every SQL statement of the API is limited to an account.
        setupFiles: ['./test/support/check-statements.ts'],
      }),
      project({ name: 'tools', include: 'test/tools/**/*.test.ts', timeoutMs: LONG_MS }),
      project({
        name: 'external',
        include: 'test/external/*.test.ts',
        timeoutMs: LONG_MS,
        globalSetup: ['./test/support/external-packages.ts'],
      }),
      project({
        name: 'journeys',
        include: 'test/journeys/**/*.test.ts',
        timeoutMs: LONG_MS,
        globalSetup: ['./test/support/prepare-installation.ts'],
      }),
      project({
        name: 'browser',
        include: 'test/browser/**/*.test.ts',
        timeoutMs: LONG_MS,
        globalSetup: ['./test/support/prepare-chromium.ts'],
      }),
      project({
        name: 'faults',
        include: 'test/faults/**/*.test.ts',
        timeoutMs: FAULTS_MS,
        setupFiles: ['./test/support/doctor-after-each.ts'],
        globalSetup: ['./test/support/prepare-debian-postgres.ts'],
      }),
    ],
  },
});
