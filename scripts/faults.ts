// `npm run faults [-- R7 R12 --seed 42 --small --shared --list --publish]`: runs the fault tests with full counts. Each
// test runs in vitest processes of its own with a printed seed that reproduces it; the doctor checks the stored data
// afterwards. The report is in test-results/faults. Exits with 1 unless all tests passed.
import { randomInt } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type FaultTest, faultTests } from './faults/fault-tests.ts';
import { describe, failuresOf, publish, saveOutcome, type TestOutcome } from './faults/report.ts';
import { type RunOutcome, runParts, runsOf, type Scale } from './faults/run-parts.ts';
import { commit } from './support/commit.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    small: { type: 'boolean', default: false },
    shared: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
  },
});

function chosen(requested: readonly string[]): readonly FaultTest[] {
  const ids = requested.map((id) => id.toUpperCase());
  const unknown = ids.filter((id) => faultTests.every((test) => test.id !== id));
  if (unknown.length > 0)
    throw new Error(
      `Unknown test ${unknown.join(', ')}. Tests: ${faultTests.map(({ id }) => id).join(' ')}.`,
    );
  return ids.length === 0 ? faultTests : faultTests.filter(({ id }) => ids.includes(id));
}

function chosenSeed(given: string | undefined): number {
  if (given === undefined) return randomInt(1, 2 ** 31);
  if (!/^\d{1,10}$/.test(given) || Number(given) >= 2 ** 31)
    throw new Error(`--seed ${given}: enter a whole number below 2147483648.`);
  return Number(given);
}

async function run(test: FaultTest, scale: Scale): Promise<TestOutcome> {
  const startedAt = performance.now();
  const runs: RunOutcome[] = [];
  const planned = runsOf(test.parts);
  for (const parts of planned) {
    const files = parts.map(({ file }) => file).join(' ');
    process.stderr.write(`  ${test.id} ${runs.length + 1} of ${planned.length}: ${files}\n`);
    runs.push(await runParts(parts, scale, test.atOnce ?? false));
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    id: test.id,
    finishedAt: new Date().toISOString(),
    commit: commit(),
    seconds,
    load: loadavg()[1] ?? 0,
    runs,
    ...scale,
  };
}

const tests = chosen(positionals);
if (values.list) {
  for (const { id, title, bar } of tests) console.log(`${id.padEnd(4)}${title}\n    ${bar}`);
} else if (values.publish) {
  publish();
} else {
  const scale = { seed: chosenSeed(values.seed), full: !values.small, shared: values.shared };
  console.log(`${tests.length} tests, seed ${scale.seed}`);
  const failed: string[] = [];
  for (const test of tests) {
    const outcome = await run(test, scale);
    saveOutcome(outcome);
    console.log(describe(outcome));
    if (failuresOf(outcome).length > 0) failed.push(test.id);
  }
  console.log(
    failed.length === 0
      ? `All ${tests.length} passed.`
      : `${failed.length} of ${tests.length} failed: ${failed.join(' ')}.`,
  );
  if (failed.length > 0) process.exitCode = 1;
}
