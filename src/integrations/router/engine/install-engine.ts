// Installs the routing engine: from the npm registry or from a file, verified by its hash, reduced to the files for this
// platform, tried out, and moved to its place with one rename.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { inheritedEnvironment } from '../../../config.ts';
import { EXIT, ExitError } from '../../../lib/exit-error.ts';
import { readTar } from '../../../lib/tar.ts';
import { draftName, isDraft, removeAbandonedDrafts } from '../../process-drafts.ts';
import {
  type EngineFiles,
  engineFiles,
  enginePlatform,
  findEngine,
  pinnedEngine,
  pinnedEngineFolder,
  unsupportedPlatform,
} from './engine-package.ts';
import { engineFault } from './engine-process.ts';

const DOWNLOAD_TIMEOUT_MS = 600_000;

export interface EngineInstallation {
  readonly engine: EngineFiles;
  /** False if it was installed before. */
  readonly isNew: boolean;
}

/** `file` is the package as npm packs it; without it, npm downloads the package. */
export async function installEngine(root: string, file?: string): Promise<EngineInstallation> {
  const unsupported = unsupportedPlatform();
  if (unsupported !== null) throw new ExitError(unsupported, EXIT.configuration);
  const present = findEngine(root);
  if (present && (await engineFault(present)) === null) return { engine: present, isNew: false };
  await mkdir(root, { recursive: true });
  await removeAbandonedDrafts(root);
  const draft = await mkdtemp(join(root, `${draftName()}-`));
  try {
    await extract(await verified(file ?? (await download(draft)), file), join(draft, 'engine'));
    const fault = await engineFault(engineFiles(join(draft, 'engine')));
    if (fault !== null)
      throw new ExitError(`The routing engine was not installed. ${fault}`, EXIT.configuration);
    const folder = pinnedEngineFolder(root);
    if (present) await rm(folder, { recursive: true, force: true });
    await moveUnlessPresent(join(draft, 'engine'), folder);
    await removeOtherVersions(root, folder);
    return { engine: engineFiles(folder), isNew: true };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Engines of earlier releases. A process that has loaded one keeps it until it ends. */
async function removeOtherVersions(root: string, folder: string): Promise<void> {
  for (const name of await readdir(root))
    if (!isDraft(name) && name !== basename(folder))
      await rm(join(root, name), { recursive: true, force: true });
}

/** npm knows the proxy, the mirror and the cache of this system. */
async function download(draft: string): Promise<string> {
  const { name, version } = pinnedEngine();
  const { npm_execpath: script } = inheritedEnvironment();
  const [command, first] = script?.endsWith('npm-cli.js') ? [process.execPath, [script]] : ['npm', []];
  const options = ['--prefer-offline', '--fetch-retries=5', '--loglevel=error', '--pack-destination', draft];
  try {
    await promisify(execFile)(command, [...first, 'pack', `${name}@${version}`, ...options], {
      cwd: draft,
      timeout: DOWNLOAD_TIMEOUT_MS,
    });
  } catch (error) {
    throw downloadFailed(error);
  }
  const packed = (await readdir(draft)).find((each) => each.endsWith('.tgz'));
  if (packed === undefined) throw downloadFailed(new Error('npm wrote no file'));
  return join(draft, packed);
}

function downloadFailed(error: unknown): ExitError {
  const { name, version } = pinnedEngine();
  const text = error instanceof Error ? error.message : String(error);
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const [, message] = /^npm error (?:network )?(?!code|errno|syscall)([^\n]+)/m.exec(text) ?? [];
  const reason = isMissing
    ? 'npm was not found'
    : (message ?? text.split('\n', 1)[0] ?? '').replace(/\.$/, '');
  return new ExitError(
    `The routing engine could not be downloaded: ${reason}. Check the network; or run "npm pack ${name}@${version}" on another machine, and install the file with "waybill maps engine install --file FILE".`,
    EXIT.unavailable,
    { cause: error },
  );
}

async function verified(path: string, given: string | undefined): Promise<string> {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`);
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  const { name, version, integrity } = pinnedEngine();
  if (`sha512-${hash.digest('base64')}` === integrity) return path;
  throw new Error(
    `${given ?? 'The downloaded file'} is not ${name} ${version}: its hash differs. Get the file with "npm pack ${name}@${version}".`,
  );
}

async function extract(path: string, folder: string): Promise<void> {
  const inside = `package/${enginePlatform()}/`;
  const isWanted = (name: string) => {
    const [, rest = ''] = name.split(inside);
    return name.startsWith(inside) && /^(lib\/[\w.+-]+|valhalla_node\.node|valhalla_build_tiles)$/.test(rest);
  };
  await mkdir(join(folder, 'lib'), { recursive: true });
  const onFile = (name: string, content: Buffer) =>
    writeFile(join(folder, name.slice(inside.length)), content, { mode: 0o755 });
  await pipeline(createReadStream(path), createGunzip(), (chunks: AsyncIterable<Buffer>) =>
    readTar(chunks, { isWanted, onFile }),
  );
}

/** Another process may have installed it meanwhile. */
async function moveUnlessPresent(draft: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
