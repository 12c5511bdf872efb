// What the built pages may do: run their own script and style, show their own pictures, talk to us.

/** Of every page, whatever its policy is. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/** `pictureHosts`: where pictures may come from besides here, as a policy names it: `https://tiles.example`. */
export function pagePolicy(pictureHosts: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self'", ...pictureHosts].join(' '),
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
