// waybill-partner conformance: checks a running sandbox against the contract.
import { type FileHandle, open } from 'node:fs/promises';
import type { LocationParam } from '@waybill/sdk';
import { type Command, InvalidArgumentError } from 'commander';
import {
  collectStop,
  jsonOption,
  parseBaseUrl,
  parseForwardUrl,
  parseWhole,
  profileOption,
} from './arguments.ts';
import { sections as allSections } from './conformance/all-checks.ts';
import { describeSource, type Section } from './conformance/check.ts';
import { revokeTokens } from './conformance/clean-up.ts';
import { textAt } from './conformance/exchange.ts';
import { requestToken } from './conformance/fixtures.ts';
import { Unreachable } from './conformance/http-client.ts';
import { junitReport } from './conformance/report/junit-report.ts';
import { detailsOf, summarize } from './conformance/report/result-details.ts';
import { textReport } from './conformance/report/text-report.ts';
import { type Credentials, Run } from './conformance/run.ts';
import { type RunResult, runChecks } from './conformance/run-checks.ts';
import { environmentCredentials, supportsLiveOutput } from './environment.ts';
import { readCredentials } from './login-commands.ts';
import { printJson, printTable } from './print.ts';
import { readProfile } from './profile-file.ts';
import { SilentFailure } from './silent-failure.ts';
import { UsageError } from './usage-error.ts';

const requestTimeoutMillis = 30_000;
const endSignals = ['SIGINT', 'SIGTERM'] as const;
const defaultStops = [
  '350 5th Ave, New York, NY 10118',
  '1 Main St, Brooklyn, NY 11201',
  '30 Rockefeller Plaza, New York, NY 10112',
] as const;

export function addConformanceCommand(program: Command): void {
  program
    .command('conformance')
    .description('Check a running sandbox against the contract, and print what differs')
    .option('--base-url <url>', 'base URL of the sandbox; default: that of the credentials', parseBaseUrl)
    .option('--client-id <id>', 'client id; default: environment variables or profile')
    .option('--client-secret <secret>', 'client secret')
    .option('--credentials <file>', 'use the sandbox credentials of a credentials.json file')
    .option(
      '--only <pattern>',
      'run checks whose id begins with the text; * matches any text; repeatable',
      collect,
    )
    .option('--list', 'print the checks and exit')
    .option('--junit <file>', 'write a JUnit report to this file')
    .option('--timeout <seconds>', 'time limit of the run', parseSeconds, 300)
    .option('--stop <location>', 'location that the sandbox serves; repeat three times', collectStop)
    .option('--receiver-url <url>', 'URL at which the sandbox reaches --receiver-port', parseForwardUrl)
    .option('--receiver-port <port>', 'local port that receives webhooks', parseWhole)
    .option('--exhaust-rate-limit', 'also check the response beyond the rate limit')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(conformance);
}

interface ConformanceOptions {
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly credentials?: string;
  readonly only?: readonly string[];
  readonly list?: boolean;
  readonly junit?: string;
  readonly timeout: number;
  readonly stop?: readonly LocationParam[];
  readonly receiverUrl?: string;
  readonly receiverPort?: number;
  readonly exhaustRateLimit?: boolean;
  readonly profile: string;
  readonly json?: boolean;
}

const collect = (text: string, before: string[] = []) => [...before, text];

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 1 && seconds <= 86_400)) throw new InvalidArgumentError('Enter 1 to 86,400 seconds.');
  return seconds;
}

async function conformance(options: ConformanceOptions): Promise<void> {
  const sections = selectChecks(options.only);
  if (options.list) return printChecks(sections, options.json);
  const ending = new AbortController();
  const interrupt = () => ending.abort(new Error('The run was interrupted'));
  for (const signal of endSignals) process.once(signal, interrupt);
  const timeLimit = setTimeout(
    () => ending.abort(new Error(`The run reached its time limit of ${options.timeout} s`)),
    options.timeout * 1_000,
  );
  let junit: FileHandle | null = null;
  try {
    const run = new Run({
      credentials: await findCredentials(options),
      stops: stopsOf(options),
      receiver: receiverOf(options),
      exhaustsRateLimit: options.exhaustRateLimit === true,
      requestTimeoutMillis,
      signal: ending.signal,
    });
    junit = options.junit === undefined ? null : await openReport(options.junit);
    await signIn(run).catch(async (error: unknown) => {
      await revokeTokens(run);
      throw describeSignIn(error, run);
    });
    await report(run, sections, { json: options.json === true, junit });
  } finally {
    clearTimeout(timeLimit);
    for (const signal of endSignals) process.off(signal, interrupt);
    await junit?.close();
  }
}

/** Opened before the first request: a wrong path is found before the run, not after it. */
async function openReport(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w');
  } catch (error) {
    throw new UsageError(`--junit: the file cannot be written. ${(error as Error).message}`);
  }
}

function describeSignIn(error: unknown, { options }: Run): unknown {
  const { credentials, signal } = options;
  if (signal.aborted)
    return new UsageError(
      `${(signal.reason as Error).message} before it had logged in to ${credentials.baseUrl}.`,
    );
  return error instanceof Unreachable
    ? new UsageError(`${credentials.baseUrl} cannot be reached. ${error.message}`)
    : error;
}

