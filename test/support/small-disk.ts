// A real file system of a few megabytes, to fill it. Mounting needs root: CI has it.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isCi, isRoot } from './debian-install.ts';

/** Elsewhere, tests that need it are skipped; in CI they fail. */
export const canMount = isRoot() || isCi();

export interface SmallDisk {
  readonly path: string;
  readonly usedMegabytes: () => number;
  /** Writes a file until no byte is left. */
  readonly fill: () => void;
  /** Removes that file. */
  readonly free: () => void;
  readonly remove: () => void;
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'waybill-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path]);
  chmodSync(path, 0o755);
  const filler = join(path, 'filler');
  return {
    path,
    usedMegabytes: () => {
      const { blocks, bfree, bsize } = statfsSync(path);
      return ((blocks - bfree) * bsize) / 2 ** 20;
    },
    fill: () => {
      for (const bytes of [2 ** 20, 4_096]) {
        const chunk = Buffer.alloc(bytes, 1);
        try {
          for (;;) writeFileSync(filler, chunk, { flag: 'a' });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      // Lazy: a file may be open for a moment longer.
      execFileSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}
