// First-hour test: clones the repository and follows the README and the guides with their own commands, like a newcomer with
// an empty home: install, start, first booking, first signed webhook, a command of operators, an SDK program, the partner
// CLI, Ctrl-C. Prints the seconds of each step as a Markdown table. Fails if a step fails or leaves a process, or if the first
// booking takes more than 5 minutes or the first webhook more than 15: run it on an idle machine. Each combination downloads
// all packages.
//
//   npx tsx scripts/first-hour.ts                     all combinations
//   npx tsx scripts/first-hour.ts node-22 node-24     only these
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isRoot, Newcomer } from './first-hour/newcomer.ts';
import { fetchNodeRelease, type NodeRelease, nodeReleases } from './first-hour/node-release.ts';
import { type FirstHour, firstHour, secondsTo, stepNames } from './first-hour/steps.ts';

/** What we promise. */
const LIMIT_SECONDS = { booking: 5 * 60, webhook: 15 * 60 } as const;
const root = fileURLToPath(new URL('..', import.meta.url));

interface Combination {
  readonly name: string;
  readonly title: string;
  readonly release: NodeRelease;
  readonly isOrdinaryUser?: boolean;
  readonly installOptions?: string;
}

const combinations: readonly Combination[] = [
  { name: 'root', title: 'Node 20, root', release: nodeReleases[20] },
  { name: 'user', title: 'Node 20, ordinary user', release: nodeReleases[20], isOrdinaryUser: true },
  { name: 'node-22', title: 'Node 22', release: nodeReleases[22] },
  { name: 'node-24', title: 'Node 24', release: nodeReleases[24] },
  {
    name: 'ignore-scripts',
    title: '`npm ci --ignore-scripts`',
    release: nodeReleases[20],
    installOptions: '--ignore-scripts',
  },
];

let isInterrupted = false;
const chosen = chooseCombinations(parseArgs({ allowPositionals: true }).positionals);
process.exitCode = (await runAll(chosen)) ? 0 : 1;

function chooseCombinations(names: readonly string[]): readonly Combination[] {
  const unknown = names.find((name) => !combinations.some((each) => each.name === name));
  if (unknown !== undefined) {
    const known = combinations.map(({ name }) => name).join(', ');
    console.error(`There is no combination ${unknown}. Name one or more of: ${known}.`);
    process.exit(2);
  }
  return combinations.filter(({ name }) => names.length === 0 || names.includes(name));
}

async function runAll(all: readonly Combination[]): Promise<boolean> {
  const [cpu] = cpus();
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (changed) console.log('The last commit is cloned, without the uncommitted changes.');
  console.log(`${process.platform} ${process.arch}, ${cpus().length} × ${cpu?.model}`);
  const rows: string[] = [];
  let failures = 0;
  for (const combination of all) {
    if (isInterrupted) break;
    if (combination.name === 'root' && !isRoot()) {
      console.log(`- ${combination.title}: not run, because this process does not run as root`);
      continue;
    }
    console.log(`${combination.title} …`);
    const load = loadavg()[0] ?? 0;
    const { seconds, failure: failedStep } = await run(combination);
    const failure = failedStep ?? lateMilestone(seconds);
    rows.push(tableRow(combination, seconds, load));
    console.log(`${failure ? '✗' : '✓'} ${combination.title}${failure ? `: ${failure.step} failed` : ''}`);
    if (!failure) continue;
    failures += 1;
    console.log(failure.message.replaceAll(/^/gm, '    | '));
  }
  console.log(`\n${[...tableHead(), ...rows].join('\n')}`);
  if (failures > 0) console.log(`\n${failures} of ${rows.length} combinations failed.`);
  return failures === 0;
}

async function run({
  release,
  isOrdinaryUser = false,
  installOptions = '',
}: Combination): Promise<FirstHour> {
  const newcomer = new Newcomer({ release: await fetchNodeRelease(release), isOrdinaryUser });
  // The step that runs now then fails.
  const interrupt = () => {
    isInterrupted = true;
    void newcomer.leave();
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const result = await firstHour({
      newcomer,
      root,
      nodeVersion: release.node,
      installOptions,
      onStep: (step, seconds) => console.log(`  ${step.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s`),
    });
    const left = await newcomer.leave();
    if (left.length === 0 || result.failure) return result;
    return { ...result, failure: { step: 'stop', message: `left running:\n${left.join('\n')}` } };
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function lateMilestone(seconds: FirstHour['seconds']): FirstHour['failure'] {
  for (const step of ['booking', 'webhook'] as const) {
    const taken = secondsTo(step, seconds) ?? 0;
    if (taken <= LIMIT_SECONDS[step]) continue;
    return { step, message: `after ${taken.toFixed(0)} s; the limit is ${LIMIT_SECONDS[step]} s` };
  }
  return null;
}

/** Seconds per step; the sums begin with the first command. */
function tableHead(): string[] {
  const columns = [
    'combination',
    ...stepNames,
    'to first booking',
    'to first webhook',
    'total',
    'load before',
  ];
  return [`| ${columns.join(' | ')} |`, `|---|${'--:|'.repeat(columns.length - 1)}`];
}

function tableRow({ title }: Combination, seconds: FirstHour['seconds'], load: number): string {
  const times = [
    ...stepNames.map((name) => seconds[name]),
    ...(['booking', 'webhook', 'stop'] as const).map((name) => secondsTo(name, seconds)),
  ];
  const cells = times.map((each) => each?.toFixed(1) ?? '–');
  return `| ${[title, ...cells, load.toFixed(1)].join(' | ')} |`;
}
