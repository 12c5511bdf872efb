// The guides are correct: every code block runs unchanged and prints the stated output, every JSON block matches the
// API, every link resolves, and `doc_url` opens the entry of its code. Blocks for operators run in
// test/journeys/first-hour.test.ts.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemCatalogue } from '../../src/lib/problem-catalogue.ts';
import { freePort } from '../support/free-port.ts';
import {
  blocksOf,
  codeOf,
  examplesOf,
  expectedOutputOf,
  missingOutput,
  readGuide,
  runShell,
  runTypeScript,
} from '../support/guide-code.ts';
import { type SandboxServer, startSandbox } from '../support/sandbox-server.ts';

const folder = fileURLToPath(new URL('../../docs/guides/', import.meta.url));
const names = readdirSync(folder).map((file) => file.replace(/\.md$/, ''));
const guides = names.map((name) => ({ name, text: readGuide(`docs/guides/${name}.md`) }));
const description = JSON.parse(readGuide('openapi/openapi.json'));

let sandbox: SandboxServer;
beforeAll(async () => {
  const port = String(await freePort());
  // Links to the next page must point to this server.
  const here = { PORT: port, SANDBOX_PUBLIC_URL: `http://127.0.0.1:${port}` };
  sandbox = await startSandbox({ variables: { SIMULATION_STEP_SECONDS: '0.1', ...here } });
});
afterAll(() => sandbox?.close());

/** What a reader has after the quickstart: an account, and a free port for a receiver. */
async function readerEnvironment() {
  const { client } = await sandbox.organization();
  const { token } = await sandbox.partner({ client });
  const variables = {
    API: sandbox.baseUrl,
    TOKEN: token ?? '',
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.clientSecret,
    PORT: String(await freePort()),
  };
  const credentials = {
    sandbox: { base_url: sandbox.baseUrl, client_id: client.clientId, client_secret: client.clientSecret },
  };
  return { variables, files: { 'data/credentials.json': JSON.stringify(credentials) } };
}

const withCode = guides.filter(({ text }) => codeOf(text, 'sh') !== '' || codeOf(text, 'ts') !== '');

describe.each(withCode)('the code of $name', ({ text }) => {
  it('runs unchanged, commands first, and prints the stated output', async () => {
    const { variables, files } = await readerEnvironment();
    await expectCommandOutput(codeOf(text, 'sh'), variables, files);
    await expectProgramOutput(codeOf(text, 'ts'), variables);
  });
});

type Texts = Readonly<Record<string, string>>;

async function expectCommandOutput(code: string, variables: Texts, files: Texts): Promise<void> {
  if (code === '') return;
  const examples = examplesOf(code);
  const outputs = await runShell(examples, { variables, files });
  for (const [index, { script, promises }] of examples.entries()) {
    for (const promise of promises) expect(outputs[index], script).toContain(promise);
  }
  expect(expectedOutputOf(code)).not.toEqual([]);
}

async function expectProgramOutput(code: string, variables: Texts): Promise<void> {
  if (code === '') return;
  const output = await runTypeScript(code, {
    ...variables,
    WAYBILL_BASE_URL: variables['API'] ?? '',
    WAYBILL_CLIENT_ID: variables['CLIENT_ID'] ?? '',
    WAYBILL_CLIENT_SECRET: variables['CLIENT_SECRET'] ?? '',
  });
  expect(expectedOutputOf(code)).not.toEqual([]);
  expect(missingOutput(output, expectedOutputOf(code)), output).toBeNull();
}

describe('the guides', () => {
  it('contain only code blocks that are tested', () => {
    const kinds = guides.flatMap(({ text }) =>
      blocksOf(text).map(({ language, purpose }) =>
        language === 'json' ? 'json' : `${language} ${purpose}`.trim(),
      ),
    );
    // `js node` is run by webhooks-guide.test.ts; `text` blocks are illustrations.
    expect(new Set(kinds)).toEqual(
      new Set(['sh', 'sh operator', 'sh install', 'ts', 'js node', 'json', 'text']),
    );
  });

  it('show JSON that matches the API schemas', () => {
    const blocks = guides.flatMap(({ text }) => blocksOf(text)).filter(({ language }) => language === 'json');
    expect(blocks.length).toBeGreaterThan(4);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'api', components: { schemas: asParts(description.components.schemas) } });
    for (const { purpose, code } of blocks) {
      const validate = ajv.getSchema(`api#/components/schemas/${purpose}`);
      expect(validate, `the API has no ${purpose}`).toBeDefined();
      expect(validate?.(JSON.parse(code)) === true ? [] : validate?.errors, code).toEqual([]);
    }
  });

  it('state the enforced limits', () => {
    const guide = readGuide('docs/guides/limits.md');
    const documented = new Map(
      [...guide.matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(([, what, most = '']) => [
        what,
        most.replaceAll(',', ''),
      ]),
    );
    const { BookingInput, BatchQuoteInput, StopInput, QuoteInput } = description.components.schemas;
    const { description: text, order_number, contacts, photo_urls, metadata, tip } = BookingInput.properties;
    for (const [what, most] of [
      ['stops of a route', QuoteInput.properties.stops.maxItems],
      ['items of a batch quote', BatchQuoteInput.properties.items.maxItems],
      ['`instructions` of a stop', StopInput.properties.instructions.maxLength],
      ['`description`', text.maxLength],
      ['`order_number`, names, other text of a stop', order_number.maxLength],
      ['`contacts`', contacts.maxItems],
      ['`photo_urls`', photo_urls.maxItems],
      ['`metadata`', metadata.maxProperties],
    ])
      expect(documented.get(what), what).toMatch(new RegExp(`^${most}\\b`));
    expect(documented.get('`tip`')).toBe(`0 or 100 to ${tip.maximum} cents`);
  });

  it('are all listed on the first page', () => {
    const listed = [...readGuide('docs/guides/README.md').matchAll(/^- \[[^\]]+\]\(([a-z-]+)\.md\): /gm)].map(
      ([, name]) => name,
    );
    expect(new Set(listed)).toEqual(new Set(names.filter((name) => name !== 'README')));
  });
});

