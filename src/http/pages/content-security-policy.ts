// Content security policy of the built pages: own scripts, styles, images and connections only.

/** Headers of every page, besides its policy. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

export interface PolicyOptions {
  /** Allows a web app manifest. */
  readonly manifest?: boolean;
  /** Name of the Trusted Types policy that creates the service worker URL; no other policy is allowed. */
  readonly scriptUrlPolicy?: string;
}

/** `pictureSources`: additional image sources in CSP syntax, such as `https://tiles.example`. */
export function pagePolicy(
  pictureSources: readonly string[] = [],
  { manifest = false, scriptUrlPolicy }: PolicyOptions = {},
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self'", ...pictureSources].join(' '),
    "connect-src 'self'",
    ...(manifest ? ["manifest-src 'self'"] : []),
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${scriptUrlPolicy ?? "'none'"}`,
  ].join('; ');
}
