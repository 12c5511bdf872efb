// What stands in the manifest of a backup.
import { type Manifest, readManifest } from '../../lib/backup-directory.ts';

export const BACKUP_FORMAT = 'waybill-backup/1';

interface AnyBackup extends Manifest {
  readonly format: typeof BACKUP_FORMAT;
  /** The version of Waybill that made it. */
  readonly waybill: string;
  readonly finishedAt: string;
  readonly environments: readonly string[];
  /** Whether the key that stored secrets are sealed with is in it, or was given in SECRET_KEY and is kept elsewhere. */
  readonly secretKey: 'included' | 'given';
  readonly photos: 'included' | 'elsewhere';
}

/** Files of the embedded server. */
export interface EmbeddedBackup extends AnyBackup {
  readonly kind: 'embedded';
  readonly startedAt: string;
  readonly serverVersion: string;
  readonly firstWal: string;
  readonly lastWal: string;
  readonly walArchive: string | null;
  readonly folders: readonly string[];
}

/** Dumps that PostgreSQL's own pg_dump made, one for each environment. */
export interface ExternalBackup extends AnyBackup {
  readonly kind: 'external';
}

export type BackupManifest = EmbeddedBackup | ExternalBackup;

export async function readBackup(folder: string): Promise<BackupManifest> {
  const manifest = (await readManifest(folder)) as Partial<BackupManifest>;
  if (manifest.format !== BACKUP_FORMAT)
    throw new Error(
      `${folder} is no backup that this Waybill knows: its format is ${String(manifest.format)}.`,
    );
  return manifest as BackupManifest;
}
