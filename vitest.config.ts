// Vitest configuration. A folder below test/ is one kind of test: `npx vitest run test/api` runs only those.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
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

// SDK sources instead of the build, which may be stale; test/external/sdk-package.test.ts checks the published package.
const alias = { '@waybill/sdk': new URL('./packages/sdk/src/sdk.ts', import.meta.url).pathname };

// One project: each would import the service into workers of its own.
export default defineConfig({
  resolve: { alias },
  test: {
    include: ['{src,web,packages,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    globalSetup: [
      './test/support/prepare-postgres.ts',
      './test/support/prepare-chromium.ts',
      './test/support/prepare-debian-postgres.ts',
      './test/support/external-packages.ts',
    ],
    setupFiles: [
      './test/support/seed.ts',
      './test/support/check-statements.ts',
      './test/support/doctor-after-each.ts',
    ],
    testTimeout: isFullScale ? FULL_SCALE_MS : TEST_MS,
    hookTimeout: isFullScale ? FULL_SCALE_MS : TEST_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    // Test files of one worker share imported modules: importing the service for each file took a sixth of the total
    // time. The modules hold no state beyond what a test starts itself.
    isolate: false,
    // One more than cores, because tests often wait; at most 4, because each app opens many database connections.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    sequence: { sequencer: LongestFirst },
    // Transformed files are kept between runs.
    experimental: { fsModuleCache: true },
    reporters: ['default', new PlainSummaryReporter()],
  },
});
