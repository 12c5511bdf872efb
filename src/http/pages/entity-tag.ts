// Entity tags of responses.

/** If-None-Match is a list of tags, or `*`; weak tags match too (RFC 9110, 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(tag);
}
