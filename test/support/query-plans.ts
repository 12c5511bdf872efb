// Runs statements with the settings of the webhook engine (or others) and records the plan that PostgreSQL used for
// each: the generic plan of a prepared statement, as in a process that has run for a while.
import { Client, escapeLiteral, type Pool, type QueryConfig } from 'pg';
import { type AccountDatabase, createDatabase } from '../../src/db/database.ts';
import { engineSettings } from '../../src/db/environment-database.ts';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { createSystemDatabase, type SystemDatabase } from '../../src/db/system-database.ts';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  /** Expressions that the node computes. */
  readonly Output?: readonly string[];
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface Explained {
  readonly db: SystemDatabase;
  /** For statements of partners. Row-level security does not apply. */
  readonly forAccount: (accountId: string) => AccountDatabase;
  /** Plans of the statements since the last call, each as a flat list of nodes. */
  takePlans(): PlanNode[][];
  close(): Promise<void>;
}

export async function explainStatements(
  connection: ConnectionOptions,
  settings: readonly string[] = engineSettings,
): Promise<Explained> {
  const options = ['role=waybill_system', ...settings].map((setting) => `-c ${setting}`).join(' ');
  const client = new Client({ ...connection, options });
  await client.connect();
  let plans: PlanNode[][] = [];
  const names = new Map<string, string>();
  const prepare = async (text: string) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = `explained_${names.size}`;
    names.set(text, name);
    await client.query(`prepare ${name} as ${text}`);
    return name;
  };
  const explain = async ({ text, values = [] }: QueryConfig) => {
    if (/^(start|commit|rollback)/.test(text)) return client.query(text);
    const name = await prepare(text);
    const literals = values.map((value) => escapeValue(value));
    const run = `execute ${name}${literals.length > 0 ? `(${literals.join(', ')})` : ''}`;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, verbose, format json) ${run}`,
    );
    plans.push(rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan)));
    return { rows: [], rowCount: 0 };
  };
  let last: Promise<unknown> = Promise.resolve();
  type Callback = (error: unknown, result?: unknown) => void;
  // Prepared queries carry their own callback.
  const query = (statement: QueryConfig & { callback?: Callback }, callback?: Callback) => {
    const settle = callback ?? statement.callback ?? (() => {});
    last = last
      .then(() => explain(statement))
      .then(
        (result) => settle(null, result),
        (error: unknown) => settle(error),
      );
  };
  // Only the parts of a connection that the driver uses.
  const stream = { cork: () => {}, uncork: () => {} };
  const pool = {
    options: { max: 2 },
    connect: async () => ({ query, release: () => {}, connection: { stream } }),
  };
  return {
    db: createSystemDatabase(pool as object as Pool),
    forAccount: (accountId) => createDatabase(pool as object as Pool).forAccount(accountId),
    takePlans: () => {
      const taken = plans;
      plans = [];
      return taken;
    },
    close: () => client.end(),
  };
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function escapeValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) =>
      item === null ? 'null' : `"${String(item).replaceAll(/["\\]/g, String.raw`\$&`)}"`,
    );
    return escapeLiteral(`{${items.join(',')}}`);
  }
  return escapeLiteral(String(value));
}
