// The steps of a newcomer's first hour, in order, each with a time-out. A newcomer has two terminals: the server runs in one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import { examplesOf, shellPrelude } from '../../test/support/guide-code.ts';
import { documentedCommands, firstBookingCode, receivedEvents } from './documented-commands.ts';
import type { Newcomer } from './newcomer.ts';
import type { Terminal } from './terminal.ts';

export const stepNames = [
  'node',
  'clone',
  'install',
  'start',
  'booking',
  'webhook',
  'command',
  'sdk',
  'cli',
  'stop',
] as const;
export type StepName = (typeof stepNames)[number];

/** For a busy machine. */
const TIMEOUT_SECONDS = { short: 300, long: 600, install: 1200 };

export interface FirstHourOptions {
  readonly newcomer: Newcomer;
  /** The repository to clone. */
  readonly root: string;
  /** Expected version of Node, or the beginning of it. */
  readonly nodeVersion: string;
  readonly installOptions: string;
  readonly onStep: (step: StepName, seconds: number) => void;
}

export interface FirstHour {
  readonly seconds: Partial<Record<StepName, number>>;
  /** Null: all steps passed. */
  readonly failure: { readonly step: StepName; readonly message: string } | null;
}

/** Seconds from the first command to the end of the step; null if it was not reached. */
export function secondsTo(last: StepName, seconds: FirstHour['seconds']): number | null {
  if (seconds[last] === undefined) return null;
  return stepNames.slice(0, stepNames.indexOf(last) + 1).reduce((sum, name) => sum + (seconds[name] ?? 0), 0);
}

export async function firstHour(options: FirstHourOptions): Promise<FirstHour> {
  const seconds: Partial<Record<StepName, number>> = {};
  const startedAt = performance.now();
  let step: StepName = 'node';
  try {
    for await (const done of runSteps(options)) {
      step = done;
      const since = Object.values(seconds).reduce((sum, each) => sum + each, 0);
      const total = (performance.now() - startedAt) / 1000;
      const duration = total - since;
      seconds[step] = duration;
      options.onStep(step, duration);
      step = stepNames[stepNames.indexOf(step) + 1] ?? step;
    }
    return { seconds, failure: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { seconds, failure: { step, message } };
  }
}

/** Yields the name of each step when it is done. */
async function* runSteps(options: FirstHourOptions): AsyncGenerator<StepName> {
  const { newcomer, root, nodeVersion, installOptions } = options;
  await checkNode(newcomer, nodeVersion);
  yield 'node';

  newcomer.cloneRepository(root);
  yield 'clone';

  const commands = documentedCommands(newcomer.clone);
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
  const serverTerminal = newcomer.openTerminal(newcomer.clone, ports);
  await serverTerminal.run(`${commands.install} ${installOptions}`, {
    timeoutSeconds: TIMEOUT_SECONDS.install,
  });
  yield 'install';

  await serverTerminal.run(commands.start, {
    timeoutSeconds: TIMEOUT_SECONDS.install,
    until: /docs: http/,
  });
  yield 'start';

  // PORT: of the webhook receiver.
  const terminal = newcomer.openTerminal(newcomer.clone, { PORT: String(await freePort()) });
  const type = (text: string) => terminal.run(text, { timeoutSeconds: TIMEOUT_SECONDS.long });
  await type(shellPrelude);
  firstBookingCode(await type(commands.booking));
  yield 'booking';

  const events = receivedEvents(await type(commands.webhook));
  if (!events.at(-1)?.endsWith(' is delivered')) throw new Error(`not delivered:\n${events.join('\n')}`);
  yield 'webhook';

  await type(commands.operator);
  yield 'command';

  await type(commands.credentials);
  await type(`cd '${newcomer.project}'`);
  await runExamples(terminal, commands.sdk.install);
  await useSdk(terminal, newcomer.project, commands.sdk);
  yield 'sdk';

  await runExamples(terminal, commands.cli.install);
  await runExamples(terminal, commands.cli.use);
  yield 'cli';

  const lastLines = await serverTerminal.interrupt(TIMEOUT_SECONDS.short);
  if (!lastLines.includes('"stopped"')) throw new Error(`did not shut down:\n${lastLines}`);
  yield 'stop';
}

/** npm must run with the Node of this combination, not with the one of this machine. */
async function checkNode(newcomer: Newcomer, nodeVersion: string): Promise<void> {
  const terminal = newcomer.openTerminal('/');
  const output = await terminal.run('npm version --json', { timeoutSeconds: TIMEOUT_SECONDS.short });
  const { node } = JSON.parse(output) as { node: string };
  if (!`${node}.`.startsWith(`${nodeVersion}.`))
    throw new Error(`npm runs with Node ${node}, not ${nodeVersion}`);
}

/** A program of a guide, saved to the file that the guide names. */
async function useSdk(
  terminal: Terminal,
  folder: string,
  { file, program }: { file: string; program: string },
): Promise<void> {
  writeFileSync(join(folder, file), program);
  const output = await terminal.run(`node ${file}`, { timeoutSeconds: TIMEOUT_SECONDS.short });
  for (const [, expected = ''] of program.matchAll(/\/\/ → (.+)$/gm))
    if (!output.includes(expected)) throw new Error(`${file} did not print "${expected}":\n${output}`);
}

/** Runs commands of a guide; each must print what the guide states. */
async function runExamples(terminal: Terminal, code: string): Promise<void> {
  for (const { script, promises } of examplesOf(code)) {
    const output = await terminal.run(script, { timeoutSeconds: TIMEOUT_SECONDS.long });
    const missing = promises.find((promise) => !output.includes(promise));
    if (missing) throw new Error(`did not print "${missing}":\n${script}\n${output}`);
  }
}
