import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
}
const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
  packages: Record<string, Locked>;
};
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? '';
/** Packages installed in production, without platform-specific binaries. */
const shipped = Object.entries(packages)
  .filter(
    ([path, { dev, devOptional, optional, link }]) =>
      path.includes('node_modules/') && !dev && !devOptional && !optional && !link,
  )
  .map(([path, { version }]) => `${nameOf(path)}@${version}`);
/** Current number of packages. Raise it only with a reason in the commit message. */
const maxShipped = 160;

describe('the production dependencies', () => {
  it('do not grow unnoticed', () => {
    expect(shipped.length).toBeGreaterThan(20);
    expect(shipped.length).toBeLessThanOrEqual(maxShipped);
  });

  it('are locked with integrity hashes', () => {
    const loose = Object.entries(packages).filter(
      ([path, { integrity, link }]) => path.includes('node_modules/') && !link && !integrity,
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it('are listed in the SBOM', () => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-sbom-'));
    try {
      const file = join(folder, 'sbom.json');
      execFileSync(process.execPath, [`${root}scripts/sbom.mjs`, file]);
      const sbom = JSON.parse(readFileSync(file, 'utf8')) as {
        bomFormat: string;
        metadata: { component: { name: string } };
        components: { purl: string; hashes?: unknown[] }[];
      };
      expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'waybill' } } });
      const listed = new Set(
        sbom.components.map(({ purl }) =>
          decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/\?.*$/, '')),
        ),
      );
      expect(shipped.filter((each) => !listed.has(each))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
