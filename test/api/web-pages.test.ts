// How the built pages are served: caching, content security policy and unknown paths.
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
