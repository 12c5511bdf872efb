// Imports an export into an empty, migrated database, in one transaction, and verifies row counts and checksums.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { Client, escapeIdentifier } from 'pg';
import type { ConnectionOptions } from '../pool.ts';
import { copyIn, copyOut } from './copy-stream.ts';
import { CopyDigest, type OnTable, tablePath } from './export-database.ts';
import type { ExportedDatabase, ExportedTable } from './export-manifest.ts';
import {
  copySettings,
  copyStatement,
  type PartitionShape,
  readMigrations,
  readPartitions,
  readTables,
  type TableShape,
} from './table-catalog.ts';

/** Tables that migrations insert rows into; emptied before the import. */
const seededTables = new Set(['event_follower', 'message_epoch', 'sign_in_policy']);

export interface ImportSource {
  readonly folder: string;
  /** Directory of the tables inside `folder`. */
  readonly below: string;
  readonly database: ExportedDatabase;
}

export async function importDatabase(
  connection: ConnectionOptions,
  source: ImportSource,
  onTable: OnTable,
): Promise<void> {
  const client = new Client({
    ...connection,
    application_name: 'waybill:import',
    options: copySettings.map((setting) => `-c ${setting}`).join(' '),
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    await importTables(client, source, onTable);
    await client.query('commit');
    await client.query('analyze');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}

async function importTables(client: Client, source: ImportSource, onTable: OnTable): Promise<void> {
  await requireSameMigrations(client, source.database.migrations);
  const shapes = await readTables(client);
  // FORCE ROW LEVEL SECURITY applies to an owner who is not a superuser, and COPY FROM is not possible under row-level
  // security.
  await forEachTable(client, shapes, 'no force row level security');
  await requireEmptyTables(client, shapes);
  await createPartitions(client, source.database.partitions);
  const exported = new Map(source.database.tables.map((table) => [table.name, table]));
  for (const shape of shapes) {
    const table = exported.get(shape.name);
    if (!table) throw new Error(`The export does not contain the table ${shape.name}.`);
    await importTable(client, shape, table, source);
    onTable(table.name, table.rows);
  }
  for (const [name, last] of Object.entries(source.database.sequences))
    if (last !== null) await client.query('select setval($1::regclass, $2)', [name, last]);
  // Runs the deferred constraint checks now: ALTER TABLE fails on a table with pending trigger events.
  await client.query('set constraints all immediate');
  await forEachTable(client, shapes, 'force row level security');
}

async function requireSameMigrations(client: Client, exported: readonly string[]): Promise<void> {
  const applied = await readMigrations(client);
  if (applied.join() === exported.join()) return;
  throw new Error(
    `The export was made at migration ${exported.at(-1)}, this database is at ${applied.at(-1)}. ` +
      'Use the same Waybill version for export and import; upgrade before or after.',
  );
}

async function forEachTable(client: Client, shapes: readonly TableShape[], change: string): Promise<void> {
  for (const { name } of shapes) await client.query(`alter table ${escapeIdentifier(name)} ${change}`);
}

async function requireEmptyTables(client: Client, shapes: readonly TableShape[]): Promise<void> {
  for (const { name } of shapes) {
    const table = escapeIdentifier(name);
    if (seededTables.has(name)) await client.query(`delete from ${table}`);
    const { rowCount } = await client.query(`select from ${table} limit 1`);
    if (rowCount)
      throw new Error(
        `The database is not empty: the table ${name} contains rows. Import into a new database.`,
      );
  }
}

async function createPartitions(client: Client, wanted: readonly PartitionShape[]): Promise<void> {
  const existing = new Set((await readPartitions(client)).map(({ name }) => name));
  for (const { parent, name, bound, fillfactor } of wanted) {
    if (existing.has(name)) continue;
    if (!/^FOR VALUES FROM \('[0-9a-f-]{36}'\) TO \('[0-9a-f-]{36}'\)$/.test(bound))
      throw new Error(`The partition ${name} has unsupported bounds: ${bound}`);
    const options = fillfactor === null ? '' : ` with (fillfactor = ${Number(fillfactor)})`;
    await client.query(
      `create table ${escapeIdentifier(name)} partition of ${escapeIdentifier(parent)} ${bound}${options}`,
    );
  }
}

async function importTable(
  client: Client,
  shape: TableShape,
  exported: ExportedTable,
  { folder, below }: ImportSource,
): Promise<void> {
  const { name, columns, rows, sha256 } = exported;
  if (columns.join() !== shape.columns.join())
    throw new Error(`The columns of ${name} differ from the exported columns: ${columns.join(', ')}.`);
  const text = createReadStream(join(folder, tablePath(below, name))).pipe(createGunzip());
  await copyIn(client, `copy ${escapeIdentifier(name)} (${columns.join(', ')}) from stdin`, text);
  const digest = new CopyDigest();
  for await (const _ of digest.watch(copyOut(client, copyStatement(shape))));
  const found = digest.result();
  if (found.rows !== rows || found.sha256 !== sha256)
    throw new Error(
      `${name} differs from the export: ${found.rows} rows instead of ${rows}, or different content.`,
    );
}
