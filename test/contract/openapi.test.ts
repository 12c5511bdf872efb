// Checks the committed OpenAPI descriptions of partner and operator API against the application: the served description
// is the committed one, no route is missing, and every example matches its schema.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVersion } from '../../src/lib/version.ts';
import { listRoutes } from '../support/answering-routes.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

/**
 * Routes outside the descriptions: pages and files for browsers, and the APIs of our own pages. `*` stands for a hash.
 */
const undocumentedRoutes = [
  // API and files of the crew page.
  'DELETE /crew/api/session',
  'GET /crew',
  'GET /crew/',
  'GET /crew/api/day',
  'GET /crew/api/session',
  'GET /crew/api/stream',
  'GET /crew/icon-192.png',
  'GET /crew/icon-512.png',
  'GET /crew/manifest.es.webmanifest',
  'GET /crew/manifest.webmanifest',
  'GET /crew/worker.js',
  'POST /crew/api/offers/{offer_id}/accept',
  'POST /crew/api/offers/{offer_id}/decline',
  'POST /crew/api/session',
  'POST /crew/api/sync',
  'PUT /crew/api/bookings/{booking_id}/photos/{photo_id}',
  'DELETE /portal/api/endpoints/{id}',
  'DELETE /portal/api/session',
  'GET /',
  'GET /.well-known/oauth-authorization-server',
  'GET /assets/icon-*.svg',
  'GET /assets/page-*.css',
  'GET /docs',
  'GET /docs/',
  'GET /docs/{guide}',
  'GET /docs/assets/docs.css',
  'GET /docs/assets/search.js',
  'GET /docs/assets/search.json',
  'GET /docs/assets/docs.js',
  'GET /docs/assets/reference.js',
  'GET /docs/assets/try-it.js',
  'GET /docs/operator',
  'GET /docs/operator/search.json',
  'GET /docs/reference',
  'GET /downloads',
  'GET /downloads/packages.json',
  'GET /downloads/{file}',
  'GET /favicon.ico',
  'GET /favicon.svg',
  'GET /maps/{version}/{z}/{x}/{y}',
  'GET /photos/{file}',
  'GET /openapi.json',
  'GET /operator/openapi.json',
  'GET /assets/{name}',
  'GET /avatars/{file}',
  'GET /portal',
  'GET /branding/{file}',
  'GET /branding/logos/{file}',
  'GET /portal/api/sign-in',
  'POST /portal/api/sign-in',
  'GET /portal/api/members',
  'POST /portal/api/members',
  'POST /portal/api/members/{id}/link',
  'DELETE /portal/api/members/{id}',
  'GET /portal/api/addresses',
  'GET /portal/api/branding',
  'PUT /portal/api/branding',
  'DELETE /portal/api/branding',
  'DELETE /portal/api/branding/pending',
  'GET /portal/api/branding/palette',
  'GET /portal/api/branding/logos/{file}',
  'POST /portal/api/branding/logos',
  'GET /portal/api/bookings',
  'GET /portal/api/bookings/{id}',
  'GET /portal/api/quotes/{id}/addons',
  'GET /portal/api/bookings/{id}/addons',
  'POST /portal/api/bookings/{id}/addons/preview',
  'POST /portal/api/bookings/{id}/stops/preview',
  'POST /portal/api/bookings/{id}/stops/preview/removal/{position}',
  'POST /portal/api/bookings/{id}/stops/preview/reorder',
  'POST /portal/api/partner/bookings',
  'GET /portal/api/partner/bookings',
  'GET /portal/api/partner/bookings/{id}|{booking_id}',
  'PATCH /portal/api/partner/bookings/{id}|{booking_id}',
  'POST /portal/api/partner/bookings/{id}|{booking_id}/cancel',
  'GET /portal/api/partner/bookings/{id}|{booking_id}/cancellation',
  'POST /portal/api/partner/bookings/{id}|{booking_id}/stops',
  'DELETE /portal/api/partner/bookings/{id}|{booking_id}/stops/{position}',
  'PATCH /portal/api/partner/bookings/{id}|{booking_id}/stops/{position}',
  'PATCH /portal/api/partner/bookings/{id}|{booking_id}/stops/reorder',
  'POST /portal/api/partner/quotes',
  'POST /portal/api/partner/quotes/batch',
  'GET /portal/api/partner/quotes/{id}',
  'POST /portal/api/partner/schedule',
  'GET /portal/api/partner/events',
  'GET /portal/api/partner/events/{id}',
  'GET /portal/api/partner/billing/records',
  'GET /portal/api/partner/billing/statements',
  'GET /portal/api/partner/billing/statements/{month}',
  'GET /portal/api/partner/billing/statements/{month}.csv',
  'GET /portal/api/partner/billing/statements/{month}.pdf',
  'GET /portal/api/bookings/{id}/tracking',
  'GET /portal/api/bookings/{id}/tracking/stream',
  'GET /portal/bookings/{id}/tracking',
  'GET /portal/api/deliveries',
  'GET /portal/api/deliveries/{id}',
  'GET /portal/api/endpoints',
  'GET /portal/api/endpoints/{id}',
  'GET /portal/api/endpoints/{id}/chart',
  'GET /portal/api/endpoints/{id}/recoveries',
  'GET /portal/api/endpoints/{id}/recovery',
  'GET /portal/api/endpoints/{id}/secrets',
  'GET /portal/api/event-types',
  'GET /portal/api/session',
  'GET /portal/api/stream',
  'GET /sandbox/avatars/{file}',
  'GET /track',
  'GET /track/',
  'GET /track/api/{token}',
  'GET /track/api/{token}/stream',
  'GET /track/{token}',
  'PATCH /portal/api/endpoints/{id}',
  'POST /oauth/authorize',
  'GET /oauth/account',
  'POST /oauth/account',
  'POST /portal/api/deliveries/{id}/resend',
  'POST /portal/api/endpoints',
  'POST /portal/api/endpoints/{id}/recovery',
  'POST /portal/api/endpoints/{id}/secrets',
  'POST /portal/api/endpoints/{id}/test',
  'POST /portal/api/session',
  'GET /unsubscribe/{token}',
  'POST /unsubscribe/{token}',
  'DELETE /portal/api/keys/{id}',
  'DELETE /portal/api/keys/{id}/old-secret',
  'DELETE /portal/api/keys/{id}/tokens',
  'DELETE /portal/api/keys/{id}/tokens/{token_id}',
  'GET /console',
  'GET /operator/stream',
  'GET /portal/api/keys',
  'GET /portal/api/keys/{id}/tokens',
  'GET /portal/api/requests',
  'GET /portal/api/requests/{id}',
  'PATCH /portal/api/keys/{id}',
  'POST /portal/api/confirmation',
  'POST /portal/api/keys',
  'POST /portal/api/keys/{id}/derived/disable',
  'POST /portal/api/keys/{id}/rotate',
];

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { value: unknown }>>;
}
interface Body {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { $ref?: string; description?: string }[];
  readonly requestBody?: Body & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Body & { $ref?: string }>>;
}
interface Schema {
  readonly $ref?: string;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
}
interface Document {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { schemas: Record<string, Schema>; responses: Record<string, Body> };
}

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../openapi/${file}.json`, import.meta.url), 'utf8')) as Document;
const committed = { openapi: read('openapi'), operator: read('operator') };
type Which = keyof typeof committed;
const served = { openapi: '/openapi.json', operator: '/operator/openapi.json' } as const;
const documents = Object.keys(committed) as Which[];
const schemas = documents.flatMap((which) =>
  Object.entries(committed[which].components.schemas).map(([name, schema]) => ({ which, name, schema })),
);
const operations = documents.flatMap((which) =>
  Object.entries(committed[which].paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      which,
      name: `${method.toUpperCase()} ${path}`,
      pointer: ['paths', path, method],
      operation,
    })),
  ),
);

describe('the published description', () => {
  let test: TestApp;
  let production: TestApp;
  beforeAll(async () => {
    test = await startTestApp({ environment: 'sandbox' });
    production = await startTestApp({ sharing: test });
  });
  afterAll(async () => {
    await production?.close();
    await test?.close();
  });

  it.each(documents)('%s in the sandbox equals the committed file', async (which) => {
    const { status, body, headers } = await test.anonymous.get(served[which]);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body, 'stale: run `npm run generate`').toEqual(committed[which]);
  });

  it('in production lacks only the sandbox operations', async () => {
    const { body } = await production.anonymous.get('/openapi.json');
    const schemas = Object.entries(committed.openapi.components.schemas).filter(
      ([name]) => !name.startsWith('Sandbox'),
    );
    const paths = Object.entries(committed.openapi.paths).filter(([path]) => !path.startsWith('/sandbox/'));
    expect(body).toEqual({
      ...committed.openapi,
      tags: committed.openapi.tags.filter(({ name }) => name !== 'Sandbox'),
      paths: Object.fromEntries(paths),
      components: { ...committed.openapi.components, schemas: Object.fromEntries(schemas) },
    });
    expect(JSON.stringify(body)).not.toContain('/sandbox/');
  });

  it('states its own version and the version of Waybill', () => {
    const { openapi, operator } = committed;
    expect(openapi.info.version).toBe('0.0.1');
    expect(openapi.info.description).toContain(
      `0.0.1 is the version of this interface description; Waybill ${readVersion()} serves it.`,
    );
    expect(operator.info.version).toBe(readVersion());
  });

  it('marks exactly the fields that the contract deprecates', () => {
    const deprecated = schemas.flatMap(({ which, name, schema }) =>
      Object.entries(schema.properties ?? {})
        .filter(([, field]) => field.deprecated === true)
        .map(([field]) => `${which} ${name}.${field}`),
    );
    const bodies = ['QuoteInput', 'BatchQuoteInput', 'BookingInput'];
    expect(deprecated).toEqual(
      bodies.flatMap((name) => [`openapi ${name}.origin`, `openapi ${name}.destination`]),
    );
  });

  it('states for every sandbox operation that production lacks it', () => {
    const sandboxes = operations.filter(({ operation }) => operation.tags.includes('Sandbox'));
    expect(sandboxes.map(({ name }) => name)).toEqual(
      operations.map(({ name }) => name).filter((name) => name.includes(' /sandbox/')),
    );
    for (const { operation } of sandboxes)
      expect(operation.description).toContain('production responds with 404');
  });

  it('marks a body as optional exactly if it may be left out', async () => {
    const partner = await test.partner();
    const withBody = operations.filter(
      ({ which, name, operation }) =>
        which === 'openapi' && operation.requestBody && !name.includes(' /oauth/'),
    );
    const found: string[] = [];
    for (const { name } of withBody) {
      const [method = '', path = ''] = name.split(' ');
      // Requests for a missing resource: a 404 shows that no body was required.
      const { status } = await partner.call(method, path.replaceAll(/\{\w+\}/g, '1'));
      expect([400, 404, 422], name).toContain(status);
      if (status === 404) found.push(name);
    }
    expect(
      withBody.filter(({ operation }) => operation.requestBody?.required !== true).map(({ name }) => name),
    ).toEqual(found);
    expect(found).toContain('POST /bookings/{id}/cancel');
  });

  it('contains every route except the known undocumented ones', async () => {
    // Where two parameter names share a path segment, the router knows both.
    const described = operations.map(({ name }) =>
      name.replace(/(?<=^\w+ \/bookings\/)\{(booking_)?id\}/, '{id}|{booking_id}'),
    );
    // The tracking API exists in production only.
    const both = await Promise.all([test, production].map(listRoutes));
    expect([...new Set(both.flat())].sort()).toEqual([...described, ...undocumentedRoutes].sort());
  });
});

describe('every operation in the description', () => {
  it('has a unique operationId', () => {
    const ids = operations.map(({ which, operation }) => `${which} ${operation.operationId}`);
    expect(new Set(ids).size).toBe(operations.length);
  });

  it.each(operations)(
    '$name documents its purpose, permissions and responses',
    ({ which, name, operation }) => {
      const { operationId, summary, description, tags, security, parameters, requestBody, responses } =
        operation;
      expect(operationId).toMatch(/^[a-z_]+\.[a-z_]+$/i);
      expect(summary.length).toBeGreaterThan(5);
      expect(description.length).toBeGreaterThan(20);
      expect(committed[which].tags.map((tag) => tag.name)).toEqual(expect.arrayContaining([...tags]));
      for (const parameter of parameters ?? []) expect(parameter.description ?? parameter.$ref).toBeTruthy();
      const isPartner = (security ?? []).some(({ oauth = [] }) => oauth.length > 0);
      const isWrite = isPartner && !name.startsWith('GET');
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining([
          'default',
          ...(isPartner ? ['401', '403', '406', '429', '503'] : []),
          ...(which === 'operator' ? ['400', '403', '429', '503'] : []),
          // Operations without authentication, such as password reset, have no 401.
          ...(which === 'operator' && security?.length !== 0 ? ['401'] : []),
          ...(isWrite ? ['409', '422'] : []),
          ...(isPartner && requestBody ? ['413', '415'] : []),
        ]),
      );
      for (const response of Object.keys(responses).map((status) => bodyAt(which, operation, status).body)) {
        expect(response.headers).toHaveProperty('X-Request-Id');
      }
    },
  );

  it.each(operations)('$name has examples that match their schemas', ({ which, operation, pointer }) => {
    const bodies = Object.keys(operation.responses).map((status) =>
      bodyAt(which, operation, status, pointer),
    );
    if (operation.requestBody) bodies.push({ body: operation.requestBody, at: [...pointer, 'requestBody'] });
    for (const { body, at } of bodies) {
      for (const [type, { example, examples }] of Object.entries(body.content ?? {})) {
        if (!type.includes('json')) continue;
        const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
        for (const value of values) expectValid(which, [...at, 'content', type, 'schema'], value);
      }
    }
  });
});

describe('every schema in the description', () => {
  it.each(schemas)('$name of $which is described, and so are its fields', ({ schema }) => {
    expect(schema.description).toBeTruthy();
    for (const part of [schema, ...(schema.anyOf ?? [])]) {
      for (const [field, { description, $ref }] of Object.entries(part.properties ?? {})) {
        expect(description ?? $ref, field).toBeTruthy();
      }
    }
  });

  it('has valid examples', () => {
    for (const { which, name, schema } of schemas) {
      for (const example of schema.examples ?? [])
        expectValid(which, ['components', 'schemas', name], example);
    }
  });
});

/** A response with its location in the document: inline in the operation, or shared. */
function bodyAt(which: Which, { responses }: Operation, status: string, pointer: readonly string[] = []) {
  const response = responses[status];
  const shared = response?.$ref?.split('/').at(-1);
  const body = shared ? committed[which].components.responses[shared] : response;
  if (!body) throw new Error(`no answer ${status}`);
  return { body, at: shared ? ['components', 'responses', shared] : [...pointer, 'responses', status] };
}

// Each schema is used for few values: compiling must be cheap.
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
formats.default(ajv);
for (const which of documents) ajv.addSchema(committed[which], which);

function expectValid(which: Which, pointer: readonly string[], example: unknown): void {
  const path = pointer.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
  const address = `${which}#/${path.join('/')}`;
  const validate = ajv.getSchema(address);
  if (!validate) throw new Error(`${address} is not in the description`);
  void validate(example);
  expect(validate.errors ?? [], `${pointer.join('/')}: ${JSON.stringify(example)}`).toEqual([]);
}
