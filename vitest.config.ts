// Vitest configuration. A folder below test/ is one kind of test: `npx vitest run test/api` runs only those.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { useMemoryForTemporaryFiles } from './test/support/memory-folder.ts';
import { PlainSummaryReporter } from './test/support/plain-summary-reporter.ts';
import { PATIENCE_MS } from './test/support/scale.ts';

// Longer than the longest wait inside a test, so that a failure names the condition that was not met. No test takes
// this long; the speed of the machine must not decide whether tests pass.
const TEST_MS = 5 * PATIENCE_MS;
// Fault tests with full counts (`npm run faults`) start and kill far more processes.
const isFullScale = process.env['WAYBILL_FAULTS'] === 'full';
const FULL_SCALE_MS = 30 * PATIENCE_MS;

// `npm run faults` measures times, which must include those of the disk.
if (!isFullScale) useMemoryForTemporaryFiles();

// `npm run faults` chooses a random seed; here the seed is fixed.
const seedFile = './test/support/seed.ts';

const checksAfterTests = ['./test/support/check-statements.ts', './test/support/doctor-after-each.ts'];

// SDK sources instead of the build, which may be stale; test/external/sdk-package.test.ts checks the published package.
const alias = { '@waybill/sdk': new URL('./packages/sdk/src/sdk.ts', import.meta.url).pathname };

interface ProjectOptions {
  readonly name: string;
  readonly include: readonly string[];
  /** Runs once, before the first test file of this project. */
  readonly globalSetup?: readonly string[];
}

function project({ name, include, globalSetup = [] }: ProjectOptions) {
  return {
    resolve: { alias },
    test: {
      name,
      include: [...include],
      setupFiles: [seedFile, ...checksAfterTests],
      globalSetup: [...globalSetup],
      exclude: ['**/node_modules/**', '**/dist/**'],
      environment: 'node',
      testTimeout: isFullScale ? FULL_SCALE_MS : TEST_MS,
      hookTimeout: isFullScale ? FULL_SCALE_MS : TEST_MS,
      // Test files of one worker share imported modules: importing the service for each file took a sixth of the total
      // time. The modules hold no state beyond what a test starts itself.
      isolate: false,
      expect: { poll: { timeout: PATIENCE_MS } },
    },
  };
}

export default defineConfig({
  test: {
    // More than cores, because tests often wait; at most 4, because each app opens many database connections.
    maxWorkers: Math.min(4, availableParallelism() + 2),
    // Transformed files are kept between runs and shared by the projects.
    experimental: { fsModuleCache: true },
    globalSetup: './test/support/prepare-postgres.ts',
    reporters: ['default', new PlainSummaryReporter()],
    // Only two: each imports the service into workers of its own.
    projects: [
      // `npm run test:quick`: no other processes, no browser, no long waits.
      project({
        name: 'quick',
        include: ['{src,web,packages}/**/*.test.ts', 'test/{contract,api}/**/*.test.ts'],
      }),
      project({
        name: 'slow',
        include: ['test/{long,tools,external,journeys,browser,faults}/**/*.test.ts'],
        globalSetup: [
          './test/support/external-packages.ts',
          './test/support/prepare-chromium.ts',
          './test/support/prepare-debian-postgres.ts',
        ],
      }),
    ],
  },
});
