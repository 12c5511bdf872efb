// The contract's media type, and what a caller may ask for and send.

export const vendorMediaType = 'application/vnd.service+json;version=2';

/** Bodies in the vendor type, with or without its version parameter. */
export const vendorBodyPattern = /^application\/vnd\.service\+json\s*(?:;|$)/i;

const versionPattern = /;\s*version\s*=\s*"?([^";\s]*)"?/i;
const refusedPattern = /;\s*q\s*=\s*0(?:\.0*)?\s*(?:;|$)/i;

interface AcceptedRange {
  readonly type: string;
  readonly version: string | undefined;
}

function acceptedRanges(accept: string): AcceptedRange[] {
  return accept
    .split(',')
    .filter((range) => !refusedPattern.test(range))
    .map((range) => ({
      type: (range.split(';', 1)[0] ?? '').trim().toLowerCase(),
      version: versionPattern.exec(range)?.[1],
    }));
}

/** Whether version 2 answers what the caller accepts. No header at all means: anything. */
export function acceptsVersion2(accept: string | undefined): boolean {
  if (!accept?.trim()) return true;
  return acceptedRanges(accept).some(({ type, version }) => {
    if (type === 'application/vnd.service+json') return version === undefined || version === '2';
    return type === '*/*' || type === 'application/*' || type === 'application/json';
  });
}

/** Standard OAuth clients ask for application/json and refuse anything else. */
export function prefersPlainJson(accept: string | undefined): boolean {
  const types = acceptedRanges(accept ?? '').map(({ type }) => type);
  return types.includes('application/json') && !types.includes('application/vnd.service+json');
}
