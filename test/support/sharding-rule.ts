// Sharding rule: a statement on rows of accounts must contain a condition on the account, so that the rows can be
// distributed over several PostgreSQL servers by account. Statements are parsed with PostgreSQL's own parser.
import { readFileSync } from 'node:fs';
import { loadModule, parseSync } from 'libpg-query';

export type Verb = 'select' | 'insert' | 'update' | 'delete';

export interface UnscopedAccess {
  readonly verb: Verb;
  readonly table: string;
}

type Node = Readonly<Record<string, unknown>>;

const ACCOUNT = 'account_id';

/** Tables with an account_id column, from the generated types. */
export function accountTables(): ReadonlySet<string> {
  const text = readFileSync(new URL('../../src/db/schema.generated.ts', import.meta.url), 'utf8');
  const owned = new Set(
    [...text.matchAll(/export interface (\w+) \{([^}]*)\}/g)]
      .filter(([, , fields = '']) => new RegExp(`^\\s+${ACCOUNT}:`, 'm').test(fields))
      .map(([, name]) => name),
  );
  const [, database = ''] = /export interface DB \{([^}]*)\}/.exec(text) ?? [];
  const tables = [...database.matchAll(/^\s+(\w+): (\w+);/gm)];
  return new Set(tables.filter(([, , type]) => owned.has(type)).map(([, table = '']) => table));
}

export async function loadParser(): Promise<void> {
  await loadModule();
}

/** Accesses of a statement to account tables without a condition on the account. */
export function accessesWithoutAccount(text: string, tables: ReadonlySet<string>): UnscopedAccess[] {
  const found: UnscopedAccess[] = [];
  visit(parseSync(text), tables, new Set(), found);
  return found;
}

const verbs: Readonly<Record<string, Verb>> = {
  SelectStmt: 'select',
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
};

function visit(
  node: unknown,
  tables: ReadonlySet<string>,
  cteNames: ReadonlySet<string>,
  found: UnscopedAccess[],
): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, tables, cteNames, found);
    return;
  }
  if (!isNode(node)) return;
  for (const [key, value] of Object.entries(node)) {
    const verb = verbs[key];
    if (!verb || !isNode(value)) {
      visit(value, tables, cteNames, found);
      continue;
    }
    const within = new Set([...cteNames, ...cteNamesOf(value)]);
    found.push(...checkStatement(verb, value, tables, within));
    visit(value, tables, within, found);
  }
}

/** Names of common table expressions, which are not tables. */
function cteNamesOf(statement: Node): string[] {
  const parts = (statement['withClause'] as { ctes?: { CommonTableExpr: { ctename: string } }[] } | undefined)
    ?.ctes;
  return (parts ?? []).map(({ CommonTableExpr }) => CommonTableExpr.ctename);
}

function checkStatement(
  verb: Verb,
  statement: Node,
  tables: ReadonlySet<string>,
  cteNames: ReadonlySet<string>,
): UnscopedAccess[] {
  const sources = sourcesOf(statement);
  const target = statement['relation'] as Source | undefined;
  if (target && verb === 'insert') {
    const columns = (statement['cols'] ?? []) as { ResTarget: { name: string } }[];
    const isOwned = columns.some(({ ResTarget }) => ResTarget.name === ACCOUNT);
    return tables.has(target.relname) && !isOwned ? [{ verb, table: target.relname }] : [];
  }
  if (target) sources.push(target);
  const scoped = conditionsOf(statement);
  return sources
    .filter(({ relname }) => tables.has(relname) && !cteNames.has(relname))
    .filter(({ relname, alias }) => !scoped.has(alias?.aliasname ?? relname) && !scoped.has(''))
    .map(({ relname }) => ({ verb, table: relname }));
}

interface Source {
  readonly relname: string;
  readonly alias?: { readonly aliasname: string };
}

/** Tables of this query level, without subqueries. */
function sourcesOf(statement: Node): Source[] {
  const found: Source[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) walk(each);
    if (!isNode(node)) return;
    if (isNode(node['RangeVar'])) found.push(node['RangeVar'] as Source & Node);
    if (isNode(node['JoinExpr'])) {
      walk(node['JoinExpr']['larg']);
      walk(node['JoinExpr']['rarg']);
    }
  };
  walk(statement['fromClause']);
  walk(statement['usingClause']);
  return found;
}

/** Aliases with a condition on account_id; '' for a condition without an alias at this level. */
function conditionsOf(statement: Node): Set<string> {
  const scoped = new Set<string>();
  const collect = (node: unknown, isNested: boolean): void => {
    if (Array.isArray(node)) for (const each of node) collect(each, isNested);
    if (!isNode(node)) return;
    if (isNode(node['ColumnRef'])) {
      const names = (node['ColumnRef']['fields'] as { String?: { sval: string } }[]).map(
        (field) => field.String?.sval,
      );
      if (names.at(-1) !== ACCOUNT) return;
      if (names.length > 1) scoped.add(names.at(-2) ?? '');
      else if (!isNested) scoped.add('');
      return;
    }
    for (const [key, value] of Object.entries(node)) collect(value, isNested || key in verbs);
  };
  const joins = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) joins(each);
    if (!isNode(node)) return;
    const join = node['JoinExpr'];
    if (isNode(join)) {
      collect(join['quals'], false);
      const using = (join['usingClause'] ?? []) as { String?: { sval: string } }[];
      if (using.some((name) => name.String?.sval === ACCOUNT)) scoped.add('');
      joins(join['larg']);
      joins(join['rarg']);
    }
    // A lateral subquery refers to the tables beside it.
    if (isNode(node['RangeSubselect'])) collect(node['RangeSubselect'], true);
  };
  collect(statement['whereClause'], false);
  joins(statement['fromClause']);
  joins(statement['usingClause']);
  return scoped;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
