import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatIdentity, ownIdentity } from '../db/embedded/process-identity.ts';
import { draftName, removeAbandonedDrafts } from './process-drafts.ts';

it('removes drafts of ended processes, and those of other hosts after a day only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-drafts-'));
  try {
    const ended = `draft-${formatIdentity({ ...ownIdentity(), pid: 999_999_999 })}`;
    const elsewhere = 'draft-1.2.00000000';
    const old = join(folder, `v3.tar.${elsewhere}`);
    mkdirSync(join(folder, `${ended}-abc`, 'tiles'), { recursive: true });
    for (const name of [`v1.tar.${ended}`, `v2.tar.${draftName()}`, `v2.tar.${elsewhere}`, 'v3.tar'])
      writeFileSync(join(folder, name), '');
    writeFileSync(old, '');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(old, yesterday, yesterday);
    await removeAbandonedDrafts(folder);
    expect(readdirSync(folder).sort()).toEqual(
      [`v2.tar.${draftName()}`, `v2.tar.${elsewhere}`, 'v3.tar'].sort(),
    );
    await removeAbandonedDrafts(join(folder, 'missing'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