describe('the packages at /downloads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-packages-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('install by the documented commands without a registry, compile strictly and run', async () => {
    // Without it, npm installs into the next folder above that has one.
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const { variables } = await readerEnvironment();
    const prefix = join(folder, 'global');
    const examples = ['sdk', 'cli'].flatMap((name) =>
      examplesOf(codeOf(readGuide(`packages/${name}/README.md`), 'sh install')),
    );
    const outputs = await runShell(examples, {
      folder,
      variables: {
        ...variables,
        PATH: `${prefix}/bin:${process.env['PATH']}`,
        npm_config_prefix: prefix,
        npm_config_cache: join(folder, 'cache'),
        npm_config_registry: 'http://127.0.0.1:9/',
      },
    });
    expect(outputs.at(-1)).toContain(examples.at(-1)?.promises[0]);
    const list = await fetch(`${sandbox.baseUrl}/downloads/packages.json`);
    const { packages } = (await list.json()) as { packages: { integrity: string }[] };
    const locked = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
    expect(locked['node_modules/@waybill/sdk'].integrity).toBe(packages[0]?.integrity);

    writeFileSync(join(folder, 'program.mts'), strictProgram);
    const tsc = fileURLToPath(new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url));
    const strict = ['--strict', '--noUncheckedIndexedAccess', '--module', 'nodenext', '--target', 'es2022'];
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, args, {
        cwd: folder,
        env: { API: variables.API, TOKEN: variables.TOKEN },
      });
    await run(tsc, ...strict, 'program.mts');
    expect((await run('program.mjs')).stdout).toBe('sandbox created\n');
  });
});

const strictProgram = `import { type Booking, Waybill } from '@waybill/sdk';
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
const waybill = new Waybill({ baseUrl: process.env.API ?? '', accessToken: process.env.TOKEN ?? '' });
const booking: Booking = await waybill.bookings.create({
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
  arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
});
const { environment } = await waybill.account.get();
console.log(environment, booking.state);
`;

describe('the guides served at /docs', () => {
  const pages = new Map<string, string>();
  beforeAll(async () => {
    for (const name of names) {
      const path = name === 'README' ? '/docs' : `/docs/${name}`;
      const response = await fetch(sandbox.baseUrl + path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-security-policy')).toContain(
        "script-src 'self'; style-src 'self'",
      );
      pages.set(path, await response.text());
    }
  });
  const anchors = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

  it('contain only working links', async () => {
    const known = new Set(['/docs/reference', '/docs/operator', '/downloads', '/portal']);
    for (const path of known) expect((await fetch(sandbox.baseUrl + path)).status, path).toBe(200);
    for (const [path, page] of pages) {
      const hrefs = [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
      for (const href of hrefs.filter((each) => /^[/#]/.test(each))) {
        const [target = '', anchor] = (href.startsWith('#') ? path + href : href).split('#');
        if (known.has(target) || target.endsWith('.md')) continue;
        expect([...pages.keys()], `${path} leads to ${href}`).toContain(target);
        if (anchor) expect(anchors(pages.get(target) ?? ''), `${path} leads to ${href}`).toContain(anchor);
      }
    }
  });

  it('have one entry per error code, which doc_url points to', async () => {
    const ids = anchors(pages.get('/docs/errors') ?? '');
    expect(new Set(ids).size).toBe(ids.length);
    for (const code of Object.keys(problemCatalogue)) expect(ids).toContain(code);
    const partner = await sandbox.partner();
    for (const [path, code] of [
      ['/nowhere', 'not_found'],
      ['/bookings?limit=0', 'invalid_parameter'],
      ['/bookings?x=1', 'unknown_parameter'],
    ] as const) {
      const { body } = await partner.get(path);
      const { pathname, hash } = new URL(body.doc_url);
      expect({ pathname, hash }).toEqual({ pathname: '/docs/errors', hash: `#${code}` });
    }
  });

  it('are available as Markdown; unknown pages return 404 with an explanation', async () => {
    const text = await fetch(`${sandbox.baseUrl}/docs/quickstart.md`);
    expect(text.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await text.text()).toBe(readGuide('docs/guides/quickstart.md'));
    const missing = await fetch(`${sandbox.baseUrl}/docs/nothing`);
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('Page not found');
    const bare = await fetch(`${sandbox.baseUrl}/`, { redirect: 'manual' });
    expect(bare.headers.get('location')).toBe('/docs');
  });
});

/** Schemas for partial examples: nothing is required, unknown fields are rejected. */
function asParts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asParts);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { required: _required, ...rest } = schema as Record<string, unknown>;
  const parts = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, asParts(value)]));
  const isClosed = 'properties' in parts && !('additionalProperties' in parts) && !('allOf' in parts);
  return isClosed ? { ...parts, additionalProperties: false } : parts;
}
