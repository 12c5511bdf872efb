// Guides rendered from docs/guides at build time, loaded once.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../lib/project-root.ts';

const builtFile = fileURLToPath(new URL('dist/guides.json', projectRoot));

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
  const text = await readFile(builtFile, 'utf8').catch((error: unknown) => {
    throw new Error(`${builtFile} is missing: run \`npm run build\``, { cause: error });
  });
  return JSON.parse(text) as Guides;
}
