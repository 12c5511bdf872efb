import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
const maxShipped = 177;

interface AuditReport {
  /** Undefined if the registry cannot be reached, or refuses to answer. */
  readonly metadata?: { readonly vulnerabilities: { readonly high: number; readonly critical: number } };
}

/** As `npm run audit`, which has the same exit code for a vulnerability and for a registry that does not answer. */
async function npmAudit(): Promise<AuditReport> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=10000'];
  const run = promisify(execFile)('npm', args, { cwd: root });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as AuditReport;
}

describe('the container images in deploy/', () => {
  const files = readdirSync(`${root}deploy`).filter((name) => /^Dockerfile$|\.ya?ml$/.test(name));
  const images = files.flatMap((name) =>
    [...readFileSync(`${root}deploy/${name}`, 'utf8').matchAll(/^\s*(?:image:|FROM)\s+(\S+)/gm)]
      .map(([, image = '']) => image)
      // Built by compose.yaml itself.
      .filter((image) => image !== 'waybill'),
  );

  it('are named by version and digest: a tag can be moved to another image', () => {
    expect(images.length).toBeGreaterThanOrEqual(4);
    const exact = /^[\w./-]+:v?\d+\.\d+\.\d+(?:-[\w.-]+)?@sha256:[0-9a-f]{64}$/;
    expect(images.filter((image) => !exact.test(image))).toEqual([]);
  });

  it('are pinned to their digests by scripts/pin-images.mjs', async () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const asked: string[] = [];
    const registry = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url?.startsWith('/token')) response.end(JSON.stringify({ token: 'anonymous' }));
      else response.writeHead(200, { 'docker-content-digest': digest }).end();
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
    const folder = mkdtempSync(join(tmpdir(), 'waybill-images-'));
    try {
      writeFileSync(join(folder, 'compose.yaml'), 'services:\n  one:\n    image: acme/one:1.2.3\n');
      writeFileSync(join(folder, 'Dockerfile'), `FROM node:22.1.0-slim@sha256:${'b'.repeat(64)} AS build\n`);
      await promisify(execFile)(process.execPath, [`${root}scripts/pin-images.mjs`, folder], {
        env: { ...process.env, REGISTRY_URL: url, REGISTRY_AUTH_URL: `${url}/token` },
      });
      expect(readFileSync(join(folder, 'compose.yaml'), 'utf8')).toContain(
        `image: acme/one:1.2.3@${digest}\n`,
      );
      expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toBe(
        `FROM node:22.1.0-slim@${digest} AS build\n`,
      );
      expect(asked).toContain('/v2/library/node/manifests/22.1.0-slim');
    } finally {
      rmSync(folder, { recursive: true, force: true });
      registry.close();
    }
  });

  it('start Grafana only with a password', () => {
    const compose = readFileSync(`${root}deploy/compose.monitoring.yaml`, 'utf8');
    expect(compose).toMatch(/GF_SECURITY_ADMIN_PASSWORD: \$\{GRAFANA_ADMIN_PASSWORD:\?/);
  });
});

describe('the production dependencies', () => {
  it('do not grow unnoticed', () => {
    expect(shipped.length).toBeGreaterThan(20);
    expect(shipped.length).toBeLessThanOrEqual(maxShipped);
  });

  it('have no known vulnerability of high severity, if the registry answers', async () => {
    const { metadata } = await npmAudit();
    if (metadata === undefined) return;
    const { high, critical } = metadata.vulnerabilities;
    expect({ high, critical }).toEqual({ high: 0, critical: 0 });
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
