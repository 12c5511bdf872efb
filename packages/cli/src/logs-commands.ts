// waybill-partner logs tail: polls the request log and prints the account's calls.
import { setTimeout as delay } from 'node:timers/promises';
import type { LoggedRequest, Waybill } from '@waybill/sdk';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { jsonOption, profileOption } from './arguments.ts';
import { printJsonLine } from './print.ts';
import { type CommonOptions, openSession } from './session.ts';
import { clockTime, utc } from './stop-time.ts';

const pollMillis = 2_000;
// Several processes write entries in batches, under the time of the request: look back far enough to see late entries.
const lookBackMillis = 60_000;

export function addLogCommands(program: Command): void {
  const logs = program.command('logs').description('Inspect the API requests of the account');
  logs
    .command('tail')
    .description('Print API requests and their responses as they happen')
    .option('--status <status>', 'filter by status: 404, 4xx or failed', parseStatus)
    .option('--path <text>', 'filter by text in the path')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(tail);
}

function parseStatus(text: string): string {
  if (!/^([1-5]xx|[1-5]\d\d|failed)$/.test(text))
    throw new InvalidArgumentError('Enter a status such as 404, a class such as 4xx, or failed.');
  return text;
}

interface TailOptions extends CommonOptions {
  readonly status?: string;
  readonly path?: string;
}

async function tail({ status, path, ...options }: TailOptions): Promise<void> {
  const waybill = await openSession(options);
  const filter = { ...(status !== undefined && { status }), ...(path !== undefined && { path }) };
  let seen = new Set((await recent(waybill, filter)).map(({ id }) => id));
  if (options.json) printJsonLine({ ready: true });
  else console.log('Ready.');
  for (;;) {
    await delay(pollMillis);
    const calls = await recent(waybill, filter);
    for (const call of calls.filter(({ id }) => !seen.has(id))) {
      if (options.json) printJsonLine(call);
      else console.log(callLine(call));
    }
    seen = new Set(calls.map(({ id }) => id));
  }
}

/** Oldest first. */
async function recent(
  waybill: Waybill,
  filter: { status?: string; path?: string },
): Promise<LoggedRequest[]> {
  const from = new Date(Date.now() - lookBackMillis).toISOString();
  const calls: LoggedRequest[] = [];
  for await (const call of waybill.requests.list({ ...filter, from, limit: 100 })) calls.unshift(call);
  return calls;
}

function callLine({
  at,
  status,
  method,
  path,
  duration_ms,
  error_code,
  error_param,
  request_id,
  replayed,
}: LoggedRequest) {
  const refusal = [error_param, error_code].filter(Boolean).join(' ');
  const rest = [refusal, replayed && 'replayed', request_id].filter(Boolean).join('  ');
  return `${clockTime(at, utc)}  ${status}  ${method.padEnd(6)} ${path}  ${Math.round(duration_ms)} ms  ${rest}`;
}
