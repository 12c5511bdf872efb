// `npm run sbom [-- file]`: software bill of materials (CycloneDX 1.5) of the shipped packages, generated from the
// lockfile alone: no network, and the same lockfile gives the same SBOM. `npm sbom --omit=dev` is not used because it
// also leaves out packages that both production and development need. Default output: dist/sbom.cdx.json.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = resolve(process.argv[2] ?? join(root, 'dist/sbom.cdx.json'));
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
const { name, version, packages } = JSON.parse(lockText);

const purlOf = (each, itsVersion) =>
  `pkg:npm/${each.startsWith('@') ? `%40${each.slice(1)}` : each}@${itsVersion}`;

/** The lockfile has hashes in base64; CycloneDX requires hex. */
function hashesOf(integrity = '') {
  const [algorithm, base64] = integrity.split('-', 2);
  if (!base64) return [];
  return [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') }];
}

function componentOf([path, locked]) {
  const itsName = path.split('node_modules/').at(-1);
  const purl = purlOf(itsName, locked.version);
  return {
    type: 'library',
    'bom-ref': `${purl}#${path}`,
    name: itsName,
    version: locked.version,
    scope: locked.optional ? 'optional' : 'required',
    purl,
    hashes: hashesOf(locked.integrity),
    ...(locked.license && { licenses: [{ expression: locked.license }] }),
  };
}

const digest = createHash('sha256').update(lockText).digest('hex');
const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': purlOf(name, version),
      name,
      version,
      purl: purlOf(name, version),
    },
  },
  components: Object.entries(packages)
    .filter(([path, each]) => path.includes('node_modules/') && !each.dev && !each.devOptional && !each.link)
    .map(componentOf),
};
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`${sbom.components.length} packages in ${file}`);
