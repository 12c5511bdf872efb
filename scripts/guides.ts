// `npm run guides`: starts a new instance and runs every program of the guides and READMEs twice, in random order, with the
// same account: each must work in a used sandbox, print what its page states, end by itself, and leave nothing behind: no
// file, no process, no webhook endpoint, no moved clock. A program is all blocks of one kind on one page.
//
//   npm run guides -- --seed 7          repeats the order of an earlier run
//   npm run guides -- quickstart sdk    runs only pages whose path contains one of the words
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../test/support/free-port.ts';
import { startServer } from '../test/support/server-process.ts';
import { type GuideProgram, guidePrograms, runGuideProgram } from './guides/guide-programs.ts';
import { PartnerAccount } from './guides/partner-account.ts';
import { ReaderFolder } from './guides/reader-folder.ts';
import { endRunningProcesses } from './guides/run-process.ts';

const ROUNDS = 2;
const OUTPUT_LINES = 40;
const root = fileURLToPath(new URL('..', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) } },
});
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed) || seed < 0) {
  console.error(`--seed must be a whole number, not ${values.seed}.`);
  process.exit(2);
}

const programs = guidePrograms().filter(
  ({ page }) => positionals.length === 0 || positionals.some((word) => page.includes(word)),
);
if (programs.length === 0) {
  console.error(`No page with code has a path that contains ${positionals.join(' or ')}.`);
  process.exit(2);
}
process.exitCode = (await runAll(inRandomOrder(programs))) ? 0 : 1;

/** Every program once per round; the rounds are shuffled together, so that a program may follow itself. */
function inRandomOrder(all: readonly GuideProgram[]): GuideProgram[] {
  const random = randomNumbers(seed);
  return Array.from({ length: ROUNDS }, () => all)
    .flat()
    .map((program) => ({ program, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ program }) => program);
}

/** mulberry32: the same numbers for the same seed on every machine. */
function randomNumbers(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function runAll(order: readonly GuideProgram[]): Promise<boolean> {
  console.log(`${programs.length} programs, each ${ROUNDS} times, in the order of seed ${seed}`);
  const reader = new ReaderFolder(root);
  const server = {
    DATA_DIR: reader.data,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    SIMULATION_STEP_SECONDS: '0.2',
  };
  let failures = 0;
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isInterrupted = true;
      endRunningProcesses();
    });
  try {
    const instance = await startServer(server);
    try {
      const account = new PartnerAccount(join(reader.data, 'credentials.json'));
      for (const program of order) {
        if (isInterrupted) break;
        const startedAt = performance.now();
        const { problem, output } = await runGuideProgram(program, {
          reader,
          server,
          partner: await account.variables(),
        });
        if (isInterrupted) break;
        const problems = [problem, ...reader.takeLeftovers().map((path) => `left ${path}`)];
        const found = [...problems, ...(await account.takeLeftovers())].filter((each) => each !== null);
        report(program, (performance.now() - startedAt) / 1000, found, output);
        if (found.length > 0) failures += 1;
      }
    } finally {
      await instance.stop();
    }
  } finally {
    reader.remove();
  }
  if (isInterrupted) {
    console.log('Interrupted.');
    return false;
  }
  console.log(
    failures === 0
      ? `All ${order.length} runs passed (seed ${seed}).`
      : `${failures} of ${order.length} runs failed. Repeat them with: npm run guides -- --seed ${seed}`,
  );
  return failures === 0;
}

function report(
  { page, kind }: GuideProgram,
  seconds: number,
  found: readonly string[],
  output: string,
): void {
  console.log(`${found.length === 0 ? '✓' : '✗'} ${seconds.toFixed(1).padStart(6)} s  ${page}, ${kind}`);
  for (const each of found) console.log(`    ${each}`);
  if (found.length > 0)
    for (const line of output.trimEnd().split('\n').slice(-OUTPUT_LINES))
      console.log(`    | ${line.slice(0, 300)}`);
}
