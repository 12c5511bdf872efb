// File names of logos, and the response with a logo that is not public.
import { FileContent } from '../../http/operations/operation.ts';
import { Problem } from '../../lib/problem.ts';

/** Digest in the file name of a logo; empty if it is none. */
export function logoDigest(file: string): string {
  return /^([A-Za-z0-9_-]{43})\.png$/.exec(file)?.[1] ?? '';
}

export function logoFile(png: Buffer | null): FileContent {
  if (png === null) throw Problem.of('not_found', 'No logo exists at this address.');
  return new FileContent('image/png', 'logo.png', png);
}
