// Tables, partitions and sequences of a database, read from the system catalogs: what to copy, in which order, and what
// must exist before.
import type { Client } from 'pg';

export interface TableShape {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
  /** An ORDER BY that gives the same order on every server. */
  readonly orderBy: string;
}

export interface PartitionShape {
  readonly parent: string;
  readonly name: string;
  readonly bound: string;
  readonly fillfactor: string | null;
}

/**
 * Tables that are not exported: those of the migrator, and map regions, which are imported again from their extracts
 * (decision 0075).
 */
const notExported = '^(migration|kysely_migration_lock|map_[a-z_]+)$';

interface TableRow {
  readonly name: string;
  readonly columns: string[];
  readonly key: string[] | null;
  readonly parents: string[];
}

/** In foreign key order: referenced tables first. */
export async function readTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableRow>(
    `select c.relname as name,
       array(select quote_ident(attname) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       (select array_agg(quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end order by k.place)
         from pg_index i, unnest(i.indkey) with ordinality as k (number, place), pg_attribute a
         where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.number) as key,
       array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname !~ $1
     order by c.relname`,
    [notExported],
  );
  return inForeignKeyOrder(rows).map(({ name, columns, key }) => ({
    name,
    columns,
    orderBy: key ? key.join(', ') : `(${name})::text collate "C"`,
  }));
}

export async function readPartitions(client: Client): Promise<PartitionShape[]> {
  const { rows } = await client.query<PartitionShape>(
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound,
       (select split_part(o, '=', 2) from unnest(c.reloptions) o where o like 'fillfactor=%') as fillfactor
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and p.relname !~ $1
     order by c.relname`,
    [notExported],
  );
  return rows;
}

export async function readMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name');
  return rows.map(({ name }) => name);
}

/** Last value of each sequence; null if it was never used. */
export async function readSequences(client: Client): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null; visible: boolean }>(
    `select sequencename as name, last_value::text as last,
       has_sequence_privilege(format('%I.%I', schemaname, sequencename), 'select') as visible
     from pg_sequences where schemaname = 'public' order by 1`,
  );
  const hidden = rows.filter(({ visible }) => !visible).map(({ name }) => name);
  if (hidden.length > 0) throw new Error(`No permission to read the sequences ${hidden.join(', ')}.`);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** COPY statement for a table; with `copySettings` its text does not depend on server settings. */
export function copyStatement({ name, columns, orderBy }: TableShape): string {
  return `copy (select ${columns.join(', ')} from ${name} order by ${orderBy}) to stdout`;
}

export const copySettings = [
  'datestyle=ISO',
  'intervalstyle=postgres',
  'timezone=UTC',
  'extra_float_digits=1',
  'bytea_output=hex',
  'client_encoding=UTF8',
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
];

function inForeignKeyOrder(rows: readonly TableRow[]): TableRow[] {
  const sorted: TableRow[] = [];
  let remaining = [...rows];
  while (remaining.length > 0) {
    const names = new Set(remaining.map(({ name }) => name));
    const ready = remaining.filter(({ parents }) => parents.every((parent) => !names.has(parent)));
    if (ready.length === 0) throw new Error(`Foreign keys form a cycle: ${[...names].join(', ')}`);
    sorted.push(...ready);
    remaining = remaining.filter((row) => !ready.includes(row));
  }
  return sorted;
}
