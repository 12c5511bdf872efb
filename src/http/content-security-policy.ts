// What the built pages may do: run their own script and style, show their own pictures, talk to us.

/** Of every page, whatever its policy is. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

export interface PolicyOptions {
  /** The page can be installed. */
  readonly manifest?: boolean;
  /** The name under which the page makes the address of its worker; nothing else makes script of text. */
  readonly scriptUrlPolicy?: string;
}

/** `pictureSources`: where pictures may come from besides here, as a policy names it: `https://tiles.example`. */
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
