// Compressed size of the scripts that a page loads at first.
import { expect } from 'vitest';

export async function scriptBytes(baseUrl: string, html: string): Promise<number> {
  const scripts = [...html.matchAll(/src="(\/assets\/[^"]+\.js)"/g)];
  const sizes = await Promise.all(
    scripts.map(async ([, path = '']) => {
      const headers = { 'accept-encoding': 'gzip' };
      const head = await fetch(baseUrl + path, { method: 'HEAD', headers });
      return Number(head.headers.get('content-length'));
    }),
  );
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
