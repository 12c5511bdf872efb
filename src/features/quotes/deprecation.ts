// Deprecation headers (RFC 9745) for request bodies that use `origin` and `destination` instead of `stops`.

const deprecatedSince = Date.UTC(2026, 0, 1) / 1000;

export const deprecationHeaders: Readonly<Record<string, string>> = {
  deprecation: `@${deprecatedSince}`,
  link: '</docs/upgrading#deprecated-route-form>; rel="deprecation"; type="text/html"',
};
