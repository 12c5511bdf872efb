// API references as the build wrote them into dist/docs: an index of the pages, loaded once, and a file per page.
import { readBuiltFile } from './guides.ts';

export interface ReferencePage {
  /** Path below the reference; empty for the overview. */
  readonly name: string;
  readonly title: string;
  /** Slug of the tag; undefined for the overview. */
  readonly tag?: string;
  /** Whether the page describes an operation or an event. */
  readonly isEntry?: boolean;
  /** Headings of level 2 of the overview. */
  readonly contents?: readonly { readonly id: string; readonly title: string }[];
}

export interface ReferenceIndex {
  readonly title: string;
  readonly tags: readonly { readonly slug: string; readonly name: string }[];
  readonly pages: readonly ReferencePage[];
}

export type ReferenceName = 'reference' | 'operator';

const cached = new Map<ReferenceName, Promise<ReferenceIndex>>();

export function readReferenceIndex(reference: ReferenceName): Promise<ReferenceIndex> {
  const known = cached.get(reference);
  if (known) return known;
  const loading = loadIndex(reference).catch((error: unknown) => {
    cached.delete(reference);
    throw error;
  });
  cached.set(reference, loading);
  return loading;
}

async function loadIndex(reference: ReferenceName): Promise<ReferenceIndex> {
  return JSON.parse(String(await readBuiltFile(`${reference}/index.json`))) as ReferenceIndex;
}

/** Main part of a page of the index. */
export async function readReferencePage(reference: ReferenceName, { name }: ReferencePage): Promise<string> {
  return String(await readBuiltFile(`${reference}/${name || 'overview'}.html`));
}
