// Downloads the Valhalla engine when a test first needs it, and caches the binaries of this platform. It is not a
// devDependency because it would add 280 MB to every `npm ci`, for one test file.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cachedPackage } from './npm-package-cache.ts';

const platforms: readonly string[] = ['linux/x64', 'linux/arm64', 'darwin/arm64'];
const packageFolder = '@valhallajs/valhallajs';

export type ValhallaPackage = { readonly folder: string } | { readonly missing: string };

/** Folder of the package, or why it is missing. */
export async function findValhalla(): Promise<ValhallaPackage> {
  const platform = `${process.platform}/${process.arch}`;
  if (!platforms.includes(platform)) return { missing: `Valhalla has no npm binaries for ${platform}` };
  const found = await cachedPackage({
    manifest: 'valhalla',
    cacheName: `valhalla-3.6.1-${process.platform}-${process.arch}`,
    trim: (nodeModules) => {
      for (const other of platforms.filter((each) => each !== platform))
        rmSync(join(nodeModules, packageFolder, other), { recursive: true });
    },
  });
  return 'missing' in found ? found : { folder: join(found.nodeModules, packageFolder) };
}
