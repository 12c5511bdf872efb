// Security headers of every response. The policy suits JSON; pages set their own.

/** Content security policy of responses that are not pages. The last three directives do not fall back to `default-src`. */
export function filePolicy(...directives: readonly string[]): string {
  const strict = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  return [...strict, ...directives].join('; ');
}

export const apiHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': filePolicy(),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** HSTS, only if the public URL is https: browsers ignore it over http, and locally it would block access by http. */
export function transportHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {};
}
