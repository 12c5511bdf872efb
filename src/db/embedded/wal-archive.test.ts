import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServerPaths, type ServerPaths } from './server-paths.ts';
import { archiveSettings, isWalArchiveChange, restoreCommand, setWalArchive } from './wal-archive.ts';

const segment = '000000010000000000000001';

/** Expands the placeholders and runs the command, as PostgreSQL does. */
function runCommand(command: string, path: string): void {
  const line = command.replaceAll(/%[pf%]/g, (sign) => ({ '%p': path, '%f': segment })[sign] ?? '%');
  execFileSync('sh', ['-c', line], { stdio: 'ignore' });
}

describe('the WAL archive', () => {
  let base: string;
  let folder: string;
  let paths: ServerPaths;
  const archive = (path: string) => runCommand(archiveSettings(paths)['archive_command'] ?? 'false', path);
  const written = (bytes = randomBytes(5_000)) => {
    const path = join(base, `segment-${randomBytes(4).toString('hex')}`);
    writeFileSync(path, bytes);
    return path;
  };

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'waybill-archive-'));
    chmodSync(base, 0o755);
    folder = join(base, "it's 100% ours");
    paths = openServerPaths(join(base, 'data'));
  });
  afterEach(() => rmSync(base, { recursive: true }));

  it('restores archived segments, with special characters in its path', () => {
    setWalArchive(paths, folder);
    const path = written();
    archive(path);
    expect(existsSync(join(folder, `${segment}.gz`))).toBe(true);
    const back = join(base, 'back');
    runCommand(restoreCommand(folder), back);
    expect(readFileSync(back)).toEqual(readFileSync(path));
  });

  it('accepts the same segment twice, but no different segment of the same name', () => {
    setWalArchive(paths, folder);
    const path = written();
    archive(path);
    archive(path);
    expect(() => archive(written())).toThrow('Command failed');
  });

  it('stays configured until it is turned off, and is refused after a gap', () => {
    expect(archiveSettings(paths)).toEqual({});
    setWalArchive(paths, folder);
    setWalArchive(paths, folder);
    expect(isWalArchiveChange(paths, folder)).toBe(false);
    expect(archiveSettings(paths)).toMatchObject({ archive_mode: 'on', archive_timeout: '60' });
    setWalArchive(paths, null);
    expect(archiveSettings(paths)).toEqual({});
    expect(() => setWalArchive(paths, folder)).toThrow(/contains other files/);
  });

  it('is refused in a directory that is not empty', () => {
    expect(() => setWalArchive(paths, base)).toThrow(/contains other files.*Use an empty directory/s);
  });
});
