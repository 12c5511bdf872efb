// The contract's media type, and what a caller may ask for and send.
import { LRUCache } from 'lru-cache';

export const vendorMediaType = 'application/vnd.service+json;version=2';

const vendorType = 'application/vnd.service+json';

/** Bodies in the vendor type, with or without parameters. */
export const vendorBodyPattern = /^application\/vnd\.service\+json\s*(?:;|$)/i;

const versionPattern = /;\s*version\s*=\s*"?([^";\s]*)"?/i;
const refusedPattern = /;\s*q\s*=\s*0(?:\.0*)?\s*(?:;|$)/i;

interface MediaRange {
  readonly type: string;
  readonly version: string | undefined;
  readonly refused: boolean;
}

function readRanges(accept: string): MediaRange[] {
  return accept.split(',').map((range) => ({
    type: (range.split(';', 1)[0] ?? '').trim().toLowerCase(),
    version: versionPattern.exec(range)?.[1],
    refused: refusedPattern.test(range),
  }));
}

/** Callers send the same few headers over and over. */
const answered = new LRUCache<string, boolean>({ max: 100, memoMethod: readAcceptance });

/** Whether version 2 answers what the caller accepts. No header at all means: anything. */
export function acceptsVersion2(accept: string | undefined): boolean {
  return accept === undefined || answered.memo(accept);
}

function readAcceptance(accept: string): boolean {
  if (accept.trim() === '') return true;
  const ranges = readRanges(accept);
  // What is said of our very type outweighs what is said of a wider range.
  const ours = ranges.filter(({ type, version }) => type === vendorType && (version ?? '2') === '2');
  if (ours.length > 0) return ours.some(({ refused }) => !refused);
  return ranges.some(
    ({ type, refused }) => !refused && ['*/*', 'application/*', 'application/json'].includes(type),
  );
}

/** Whether the caller asks for this very type, or any of its family. */
export function acceptsType(accept: string, wanted: string): boolean {
  const family = `${wanted.split('/', 1)[0]}/*`;
  return readRanges(accept).some(({ type, refused }) => !refused && (type === wanted || type === family));
}

/** Whether a body of this media type is of another version than ours; parameters of other types mean nothing. */
export function isOtherVersion(contentType: string): boolean {
  return vendorBodyPattern.test(contentType) && (versionPattern.exec(contentType)?.[1] ?? '2') !== '2';
}

/** Standard OAuth clients ask for application/json and refuse anything else. */
export function prefersPlainJson(accept: string | undefined): boolean {
  const types = readRanges(accept ?? '')
    .filter(({ refused }) => !refused)
    .map(({ type }) => type);
  return types.includes('application/json') && !types.includes(vendorType);
}
