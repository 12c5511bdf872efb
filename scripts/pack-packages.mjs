// Packs the SDK, the partner CLI and the planner into dist/downloads, in the layout of `npm pack`, with a list of them:
// `packages` are served at /downloads (decision 0066), `libraries` are for other developers and only published by
// `npm run release:packages`.
//
// The bytes depend on the sources only, so that the integrity in a lockfile holds for every build of a commit: fixed
// times and owners, sorted names, and a compressor in JavaScript, because the output of zlib differs between Node
// releases and processors. Usage: node scripts/pack-packages.mjs [folder]
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'fflate';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, 'dist/downloads'));
/** The time that npm writes into its packages, in Unix seconds. */
const MODIFIED_AT = 499_162_500;
/** Always packed, whatever `files` names. */
const alwaysPacked = ['LICENSE', 'README.md', 'package.json'];

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const pack = (folder) => packPackage(join(root, 'packages', folder));
const list = { packages: ['sdk', 'cli'].map(pack), libraries: ['planner'].map(pack) };
writeFileSync(join(target, 'packages.json'), `${JSON.stringify(list, null, 2)}\n`);

function packPackage(home) {
  const {
    name,
    version,
    description,
    files,
    bin = {},
  } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const paths = [...files.flatMap((pattern) => matches(home, pattern)), ...alwaysPacked].sort((a, b) =>
    a < b ? -1 : 1,
  );
  const isProgram = (path) => Object.values(bin).includes(path);
  const entries = paths.map((path) => tarEntry(path, readFileSync(join(home, path)), isProgram(path)));
  const bytes = gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]), { level: 9, mtime: 0 });
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  writeFileSync(join(target, file), bytes);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  return { name, version, description, file, size: bytes.length, integrity };
}

/** Files for an entry of `files`: a file, a folder without subfolders, or `folder/*.ending`. */
function matches(home, pattern) {
  const [, folder, ending] = /^(.+)\/\*(\.[a-z.]+)$/.exec(pattern) ?? [];
  const path = join(home, folder ?? pattern);
  if (!statSync(path).isDirectory()) return [pattern];
  return readdirSync(path)
    .filter((name) => name.endsWith(ending ?? ''))
    .map((name) => `${folder ?? pattern}/${name}`);
}

/** A file as a ustar entry: a header of 512 bytes, then the content, padded to 512 bytes. */
function tarEntry(path, content, isProgram) {
  const header = Buffer.alloc(512);
  const octal = (number, digits) => `${number.toString(8).padStart(digits, '0')} `;
  header.write(`package/${path}`, 0, 100);
  header.write(octal(isProgram ? 0o755 : 0o644, 6), 100);
  header.write(octal(0, 6), 108);
  header.write(octal(0, 6), 116);
  header.write(octal(content.length, 11), 124);
  header.write(octal(MODIFIED_AT, 11), 136);
  // The checksum counts its own field as spaces.
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    ).replace(' ', '\0 '),
    148,
  );
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}
