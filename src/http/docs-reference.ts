// Scalar, the interactive reference at /docs/reference and /docs/operator: its program, which comes with the npm package, and how it is set up. All of
// it is served from here, so the page works without internet, and nothing it offers leads to its maker's services.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Read when the first reader comes: 3.5 MB that most processes never need. */
export async function readReferenceProgram(): Promise<Buffer> {
  const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return readFile(join(dirname(entry), 'js', 'standalone.js'));
}

const appearance = {
  favicon: '/favicon.svg',
  // Requests go straight to this server, never through a proxy of someone else.
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'direct',
  agent: { disabled: true },
  persistAuth: false,
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
};

const partnerReference = {
  url: '/openapi.json',
  ...appearance,
  authentication: {
    preferredSecurityScheme: 'oauth',
    // Wrong credentials sent by Basic are answered with a challenge, on which browsers open a sign-in window of their own.
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
