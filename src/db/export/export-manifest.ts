// What stands in the manifest of an export.
import { type Manifest, readManifest } from '../../lib/backup-directory.ts';
import type { PartitionShape } from './table-catalog.ts';

export const EXPORT_FORMAT = 'waybill-export/1';

export interface ExportedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the rows as text in the order of their keys. */
  readonly sha256: string;
}

export interface ExportedDatabase {
  readonly serverVersion: string;
  readonly migrations: readonly string[];
  readonly tables: readonly ExportedTable[];
  readonly partitions: readonly PartitionShape[];
  readonly sequences: Readonly<Record<string, string | null>>;
}

/** Tells whether a key is the same without telling the key. */
export interface KeyMark {
  readonly id: string;
  readonly sha256: string;
}

export interface ExportManifest extends Manifest {
  readonly format: typeof EXPORT_FORMAT;
  readonly waybill: string;
  readonly takenAt: string;
  readonly databases: Readonly<Record<string, ExportedDatabase>>;
  /** What stored secrets are sealed with. */
  readonly keys: readonly KeyMark[];
}

export async function readExport(folder: string): Promise<ExportManifest> {
  const manifest = (await readManifest(folder)) as Partial<ExportManifest>;
  if (manifest.format !== EXPORT_FORMAT)
    throw new Error(
      `${folder} is no export that this Waybill knows: its format is ${String(manifest.format)}.`,
    );
  return manifest as ExportManifest;
}
