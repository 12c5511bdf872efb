// Types of the manifest of an export.
import { type Manifest, readManifest } from '../../lib/backup-directory.ts';
import type { PartitionShape } from './table-catalog.ts';

export const EXPORT_FORMAT = 'waybill-export/1';

export interface ExportedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Hash of the rows in COPY text format, in primary key order. */
  readonly sha256: string;
}

export interface ExportedDatabase {
  readonly serverVersion: string;
  readonly migrations: readonly string[];
  readonly tables: readonly ExportedTable[];
  readonly partitions: readonly PartitionShape[];
  readonly sequences: Readonly<Record<string, string | null>>;
}

/** Fingerprint of a key: shows whether two keys are equal without revealing them. */
export interface KeyFingerprint {
  readonly id: string;
  readonly sha256: string;
}

export interface ExportManifest extends Manifest {
  readonly format: typeof EXPORT_FORMAT;
  readonly waybill: string;
  readonly takenAt: string;
  readonly databases: Readonly<Record<string, ExportedDatabase>>;
  /** Fingerprints of the keys that encrypt the stored secrets. */
  readonly keys: readonly KeyFingerprint[];
}

export async function readExport(folder: string): Promise<ExportManifest> {
  const manifest = (await readManifest(folder)) as Partial<ExportManifest>;
  if (manifest.format !== EXPORT_FORMAT)
    throw new Error(
      `${folder} is not a supported export: its format is ${String(manifest.format)}, expected ${EXPORT_FORMAT}.`,
    );
  return manifest as ExportManifest;
}
