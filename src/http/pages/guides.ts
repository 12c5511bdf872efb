// Documentation as the build wrote it into dist/docs: guides rendered from docs/guides, loaded once, and the search.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../lib/project-root.ts';

const builtFolder = fileURLToPath(new URL('dist/docs/', projectRoot));

export interface GuideEntry {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
}

export interface GuidePage {
  readonly slug: string;
  readonly title: string;
  /** Trusted: rendered by the build from files of this repository. */
  readonly html: string;
  /** Headings of level 2. */
  readonly contents: readonly { readonly id: string; readonly title: string }[];
  readonly markdown: string;
}

export interface Guides {
  readonly groups: readonly { readonly title: string; readonly guides: readonly GuideEntry[] }[];
  readonly pages: readonly GuidePage[];
}

let cached: Promise<Guides> | undefined;

export function readGuides(): Promise<Guides> {
  cached ??= load().catch((error: unknown) => {
    cached = undefined;
    throw error;
  });
  return cached;
}

async function load(): Promise<Guides> {
  return JSON.parse(String(await readBuiltFile('guides.json'))) as Guides;
}

export async function readBuiltFile(name: string): Promise<Buffer> {
  const path = join(builtFolder, name);
  return readFile(path).catch((error: unknown) => {
    throw new Error(`${path} is missing: run \`npm run build\``, { cause: error });
  });
}
