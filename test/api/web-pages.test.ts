// How the built pages and the downloads are served: caching, content security policy and unknown paths.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { hostilePathSegments } from '../support/hostile-inputs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(test.baseUrl + path, { headers, redirect: 'manual' });

async function assets(): Promise<string[]> {
  const html = await (await get('/portal')).text();
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
}

describe('the built pages', () => {
  it.each([
    '/portal',
    '/portal/',
    '/console',
    '/console/organizations',
    '/portal/endpoints/new',
    '/portal/deliveries?status=failed',
  ])('are served at %s without caching', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toContain('<div id="root">');
  });

  it('may load scripts and styles from and connect to their own origin only', async () => {
    const { headers } = await get('/portal');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/unsafe|data:|\*|https?:/);
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
    ]) {
      expect(policy.split('; ')).toContain(rule);
    }
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
    const html = await (await get('/portal')).text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/);
  });

  it('load assets with content-hashed names, which browsers may cache permanently', async () => {
    const paths = await assets();
    expect(paths.length).toBeGreaterThanOrEqual(2);
    for (const path of paths) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toMatch(
        path.endsWith('.css') ? /^text\/css; charset=utf-8$/ : /^text\/javascript; charset=utf-8$/,
      );
    }
  });

  it('are compressed if the client accepts gzip', async () => {
    const [path = ''] = await assets();
    const packed = await get(path, { 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const plain = await get(path, { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await packed.text()).toBe(await plain.text());
  });

  it('transfer less than 150 kB of compressed assets for the portal', async () => {
    const sizes = await Promise.all(
      (await assets()).map(async (path) => {
        const head = await fetch(test.baseUrl + path, {
          method: 'HEAD',
          headers: { 'accept-encoding': 'gzip' },
        });
        return Number(head.headers.get('content-length'));
      }),
    );
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150 * 1024);
  });

  it.each([
    '/assets/portal-00000000.js',
    '/assets/',
    '/assets/portal.html',
    '/portal/api',
    '/portal/api/nothing',
  ])('return 404 at %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  });

  it('open no file outside the asset folder', async () => {
    for (const segment of [
      ...hostilePathSegments,
      '..%2f..%2fpackage.json',
      '%2e%2e%2f.built',
      '.built-web',
    ]) {
      const answer = await get(`/assets/${segment}`);
      expect([400, 404, 414], segment).toContain(answer.status);
    }
  });
});

describe('an unknown path', () => {
  it('is a page in a browser, and a JSON error for programs', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const path of ['/no-such-page', '/t', '/console.html']) {
      const page = await get(path, { accept });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain('<h1>Page not found</h1>');
    }
    const expectError = async (status: number, headers: Record<string, string>) => {
      const answer = await get('/no-such-page', headers);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        expect.stringMatching(/json/),
      ]);
    };
    await expectError(404, {});
    await expectError(404, { accept: '*/*' });
    await expectError(401, { accept, authorization: 'Bearer x' });
  });
});

describe('the downloads', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const files = {
    '@waybill/sdk': `waybill-sdk-${version}.tgz`,
    '@waybill/cli': `waybill-cli-${version}.tgz`,
  };

  it.each(Object.entries(files))(
    'have %s of the version of the server, with its integrity',
    async (name, file) => {
      const { body } = await test.anonymous.get('/downloads/packages.json');
      const entry = body.packages.find((each: { name: string }) => each.name === name);
      const answer = await get(`/downloads/${file}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
      const url = `http://127.0.0.1:3000/downloads/${file}`;
      expect(entry).toMatchObject({ version, file, size: bytes.length, integrity, url });
      expect(entry.install).toBe(`npm install ${name === '@waybill/cli' ? '--global ' : ''}${url}`);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/gzip',
        'content-length': String(bytes.length),
        'cache-control': 'public, no-cache',
        etag: `"${integrity}"`,
      });
      const known = await get(`/downloads/${file}`, { 'if-none-match': `"other", W/"${integrity}"` });
      expect([known.status, await known.text()]).toEqual([304, '']);
      const page = await (await get('/downloads')).text();
      for (const text of [
        `${name} ${version}`,
        `${Math.ceil(bytes.length / 1000)} kB`,
        integrity,
        entry.install,
      ])
        expect(page).toContain(text);
    },
  );

  it('answer 404 for every other name, and say what there is', async () => {
    for (const name of ['waybill-sdk-99.0.0.tgz', '..%2fguides.json', ...hostilePathSegments])
      expect([400, 404, 414], name).toContain((await get(`/downloads/${name}`)).status);
    const missing = await get('/downloads/waybill-sdk-99.0.0.tgz');
    const { message } = (await missing.json()) as { message: string };
    expect(missing.status).toBe(404);
    expect(message).toContain(files['@waybill/sdk']);
    const page = await get('/downloads/waybill-sdk-99.0.0.tgz', { accept: 'text/html,*/*;q=0.8' });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const content = await page.text();
    expect(content).toContain('<h1>Download not found</h1>');
    expect(content).toContain(`href="/downloads/${files['@waybill/sdk']}"`);
  });
});
