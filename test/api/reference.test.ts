// API references at /docs/reference and /docs/operator: every operation and event of the descriptions has a page with
// all its properties, every link works, and every code sample makes a request that the description allows.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  curlRequests,
  hasPython,
  pythonRequests,
  type SampleRequest,
  typeErrors,
  typeScriptRequests,
} from '../support/reference-samples.ts';

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Json;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> };
  readonly responses: Readonly<Record<string, Json>>;
  readonly security?: readonly Json[];
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

interface Entry {
  readonly base: string;
  readonly url: string;
  readonly description: Description;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly isEvent: boolean;
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../openapi/${name}.json`, import.meta.url), 'utf8')) as Description;
const references = [
  { base: '/docs/reference', name: 'openapi', description: read('openapi') },
  { base: '/docs/operator', name: 'operator', description: read('operator') },
];

const entries: readonly Entry[] = references.flatMap(({ base, description }) => [
  ...Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      base,
      url: `${base}/${operation.operationId}`,
      description,
      method: method.toUpperCase(),
      path,
      operation,
      isEvent: false,
    })),
  ),
  ...Object.entries(description.webhooks ?? {}).map(([type, { post }]) => ({
    base,
    url: `${base}/events/${type}`,
    description,
    method: 'POST',
    path: type,
    operation: post,
    isEvent: true,
  })),
]);
const operations = entries.filter(({ isEvent }) => !isEvent);

/** Names of all properties that a schema contains at any depth, through all references. */
function propertiesOf(description: Description, schema: unknown, seen = new Set<unknown>()): Set<string> {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return new Set();
  seen.add(schema);
  const { $ref, properties, items, anyOf, oneOf, additionalProperties } = schema as Json;
  const own = Object.entries((properties ?? {}) as Json);
  const inside = [
    ...(typeof $ref === 'string' ? [at(description, $ref)] : []),
    ...own.map(([, property]) => property),
    ...[anyOf ?? [], oneOf ?? []].flat(),
    items,
    additionalProperties,
  ];
  return new Set([
    ...own.map(([name]) => name),
    ...inside.flatMap((each) => [...propertiesOf(description, each, seen)]),
  ]);
}

function at(description: Description, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Json)[key], description);
}

function parametersOf({ description, operation }: Entry): Parameter[] {
  return (operation.parameters ?? []).map((each) =>
    '$ref' in each ? (at(description, each.$ref) as Parameter) : each,
  );
}

const unescaped = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (name) => ({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" })[name] ?? name,
  );

describe('the API references', () => {
  let app: TestApp;
  const pages = new Map<string, string>();

  beforeAll(async () => {
    app = await startTestApp({ environment: 'sandbox' });
    const tags = entries.map(
      ({ base, operation }) =>
        `${base}/${operation.tags[0]?.toLowerCase().replace('’', '').replaceAll(' ', '-')}`,
    );
    for (const url of new Set([
      ...references.map(({ base }) => base),
      ...tags,
      ...entries.map((e) => e.url),
    ])) {
      const response = await fetch(app.baseUrl + url);
      expect(response.status, url).toBe(200);
      expect(response.headers.get('content-security-policy')).toContain(
        "script-src 'self'; style-src 'self'",
      );
      pages.set(url, await response.text());
    }
  });
  afterAll(() => app.close());

  const pageOf = (url: string) => pages.get(url) ?? '';
  const sampleOf = ({ url }: Entry, language: string) => {
    const [, panel = ''] = pageOf(url).split(`id="sample-${language}"`);
    return unescaped(/<code>([\s\S]*?)<\/code>/.exec(panel)?.[1]?.replace(/<[^>]+>/g, '') ?? '');
  };

  it('show every operation and event with its parameters, and every property of its bodies', () => {
    expect(entries.length).toBeGreaterThan(200);
    for (const entry of entries) {
      const { url, method, path, operation, isEvent, description } = entry;
      const page = pageOf(url);
      const title = isEvent ? `<h1><code>${path}</code></h1>` : `<h1>${operation.summary}</h1>`;
      expect(page, url).toContain(title);
      if (!isEvent) expect(page, url).toContain(`>${method}</span> <code>${path}</code>`);
      const shown = new Set(
        [...page.matchAll(/<p class="property"><code>([^<]+)<\/code>/g)].map(([, name]) => name),
      );
      const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
      const media = [operation.requestBody, ...(isEvent ? [] : successes.map(([, response]) => response))];
      const schemas = media.flatMap((each) =>
        Object.values((each?.content ?? {}) as Record<string, { schema?: Json }>).map(({ schema }) => schema),
      );
      const expected = [
        ...parametersOf(entry).map(({ name }) => name),
        ...schemas.flatMap((schema) => [...propertiesOf(description, schema)]),
      ];
      expect(
        expected.filter((name) => !shown.has(name)),
        url,
      ).toEqual([]);
      for (const status of Object.keys(operation.responses).filter((each) => /^[45]/.test(each)))
        if (!isEvent) expect(page, `${url}: ${status}`).toContain(`<td>${status}</td>`);
    }
  });

  it('contain no unresolved reference', () => {
    for (const [url, page] of pages)
      expect(page.match(/\$ref|#\/components|undefined|\[object /), url).toBeNull();
  });

  it('contain only working links and unique anchors', async () => {
    const ids = new Map<string, Set<string>>();
    const anchorsOf = (page: string) =>
      [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => unescaped(id));
    for (const [url, page] of pages) {
      const anchors = anchorsOf(page);
      expect(new Set(anchors).size, url).toBe(anchors.length);
      ids.set(url, new Set(anchors));
    }
    const broken: string[] = [];
    for (const [url, page] of pages) {
      for (const [, href = ''] of page.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
        if (!/^[/#]/.test(href)) continue;
        const [target = '', anchor] = (href.startsWith('#') ? url + href : unescaped(href)).split('#');
        if (!ids.has(target)) {
          const response = await fetch(app.baseUrl + target);
          if (response.status !== 200) broken.push(`${url} leads to ${href}: ${response.status}`);
          ids.set(target, new Set(anchorsOf(await response.text())));
        }
        if (anchor && !ids.get(target)?.has(anchor)) broken.push(`${url} leads to ${href}: no such anchor`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('keep the anchors of the reference that was one page', () => {
    const anchor = ({ operation, method, path }: Entry) =>
      `tag/${operation.tags[0]?.toLowerCase().replace('’', '').replaceAll(' ', '-')}/${method}${path}`;
    for (const entry of operations)
      expect(pageOf(entry.base)).toContain(`<a href="${entry.url}" id="${anchor(entry)}">`);
    expect(pageOf('/docs/reference')).toContain('id="tag/bookings/POST/bookings"');
  });

  it('answer unknown pages with 404 and a link to all operations', async () => {
    for (const path of [
      '/docs/reference/nothing',
      '/docs/operator/..%2f..%2fguides',
      '/docs/reference/events/x',
    ]) {
      const response = await fetch(app.baseUrl + path);
      expect(response.status, path).toBe(404);
      expect(await response.text()).toContain('all operations</a>');
    }
  });

  it('are compressed, and revalidated by their ETag', async () => {
    const first = await fetch(`${app.baseUrl}/docs/reference/bookings.create`);
    expect(first.headers.get('content-encoding')).toBe('gzip');
    const tag = first.headers.get('etag') ?? '';
    const again = await fetch(`${app.baseUrl}/docs/reference/bookings.create`, {
      headers: { 'if-none-match': tag },
    });
    expect(again.status).toBe(304);
  });

  describe('samples', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addFormat('e164', /^\+[1-9]\d{1,14}$/);
    ajv.addFormat('visible-line', /\S/);
    ajv.addFormat('http-url', (text: string) => URL.canParse(text));
    for (const { name, description } of references) ajv.addSchema(description, name);
    const nameOf = ({ description }: Entry) =>
      references.find((each) => each.description === description)?.name;

    /** Faults of a request, by the description of its operation. */
    function faultsOf(entry: Entry, { method, address, headers, body }: SampleRequest): string[] {
      const { description, operation, path } = entry;
      const url = new URL(address, 'http://api.example.com');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const pattern = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)');
      const [, ...found] = new RegExp(`^${pattern}$`).exec(url.pathname) ?? [];
      const values = {
        path: new Map(names.map((name, index) => [name, decodeURIComponent(found[index] ?? '')])),
      };
      const parameters = parametersOf(entry);
      const given = ({ name, in: place }: Parameter) => {
        if (place === 'path') return values.path.get(name);
        return place === 'query' ? url.searchParams.get(name) : headers[name.toLowerCase()];
      };
      const check = (schema: Json, value: unknown, where: string) => {
        const coerced = schema['type'] === 'integer' ? Number(value) : value;
        return ajv.validate(schema, coerced) ? [] : [`${where}: ${ajv.errorsText()}`];
      };
      const isOpen = !(operation.security ?? [{ token: [] }]).some(
        (way) => 'bearer' in way || 'oauth' in way || 'token' in way,
      );
      const types = Object.keys(operation.requestBody?.content ?? {});
      const [type = ''] = types.includes('application/json') ? ['application/json'] : types;
      const schema = ['paths', path, method.toLowerCase(), 'requestBody', 'content', type, 'schema']
        .map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))
        .join('/');
      return [
        ...(method === entry.method && found.length === names.length ? [] : [`${method} ${url.pathname}`]),
        ...parameters.flatMap((parameter) => {
          const value = given(parameter) ?? undefined;
          if (value === undefined) return parameter.required ? [`${parameter.name} is missing`] : [];
          const { schema: own } = parameter;
          const resolved = typeof own['$ref'] === 'string' ? (at(description, own['$ref']) as Json) : own;
          return check(resolved, value, parameter.name);
        }),
        ...[...url.searchParams.keys()].filter((key) => !parameters.some(({ name }) => name === key)),
        ...((headers['authorization'] === 'Bearer sample-token') === isOpen ? ['authorization'] : []),
        ...((headers['content-type'] ?? '') === type ? [] : [`content-type ${headers['content-type']}`]),
        ...(type === 'application/json'
          ? check({ $ref: `${nameOf(entry)}#/${encodeURI(schema)}` }, body, 'body')
          : []),
      ];
    }

    function expectValid(requests: readonly SampleRequest[]): void {
      expect(requests).toHaveLength(operations.length);
      const faults = operations.flatMap((entry, index) => {
        const request = requests[index];
        return request ? faultsOf(entry, request).map((fault) => `${entry.url}: ${fault}`) : [entry.url];
      });
      expect(faults).toEqual([]);
    }

    const withoutHeaders = ({ method, address, body }: SampleRequest) => ({ method, address, body });
    const samples = (language: string) => operations.map((entry) => sampleOf(entry, language));

    it('in curl make the described requests, which the sandbox accepts', async () => {
      const requests = curlRequests(samples('curl'));
      expectValid(requests);
      const { client } = await app.organization('Northwind');
      const requestOf = (id: string) => {
        const request = requests[operations.findIndex(({ url }) => url === `/docs/reference/${id}`)];
        if (!request) throw new Error(id);
        return request;
      };
      const send = async (id: string, { token = '', changes = {} } = {}) => {
        const { method, address, headers, body } = requestOf(id);
        const response = await fetch(app.baseUrl + address, {
          method,
          headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
          body: body === null ? null : JSON.stringify({ ...(body as object), ...changes }),
        });
        return { status: response.status, body: (await response.json()) as Json };
      };
      const credentials = { client_id: client.clientId, client_secret: client.clientSecret };
      const { status, body } = await send('oauth.token', { changes: credentials });
      expect(status).toBe(200);
      const token = String(body['access_token']);
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      for (const [id, expected, changes] of [
        ['account.get', 200, {}],
        ['quotes.create', 201, {}],
        ['schedule.list', 200, {}],
        // Windows start at most 30 days ahead.
        ['bookings.create', 201, { arrival_window_from: tomorrow }],
        ['bookings.list', 200, {}],
        ['webhooks.list', 200, {}],
        ['sandbox.getClock', 200, {}],
      ] as const)
        expect(await send(id, { token, changes }), id).toMatchObject({ status: expected });
    });

    it('in TypeScript make the same requests, and have no type errors', async () => {
      const codes = samples('typescript');
      const requests = await typeScriptRequests(codes);
      expectValid(requests);
      expect(requests.map(withoutHeaders)).toEqual(curlRequests(samples('curl')).map(withoutHeaders));
      const events = entries.filter(({ isEvent }) => isEvent).map((entry) => sampleOf(entry, 'typescript'));
      expect(typeErrors([...codes, ...events])).toBe('');
    });

    // Python is not needed to develop Waybill; it is present on most machines.
    it.skipIf(!hasPython())('in Python make the same requests', () => {
      const requests = pythonRequests(samples('python'));
      expectValid(requests);
      expect(requests.map(withoutHeaders)).toEqual(curlRequests(samples('curl')).map(withoutHeaders));
    });
  });
});
