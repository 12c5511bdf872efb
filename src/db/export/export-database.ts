// Exports every table of one database to a directory, from one snapshot, while other sessions keep writing.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { type BackupFile, writeBackupFile } from '../../lib/backup-directory.ts';
import type { ConnectionOptions } from '../pool.ts';
import { copyOut } from './copy-stream.ts';
import type { ExportedDatabase, ExportedTable } from './export-manifest.ts';
import {
  copySettings,
  copyStatement,
  readMigrations,
  readPartitions,
  readSequences,
  readTables,
  type TableShape,
} from './table-catalog.ts';

export type OnTable = (table: string, rows: number) => void;

export interface DatabaseExport {
  readonly database: ExportedDatabase;
  readonly files: readonly BackupFile[];
}

export async function exportDatabase(
  connection: ConnectionOptions,
  folder: string,
  below: string,
  onTable: OnTable,
): Promise<DatabaseExport> {
  // The role that sees every account: FORCE ROW LEVEL SECURITY applies to the owner too, who would read no rows.
  const settings = [...copySettings, 'role=waybill_system', 'default_transaction_read_only=on'];
  const client = new Client({
    ...connection,
    application_name: 'waybill:export',
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('start transaction isolation level repeatable read, read only');
    const files: BackupFile[] = [];
    const tables: ExportedTable[] = [];
    for (const shape of await readTables(client)) {
      const { file, table } = await exportTable(client, shape, folder, below);
      files.push(file);
      tables.push(table);
      onTable(table.name, table.rows);
    }
    const database = {
      serverVersion: await serverVersion(client),
      migrations: await readMigrations(client),
      tables,
      partitions: await readPartitions(client),
      // Sequences are not transactional: read last, they are never behind the exported rows.
      sequences: await readSequences(client),
    };
    return { database, files };
  } finally {
    await client.end();
  }
}

export function tablePath(below: string, name: string): string {
  return `${below}/${name}.copy.gz`;
}

async function exportTable(client: Client, shape: TableShape, folder: string, below: string) {
  const digest = new CopyDigest();
  const packed = digest.watch(copyOut(client, copyStatement(shape)));
  const gzip = createGzip({ level: 4 });
  const file = writeBackupFile(folder, tablePath(below, shape.name), gzip);
  for await (const chunk of packed)
    if (!gzip.write(chunk)) await new Promise((resolve) => gzip.once('drain', resolve));
  gzip.end();
  const { name, columns } = shape;
  return { file: await file, table: { name, columns, ...digest.result() } };
}

/** Counts and hashes rows in COPY text format: each row ends with a line feed, and data contains none unescaped. */
export class CopyDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;

  async *watch(chunks: Readable | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      this.#hash.update(chunk);
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.#rows += 1;
      yield chunk;
    }
  }

  result(): { rows: number; sha256: string } {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

async function serverVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  return rows[0]?.version ?? '';
}
