// Vite build of the crew page's service worker. Runs after the pages are built and produces one file without imports
// that contains the list of the page's assets. Its bytes change with the assets, which is how browsers detect a new
// version.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

const built = new URL('../dist/web/', import.meta.url);

function readShell(): { version: string; files: string[] } {
  const pages = ['crew.html', 'crew.es.html'].map((name) => readFileSync(new URL(name, built), 'utf8'));
  const assets = pages.flatMap((html) =>
    [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path),
  );
  // Parts that the scripts load later, such as the map.
  const parts = assets
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => [
      ...readFileSync(new URL(`.${path}`, built), 'utf8').matchAll(/["`]assets\/([\w.-]+\.(?:js|css))["`]/g),
    ])
    .map(([, name]) => `/assets/${name}`);
  const files = [...new Set([...assets, ...parts, '/crew/icon-512.png'])].sort();
  const version = createHash('sha256').update(pages.join()).digest('hex').slice(0, 12);
  return { version, files };
}

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  define: { SHELL: JSON.stringify(readShell()) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: false,
    target: 'es2022',
    rolldownOptions: {
      input: new URL('crew/worker/service-worker.ts', import.meta.url).pathname,
      output: { format: 'iife', entryFileNames: 'crew-worker.js' },
      checks: { bundlerTimings: false },
    },
  },
});
