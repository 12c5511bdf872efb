// Runs checks, a few at a time, and turns what they throw into results.
import { type Check, Mismatch, NotRun, type Phase, type Section } from './check.ts';
import { type NotRemoved, removeResources, revokeTokens } from './clean-up.ts';
import type { Exchange } from './exchange.ts';
import { FixtureFailure, type Run } from './run.ts';

const concurrency = 4;

export interface CheckResult {
  readonly check: Check;
  readonly section: string;
  readonly status: 'passed' | 'failed' | 'not run';
  readonly millis: number;
  /** Why it was not run, or which fixture could not be made. */
  readonly reason: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly exchange: Exchange | null;
}

export interface RunResult {
  /** In the order of the sections. */
  readonly results: readonly CheckResult[];
  readonly notRemoved: readonly NotRemoved[];
}

export async function runChecks(sections: readonly Section[], run: Run): Promise<RunResult> {
  const all = sections.flatMap(({ title, checks }) => checks.map((check) => ({ check, section: title })));
  const results = new Map<Check, CheckResult>();
  const reported = new Map<string, string>();
  const execute = async ({ check, section }: (typeof all)[number]) => {
    results.set(check, { check, section, ...(await judge(check, run, reported)) });
  };
  const inPhase = (phase: Phase) => all.filter(({ check }) => (check.phase ?? 'own') === phase);
  let notRemoved: readonly NotRemoved[] = [];
  try {
    const own = inPhase('own');
    const background = makeNeeds(own, run);
    await inParallel(
      own.toSorted((one, other) => Number(hasNeeds(one)) - Number(hasNeeds(other))),
      execute,
    );
    await background;
    const traffic = inPhase('traffic');
    await makeNeeds(traffic, run);
    for (const each of traffic) await execute(each);
    const last = inPhase('last');
    if (last.length > 0) await removeResources(run);
    for (const each of last) await execute(each);
  } finally {
    notRemoved = [...(await removeResources(run)), ...(await revokeTokens(run))];
  }
  return { results: all.flatMap(({ check }) => results.get(check) ?? []), notRemoved };
}

interface Checked {
  readonly check: Check;
}

const hasNeeds = ({ check }: Checked) => check.needs !== undefined;

/** A fixture that fails is reported by the checks that use it. */
async function makeNeeds(checks: readonly Checked[], run: Run): Promise<void> {
  const needs = new Set(checks.flatMap(({ check }) => check.needs ?? []));
  await Promise.allSettled([...needs].map((needed) => run.need(needed)));
}

async function inParallel<T>(items: readonly T[], action: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await action(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

type Outcome = Omit<CheckResult, 'check' | 'section'>;

/** `reported`: names of fixtures that failed, with the check that reported the cause. */
async function judge(check: Check, run: Run, reported: Map<string, string>): Promise<Outcome> {
  const startedAt = performance.now();
  const none = { reason: null, expected: null, actual: null, exchange: null };
  try {
    await check.judge(run);
    return { ...none, status: 'passed', millis: performance.now() - startedAt };
  } catch (error) {
    const millis = performance.now() - startedAt;
    return { ...none, ...describeFailure(error, check, reported), millis };
  }
}

function describeFailure(
  error: unknown,
  check: Check,
  reported: Map<string, string>,
): Partial<Outcome> & Pick<Outcome, 'status'> {
  if (error instanceof FixtureFailure) return describeFixture(error, check, reported);
  if (error instanceof NotRun) return { status: 'not run', reason: error.message };
  if (error instanceof Mismatch) {
    const { expected, actual, exchange } = error;
    return { status: 'failed', expected, actual, exchange };
  }
  return { status: 'failed', reason: error instanceof Error ? error.message : String(error) };
}

function describeFixture(
  { fixtureName, cause }: FixtureFailure,
  check: Check,
  reported: Map<string, string>,
): Partial<Outcome> & Pick<Outcome, 'status'> {
  if (cause instanceof NotRun) return { status: 'not run', reason: cause.message };
  const first = reported.get(fixtureName);
  if (first !== undefined)
    return { status: 'failed', reason: `needs ${fixtureName}, which could not be made: see ${first}` };
  reported.set(fixtureName, check.id);
  return {
    ...describeFailure(cause, check, reported),
    status: 'failed',
    reason: `needs ${fixtureName}, which could not be made`,
  };
}
