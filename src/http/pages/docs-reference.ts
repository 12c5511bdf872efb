// Scalar, the interactive API reference at /docs/reference and /docs/operator: its script from the npm package, and its
// configuration. Everything is served from here: the page works offline and does not contact services of the vendor.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Loaded on first use: 3.5 MB that most processes never need. */
export async function readReferenceScript(): Promise<Buffer> {
  const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return readFile(join(dirname(entry), 'js', 'standalone.js'));
}

const appearance = {
  favicon: '/favicon.svg',
  // Requests go directly to this server, not through the vendor's proxy.
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'direct',
  agent: { disabled: true },
  persistAuth: false,
  // All groups open would be more than 60,000 elements, which blocks a browser for seconds.
  defaultOpenAllTags: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
};

const partnerReference = {
  url: '/openapi.json',
  ...appearance,
  authentication: {
    preferredSecurityScheme: 'oauth',
    // Failed Basic authentication returns a challenge, on which browsers open their own sign-in dialog. Use the body.
    securitySchemes: { oauth: { flows: { clientCredentials: { 'x-scalar-credentials-location': 'body' } } } },
  },
};

const operatorReference = {
  url: '/operator/openapi.json',
  ...appearance,
  authentication: { preferredSecurityScheme: 'token' },
};

export const referenceScript = scriptFor(partnerReference);
export const operatorReferenceScript = scriptFor(operatorReference);

function scriptFor(configuration: object): string {
  return `Scalar.createApiReference('#reference', ${JSON.stringify(configuration, null, 2)});\n`;
}
