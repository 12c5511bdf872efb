// The vendor media type of the partner API, and content negotiation.
import { LRUCache } from 'lru-cache';

export const vendorMediaType = 'application/vnd.service+json;version=2';

const vendorType = 'application/vnd.service+json';

/** Content types of bodies in the vendor type, with or without parameters. */
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

/** Memoized: clients send the same few headers with every request. */
const acceptanceCache = new LRUCache<string, boolean>({ max: 100, memoMethod: evaluateAccept });

/** Whether the Accept header allows version 2. A missing header allows everything. */
export function acceptsVersion2(accept: string | undefined): boolean {
  return accept === undefined || acceptanceCache.memo(accept);
}

function evaluateAccept(accept: string): boolean {
  if (accept.trim() === '') return true;
  const ranges = readRanges(accept);
  // The vendor type itself takes precedence over wildcards (RFC 9110, 12.5.1).
  const ownRanges = ranges.filter(({ type, version }) => type === vendorType && (version ?? '2') === '2');
  if (ownRanges.length > 0) return ownRanges.some(({ refused }) => !refused);
  return ranges.some(
    ({ type, refused }) => !refused && ['*/*', 'application/*', 'application/json'].includes(type),
  );
}

/** Whether the Accept header names this type or its `type/*` range. */
export function acceptsType(accept: string, wanted: string): boolean {
  const family = `${wanted.split('/', 1)[0]}/*`;
  return readRanges(accept).some(({ type, refused }) => !refused && (type === wanted || type === family));
}

/** Whether a body of the vendor type has another version than 2. The `version` of other types has no meaning. */
export function isOtherVersion(contentType: string): boolean {
  return vendorBodyPattern.test(contentType) && (versionPattern.exec(contentType)?.[1] ?? '2') !== '2';
}

/** Standard OAuth clients accept application/json only. */
export function prefersPlainJson(accept: string | undefined): boolean {
  const types = readRanges(accept ?? '')
    .filter(({ refused }) => !refused)
    .map(({ type }) => type);
  return types.includes('application/json') && !types.includes(vendorType);
}