interface ReportTargets {
  readonly json: boolean;
  readonly junit: FileHandle | null;
}

async function report(run: Run, sections: readonly Section[], { json, junit }: ReportTargets): Promise<void> {
  const startedAt = new Date();
  const result = await runChecks(sections, run);
  const totalMillis = Date.now() - startedAt.getTime();
  await junit?.writeFile(junitReport(result.results, run.client, startedAt));
  if (json) printJson(jsonReport(result, run, startedAt, totalMillis));
  else console.log(textReport(result, run.client, { usesColor: supportsLiveOutput(), totalMillis }));
  if (summarize(result.results).failed > 0) throw new SilentFailure();
}

function jsonReport({ results, notRemoved }: RunResult, run: Run, startedAt: Date, totalMillis: number) {
  const { passed, failed, notRun } = summarize(results);
  return {
    base_url: run.options.credentials.baseUrl,
    started_at: startedAt.toISOString(),
    duration_ms: totalMillis,
    requests: run.client.exchanges.length,
    passed,
    failed,
    not_run: notRun,
    not_removed: notRemoved.map((each) => ({ ...each, reason: run.client.mask(each.reason) })),
    checks: results.map((result) => ({
      id: result.check.id,
      section: result.section,
      title: result.check.title,
      status: result.status.replace(' ', '_'),
      duration_ms: Math.round(result.millis),
      ...detailsOf(result, run.client),
    })),
  };
}

/** Sections with the checks that at least one pattern matches. */
function selectChecks(patterns: readonly string[] = ['']): Section[] {
  const expressions = patterns.map(
    (pattern) => new RegExp(`^${pattern.split('*').map(escapeExpression).join('.*')}`),
  );
  const selected = allSections.map(({ title, checks }) => ({
    title,
    checks: checks.filter(({ id }) => expressions.some((expression) => expression.test(id))),
  }));
  if (selected.every(({ checks }) => checks.length === 0))
    throw new UsageError(`No check matches ${patterns.join(', ')}. --list prints the checks.`);
  return selected;
}

const escapeExpression = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

function printChecks(sections: readonly Section[], json = false): void {
  const rows = sections.flatMap(({ title: section, checks }) =>
    checks.map(({ id, title, source }) => ({ id, section, title, source: describeSource(source) })),
  );
  if (json) {
    printJson(rows);
    return;
  }
  printTable(
    ['CHECK', 'STATED IN', 'WHAT MUST HOLD'],
    rows.map(({ id, source, title }) => [id, source, title]),
  );
  console.log(`${rows.length} checks.`);
}

/** Options, then a file, then the environment, then the profile. */
async function findCredentials(options: ConformanceOptions): Promise<Credentials> {
  const found = await storedCredentials(options);
  const {
    baseUrl = found?.baseUrl,
    clientId = found?.clientId,
    clientSecret = found?.clientSecret,
  } = options;
  if (baseUrl === undefined || clientId === undefined || clientSecret === undefined)
    throw new UsageError(
      'Credentials are missing: use --base-url with --client-id and --client-secret, or --credentials, or run: waybill-partner login',
    );
  return { baseUrl: baseUrl.replace(/\/+$/, ''), clientId, clientSecret };
}

async function storedCredentials({ credentials, profile, clientId, clientSecret }: ConformanceOptions) {
  if (clientId !== undefined || clientSecret !== undefined) return null;
  const given = credentials === undefined ? environmentCredentials() : null;
  if (given) return given;
  const stored = credentials === undefined ? await readProfile(profile) : await readCredentials(credentials);
  if (!stored) return null;
  const { base_url: baseUrl, client_id, client_secret } = stored;
  return { baseUrl, clientId: client_id, clientSecret: client_secret };
}

function stopsOf({ stop = defaultStops }: ConformanceOptions): readonly [unknown, unknown, unknown] {
  const [first, second, third, ...more] = stop;
  if (third === undefined || more.length > 0) throw new UsageError('Use --stop three times, or not at all.');
  return [first, second, third];
}

function receiverOf({ receiverUrl: url, receiverPort: port }: ConformanceOptions) {
  if (url === undefined && port === undefined) return null;
  if (url === undefined || port === undefined)
    throw new UsageError('Use --receiver-url and --receiver-port together.');
  return { url, port };
}

/** The checks create and cancel bookings: only a sandbox is checked. */
async function signIn(run: Run): Promise<void> {
  const { baseUrl } = run.options.credentials;
  const issued = await requestToken(run);
  const token = textAt(issued, 'access_token');
  if (issued.status !== 200 || token === '')
    throw new UsageError(`${baseUrl} gave no token: ${issued.status} ${textAt(issued, 'message')}`);
  run.useToken(token);
  const account = await run.get('/account');
  if (textAt(account, 'environment') !== 'sandbox')
    throw new UsageError(`${baseUrl} is not a sandbox. The checks create bookings: use a sandbox.`);
}
