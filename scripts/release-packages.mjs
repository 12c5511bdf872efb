// `npm run release:packages`: publishes the SDK, the partner CLI and the planner to the npm registry; the first two are the
// same files that instances of this version serve at /downloads. A package that the registry already has with the same content is skipped, so that an
// interrupted release can be repeated. `-- --dry-run` shows what would be published and needs no network.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isDryRun = process.argv.includes('--dry-run');
const downloads = join(root, 'dist/downloads');
const npm = (args, options) => execFileSync('npm', args, { cwd: root, encoding: 'utf8', ...options });

execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const listed = JSON.parse(readFileSync(join(downloads, 'packages.json'), 'utf8'));
const packages = [...listed.packages, ...listed.libraries];

const differing = packages.filter((each) => each.version !== version);
if (differing.length > 0)
  fail(
    `The packages must have the version of package.json, ${version}: ${differing.map((each) => `${each.name} has ${each.version}`).join(', ')}.`,
  );
if (!isDryRun && execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '')
  fail('The working tree has changes. Commit them: a release is built from a commit.');

for (const { name, file, integrity } of packages) {
  if (!isDryRun && isPublished(name, integrity)) {
    console.log(`${name} ${version} is already published.`);
    continue;
  }
  // The tag is given because npm otherwise asks the registry for the latest version.
  const dryRun = isDryRun ? ['--dry-run', '--offline'] : [];
  npm(['publish', join(downloads, file), '--access', 'public', '--tag', 'latest', ...dryRun], {
    stdio: ['inherit', 'inherit', isDryRun ? 'ignore' : 'inherit'],
  });
  console.log(`${name} ${version} ${isDryRun ? 'would be' : 'is'} published: ${file}, ${integrity}`);
}

function isPublished(name, integrity) {
  let published;
  try {
    published = npm(['view', `${name}@${version}`, 'dist.integrity'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    // The registry does not know the package, or cannot be reached: publishing then reports the reason.
    return false;
  }
  if (published.trim() === '' || published.trim() === integrity) return published.trim() !== '';
  return fail(
    `The registry has ${name} ${version} with other content (${published.trim()}). Raise the version.`,
  );
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
