// The systemd unit and the Kubernetes manifests of deploy/, checked by systemd itself and by the schemas and types of the
// Kubernetes API.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { openServerPaths } from '../../src/db/embedded/server-paths.ts';
import { readVersion } from '../../src/lib/version.ts';
import { requireProgram } from '../support/debian-program.ts';
import { findExternalPackage } from '../support/external-packages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'waybill-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Finished {
  readonly status: number | null;
  readonly output: string;
}

function run(program: string, args: readonly string[]): Finished {
  try {
    return {
      status: 0,
      output: execFileSync(program, args, { encoding: 'utf8', cwd: folder, stdio: 'pipe' }),
    };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number | null; stdout: string; stderr: string };
    return { status, output: `${stdout}${stderr}` };
  }
}

describe('the systemd unit', () => {
  const systemd = { name: 'systemd', command: 'systemd-analyze', package: 'systemd' };
  const unit = readFileSync(join(root, 'deploy/waybill.service'), 'utf8').replaceAll('/opt/waybill/', root);
  const analyze = (text: string, ...args: string[]) => {
    const path = join(folder, 'waybill.service');
    writeFileSync(path, text);
    return run(requireProgram(systemd), [...args, path]);
  };
  const verify = (text: string) => analyze(text, 'verify', '--man=no');

  it('is accepted by systemd, which refuses a wrong one', () => {
    expect(verify(unit)).toEqual({ status: 0, output: '' });
    expect(verify(unit.replace('bin/waybill.js serve', 'bin/missing serve')).status).not.toBe(0);
  });

  it('exposes little of the system', () => {
    const { status, output } = analyze(unit, 'security', '--offline=true', '--threshold=20', '--no-pager');
    expect(status, output).toBe(0);
  });

  it('shares the directory of the PostgreSQL socket with commands outside', () => {
    const { socketFolder } = openServerPaths(join(folder, 'data'));
    expect(socketFolder).toMatch(/^\/tmp\//);
    expect(unit).toMatch(/^PrivateTmp=no\nReadWritePaths=\/tmp$/m);
  });

  it('comes with settings that are valid', () => {
    const text = readFileSync(join(root, 'deploy/waybill.env.example'), 'utf8');
    const settings = (pattern: RegExp) =>
      Object.fromEntries([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]));
    expect(readConfig(settings(/^([A-Z_]+)=(.+)$/gm)).environments).toHaveLength(2);
    const SECRET_KEY = Buffer.alloc(32).toString('base64');
    const { WAL_ARCHIVE_DIR: _embeddedOnly, ...external } = settings(/^#?([A-Z_]+)=(.+)$/gm);
    expect(readConfig({ ...external, SECRET_KEY }).environments).toMatchObject([
      { databaseUrl: expect.stringContaining('/waybill?') },
      { databaseUrl: expect.stringContaining('/waybill_sandbox?') },
    ]);
  });
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec?: {
    readonly template?: {
      readonly spec: {
        readonly containers: readonly {
          readonly image: string;
          readonly args: readonly string[];
          readonly ports?: readonly { readonly name: string }[];
          readonly readinessProbe?: { readonly httpGet: { readonly path: string } };
        }[];
      };
    };
  };
  readonly data?: Readonly<Record<string, string>>;
}

const manifests = readdirSync(join(root, 'deploy/kubernetes'))
  .sort()
  .flatMap((name) =>
    parseAllDocuments(readFileSync(join(root, 'deploy/kubernetes', name), 'utf8')).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Manifest;
    }),
  );
const models = findExternalPackage('kubernetes');

describe.skipIf(models === null)('the Kubernetes manifests', () => {
  const packageOf = ({ apiVersion }: Manifest) => `kubernetes-models/${apiVersion}`;

  it('satisfy the schemas of the Kubernetes API', async () => {
    expect(manifests.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Job',
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'Deployment',
      'Ingress',
      'NetworkPolicy',
    ]);
    for (const manifest of manifests) {
      const url = pathToFileURL(join(models ?? '', packageOf(manifest), 'index.mjs')).href;
      const kinds = (await import(url)) as Record<string, new (data: unknown) => { validate(): void }>;
      const Kind = kinds[manifest.kind];
      if (!Kind) throw new Error(`unknown kind ${manifest.kind}`);
      expect(() => new Kind(manifest).validate(), manifest.metadata.name).not.toThrow();
      expect(() => new Kind({ ...manifest, metadata: 7 }).validate()).toThrow('metadata');
    }
  });

  // The schemas accept unknown fields, which Kubernetes ignores: a misspelled probe would never run. The types do not.
  it('contain no unknown field', () => {
    symlinkSync(models ?? '', join(folder, 'node_modules'));
    const compile = (documents: readonly object[]) => {
      const lines = documents.map((document, index) => {
        const manifest = document as Manifest;
        return `import type { I${manifest.kind} as Kind${index} } from '${packageOf(manifest)}';
          export const document${index}: Kind${index} = ${JSON.stringify(manifest)};`;
      });
      writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
      const options = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'preserve', '--types', ''];
      const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
      return run(process.execPath, [compiler, ...options, 'manifests.ts']);
    };
    expect(compile(manifests)).toEqual({ status: 0, output: '' });
    const [first] = manifests;
    expect(compile([{ ...first, daat: {} }]).output).toContain('"daat"');
  });

  it('configure processes that start, wait for the migration job and drain', () => {
    const settings = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
    const secrets = {
      SECRET_KEY: Buffer.alloc(32).toString('base64'),
      DATABASE_URL: 'postgres://waybill_login@db.example.com/waybill',
      SANDBOX_DATABASE_URL: 'postgres://waybill_login@db.example.com/waybill_sandbox',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readConfig({ ...settings, ...secrets })).toMatchObject({ migrations: 'wait', trustProxy: 1 });
    const containers = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
    expect(containers.map(({ args }) => args.join(' '))).toEqual([
      'migrate',
      'serve --api',
      'serve --worker',
    ]);
    for (const { image } of containers) expect(image).toMatch(new RegExp(`:${readVersion()}$`));
    expect(new Set(manifests.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['waybill']));
  });
});
