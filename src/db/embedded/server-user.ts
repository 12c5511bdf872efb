// The OS user of the server. PostgreSQL refuses to run as root, so root starts it as the owner of the data directory,
// or as `nobody` if root owns that too.
import { lchownSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
  /** True if this process is root and starts the server as another user. */
  readonly switched: boolean;
}

export const ROOT_WITHOUT_PRIVILEGES =
  'This root user cannot switch to other users, and PostgreSQL refuses to run as root. Start Waybill as an ordinary user.';
const ROOT = 0;
const READ_AND_ENTER = 0o5;
const ENTER = 0o1;

export function chooseServerUser(dataDir: string, clusterFolder: string): ServerUser {
  const uid = process.getuid?.() ?? ROOT;
  if (uid !== ROOT) return { uid, gid: process.getgid?.() ?? ROOT, switched: false };
  const user = ownerOtherThanRoot(clusterFolder) ?? knownOwner(dataDir) ?? nobody();
  return { ...user, switched: true };
}

/** `spawn` options to run a program as that user. */
export function spawnAs(user: ServerUser): { uid?: number; gid?: number } {
  // Some systems number `nobody` 4294967294, which `spawn` accepts only as the signed -2.
  return user.switched ? { uid: user.uid | 0, gid: user.gid | 0 } : {};
}

/** Changes the owner of a file or directory to the server's user, if that is another user. */
export function chownToServerUser(path: string, user: ServerUser): void {
  if (!user.switched) return;
  try {
    lchownSync(path, user.uid, user.gid);
  } catch (cause) {
    const problem = `The owner of ${path} cannot be changed to the user of the embedded PostgreSQL server (uid ${user.uid}).`;
    throw new EmbeddedPostgresError(problem, { todo: ROOT_WITHOUT_PRIVILEGES, cause });
  }
}

/**
 * Whether the user may traverse all parents of a path and read the path itself (and enter it, for directories and
 * programs).
 */
export function canAccess(path: string, user: ServerUser): boolean {
  if (!user.switched) return true;
  if (!allows(path, user, READ_AND_ENTER)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allows(folder, user, ENTER)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function allows(path: string, user: ServerUser, bits: number): boolean {
  const { uid, gid, mode } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

function ownerOtherThanRoot(path: string): { uid: number; gid: number } | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && stats.uid !== ROOT ? { uid: stats.uid, gid: stats.gid } : null;
}

/** initdb requires a user that is listed in /etc/passwd. */
function knownOwner(path: string): { uid: number; gid: number } | null {
  const owner = ownerOtherThanRoot(path);
  return owner && findAccount((account) => account.uid === owner.uid);
}

function nobody(): { uid: number; gid: number } {
  return findAccount(({ name }) => name === 'nobody') ?? { uid: 65_534, gid: 65_534 };
}

function findAccount(
  matches: (account: { name: string; uid: number }) => boolean,
): { uid: number; gid: number } | null {
  for (const line of passwd().split('\n')) {
    const [name, , uid, gid] = line.split(':');
    // Some systems write the highest ids as negative numbers.
    const account = { name: name ?? '', uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
    if (gid !== undefined && matches(account)) return { uid: account.uid, gid: account.gid };
  }
  return null;
}

function passwd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}
