// Headers that every answer carries. JSON needs no page features at all and is shown by no page, so there is little to
// forbid; pages set a policy of their own.

export const apiHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** Only where the outside reaches us by https; elsewhere browsers ignore it, and locally it would be a trap. */
export function transportHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {};
}
