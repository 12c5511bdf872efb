// The PostgreSQL of the operating system, which is older than the embedded one and built differently. CI has Debian's;
// elsewhere it is used if installed.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { canInstall, installFromDebian, isCi, note } from './debian-install.ts';
import { bundledPrograms, ExternalPostgres, type Programs } from './external-postgres.ts';

const base = '/usr/lib/postgresql';
/** Oldest version that `waybill migrate` accepts. */
const oldest = 15;

function debianPrograms(): Programs | undefined {
  const versions = existsSync(base) ? readdirSync(base).map(Number) : [];
  const [version] = versions
    .filter((number) => number >= oldest && existsSync(join(base, String(number), 'bin/initdb')))
    .sort((a, b) => b - a);
  if (version === undefined) return undefined;
  return { label: `PostgreSQL ${version} of Debian`, folder: join(base, String(version), 'bin') };
}

const whyNone = `no PostgreSQL ${oldest} or newer under ${base}; apt-get install postgresql (Debian 12 or newer)`;

/**
 * Called once per run, before any test file. In CI as root, installs Debian's PostgreSQL without creating a cluster.
 */
export function prepareDebianPostgres(): void {
  if (debianPrograms() !== undefined) return;
  if (!isCi()) note(`External databases are tested with the PostgreSQL from npm only: ${whyNone}.`);
  if (!isCi() || !canInstall()) return;
  const apt = 'apt-get install -y -qq --no-install-recommends';
  const noCluster = `sed -ri 's/#?(create_main_cluster) .*$/\\1 = false/' /etc/postgresql-common/createcluster.conf`;
  installFromDebian({
    name: 'PostgreSQL',
    check: `ls ${base}/*/bin/initdb >/dev/null 2>&1`,
    install: `${apt} postgresql-common && ${noCluster} && ${apt} postgresql`,
  });
}

/**
 * A describe block for an external server, once with the programs from npm and once with Debian's. Without the latter,
 * the second block is skipped; in CI it fails. Each block has a server while its tests run.
 */
export function describeExternalPostgres(
  title: string,
  define: (server: () => ExternalPostgres, kind: { readonly isDebian: boolean }) => void,
): void {
  const servers = [
    { label: 'PostgreSQL from npm', find: bundledPrograms },
    { label: debianPrograms()?.label ?? 'PostgreSQL of Debian', find: async () => debianPrograms() },
  ];
  for (const [index, { label, find }] of servers.entries()) {
    const isHere = index === 0 || debianPrograms() !== undefined;
    describe.skipIf(!isHere && !isCi())(`${title} ${label}`, () => {
      let running: ExternalPostgres | undefined;
      beforeAll(async () => {
        const programs = await find();
        if (programs === undefined) throw new Error(`This test needs Debian's PostgreSQL: ${whyNone}.`);
        running = await ExternalPostgres.create(programs);
      });
      afterAll(() => running?.remove());
      const server = () => {
        if (running === undefined)
          throw new Error('The server starts in beforeAll: request it there or later.');
        return running;
      };
      define(server, { isDebian: index > 0 });
    });
  }
}
