// `origin` and `destination` in request bodies are superseded by `stops`; answers to their use say so (RFC 9745).

const deprecatedSince = Date.UTC(2026, 0, 1) / 1000;

export const deprecationHeaders: Readonly<Record<string, string>> = {
  deprecation: `@${deprecatedSince}`,
  link: '</docs/upgrading#deprecated-route-form>; rel="deprecation"; type="text/html"',
};
