// pgbench with recorded statements: the upper limit of what any server could achieve with them. Values that must differ
// between transactions are generated; all others are sent as recorded.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { openDatabase } from './database.ts';
import type { Throughput } from './measurements.ts';
import type { LoggedStatement } from './statement-log.ts';

/**
 * Replaces a value that must differ in each transaction: an expression over `:n`, which is unique per transaction; null
 * keeps the value.
 */
export type Renew = (value: string, type: string) => string | null;

export interface Script {
  readonly text: string;
  /** Values sent as recorded. */
  readonly constants: ReadonlyMap<string, string>;
}

export const pgbenchInstallHint =
  'pgbench is not installed. It is not part of the embedded PostgreSQL; install it from the packages of your system: ' +
  '`apt install postgresql` (Debian, Ubuntu), `dnf install postgresql-contrib` (Fedora), `brew install postgresql` (macOS). ' +
  'It is searched in PATH and in /usr/lib/postgresql.';

export function findPgbench(): string | null {
  const versions = '/usr/lib/postgresql';
  const folders = [
    ...(existsSync(versions) ? readdirSync(versions).map((version) => `${versions}/${version}/bin`) : []),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file)) ?? null;
}

export interface RecordedTransaction {
  /** Sent before the transaction, one by one. */
  readonly reads: readonly LoggedStatement[];
  readonly writes: readonly LoggedStatement[];
}

/**
 * `opening` sets the variables that `renew` uses. `pipelined`: the writes are one pipeline and, as in Waybill, one
 * implicit transaction; otherwise they are sent one by one between BEGIN and COMMIT.
 */
export async function scriptOf(
  connection: ConnectionOptions,
  { reads, writes }: RecordedTransaction,
  { opening, renew, pipelined }: { opening: readonly string[]; renew: Renew; pipelined: boolean },
): Promise<Script> {
  const constants = new Map<string, string>();
  const filled = await openDatabase(connection, async ({ rows }) => {
    const lines: string[] = [];
    for (const { text, values } of [...reads, ...writes]) {
      const types = values.length > 0 ? await parameterTypes(rows, text) : [];
      lines.push(`${fill(text, values, types, renew, constants)};`);
    }
    return lines;
  });
  const [first, last] = pipelined ? ['\\startpipeline', '\\endpipeline'] : ['begin;', 'commit;'];
  const lines = [...opening, ...filled.slice(0, reads.length), first, ...filled.slice(reads.length), last];
  return { text: `${lines.join('\n')}\n`, constants };
}

async function parameterTypes(
  rows: (text: string) => Promise<object[]>,
  text: string,
): Promise<readonly string[]> {
  await rows(`prepare seen as ${text}`);
  const [row] = await rows(
    "select parameter_types::text[] as types from pg_prepared_statements where name = 'seen'",
  );
  await rows('deallocate seen');
  return (row as { types: string[] }).types;
}

function fill(
  text: string,
  values: readonly (string | null)[],
  types: readonly string[],
  renew: Renew,
  constants: Map<string, string>,
): string {
  const oneLine = text.replaceAll(/\s+/g, ' ');
  return oneLine.replaceAll(/\$(\d+)/g, (_, digits: string) => {
    const index = Number(digits) - 1;
    const value = values[index] ?? null;
    const type = types[index] ?? 'text';
    if (value === null) return `null::${type}`;
    const renewed = renew(value, type);
    if (renewed !== null) return renewed;
    const name = `seen_${constants.size}`;
    constants.set(name, value);
    return `:${name}::${type}`;
  });
}

/** Runs with the role and settings of the application, for this account. */
export function pgbench(
  program: string,
  { host = '', port = 5432, user = '', database = '' }: ConnectionOptions,
  { text, constants }: Script,
  { clients, accountId }: { readonly clients: number; readonly accountId: string },
): (forMs: number) => Promise<Throughput> {
  return async (forMs) => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-pgbench-'));
    const file = join(folder, 'script.sql');
    writeFileSync(file, text);
    const defines = [...constants].map(([name, value]) => `--define=${name}=${value}`);
    const seconds = Math.max(1, Math.round(forMs / 1000));
    const options = ['--no-vacuum', '--protocol=prepared', `--client=${clients}`, `--time=${seconds}`];
    // Each run continues from the clock, so that no two runs generate the same ids.
    const start = `--define=n=${Date.now() * 1000}`;
    try {
      const { stdout } = await promisify(execFile)(
        program,
        [
          ...options,
          start,
          ...defines,
          `--file=${file}`,
          '-h',
          host,
          '-p',
          String(port),
          '-U',
          user,
          database,
        ],
        {
          env: {
            ...process.env,
            PGOPTIONS: `-c role=waybill_app -c timezone=UTC -c waybill.account_id=${accountId}`,
          },
        },
      );
      const perSecond = /^tps = ([\d.]+) \(without/m.exec(stdout)?.[1];
      const operations = /transactions actually processed: (\d+)/.exec(stdout)?.[1];
      if (!perSecond || !operations) throw new Error(`pgbench printed: ${stdout}`);
      return { operations: Number(operations), elapsedMs: (Number(operations) * 1000) / Number(perSecond) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
