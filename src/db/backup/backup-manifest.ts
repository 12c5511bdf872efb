// Types of the manifest of a backup.
import { type Manifest, readManifest } from '../../lib/backup-directory.ts';

export const BACKUP_FORMAT = 'waybill-backup/1';

interface AnyBackup extends Manifest {
  readonly format: typeof BACKUP_FORMAT;
  /** The Waybill version that made the backup. */
  readonly waybill: string;
  readonly finishedAt: string;
  readonly environments: readonly string[];
  /**
   * Whether the backup contains the generated secret key, or the key was configured with SECRET_KEY and is stored
   * elsewhere.
   */
  readonly secretKey: 'included' | 'given';
  readonly photos: 'included' | 'elsewhere';
}

/** Copy of the data directory of the embedded PostgreSQL server. */
export interface EmbeddedBackup extends AnyBackup {
  readonly kind: 'embedded';
  readonly startedAt: string;
  readonly serverVersion: string;
  readonly firstWal: string;
  readonly lastWal: string;
  readonly walArchive: string | null;
  readonly folders: readonly string[];
}

/** pg_dump archives of an external server, one per environment. */
export interface ExternalBackup extends AnyBackup {
  readonly kind: 'external';
}

export type BackupManifest = EmbeddedBackup | ExternalBackup;

export async function readBackup(folder: string): Promise<BackupManifest> {
  const manifest = (await readManifest(folder)) as Partial<BackupManifest>;
  if (manifest.format !== BACKUP_FORMAT)
    throw new Error(
      `${folder} is not a supported backup: its format is ${String(manifest.format)}, expected ${BACKUP_FORMAT}.`,
    );
  return manifest as BackupManifest;
}
