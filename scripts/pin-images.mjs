// Adds the current digest to every container image in deploy/: `acme/one:1.2.3` becomes `acme/one:1.2.3@sha256:…`. Run it
// after changing a version, and commit the result. Needs access to Docker Hub.
//   node scripts/pin-images.mjs [folder]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = process.argv[2] ?? fileURLToPath(new URL('../deploy', import.meta.url));
const registry = process.env['REGISTRY_URL'] ?? 'https://registry-1.docker.io';
const auth = process.env['REGISTRY_AUTH_URL'] ?? 'https://auth.docker.io/token';
const mediaTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
];
const reference = /^(\s*(?:image:|FROM)\s+)([\w./-]+):([\w.-]+)(?:@sha256:[0-9a-f]{64})?/gm;

/** Digest of the index of all platforms. */
async function digestOf(image, tag) {
  const name = image.includes('/') ? image : `library/${image}`;
  const scope = `repository:${name}:pull`;
  const answer = await fetch(`${auth}?service=registry.docker.io&scope=${scope}`);
  const { token } = await answer.json();
  const manifest = await fetch(`${registry}/v2/${name}/manifests/${tag}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${token}`, accept: mediaTypes.join(', ') },
  });
  const digest = manifest.headers.get('docker-content-digest');
  if (!manifest.ok || !digest) throw new Error(`${image}:${tag} was not found (status ${manifest.status})`);
  return digest;
}

for (const file of readdirSync(folder).filter((name) => /^Dockerfile$|\.ya?ml$/.test(name))) {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const digests = new Map();
  for (const [, , image, tag] of text.matchAll(reference))
    digests.set(`${image}:${tag}`, await digestOf(image, tag));
  const pinned = text.replace(reference, (_all, start, image, tag) => {
    const name = `${image}:${tag}`;
    return `${start}${name}@${digests.get(name)}`;
  });
  if (pinned !== text) writeFileSync(path, pinned);
  for (const [name, digest] of digests) console.log(`${file}: ${name}@${digest}`);
}
