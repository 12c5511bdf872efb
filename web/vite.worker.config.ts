// How the service worker of the crew's page is built: after the pages, as one file without imports, with the list of what the
// page is made of. Its content changes whenever that does, which is how browsers notice a new version.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

const built = new URL('../dist/web/', import.meta.url);

function readShell(): { version: string; files: string[] } {
  const pages = ['crew.html', 'crew.es.html'].map((name) => readFileSync(new URL(name, built), 'utf8'));
  const assets = pages.flatMap((html) =>
    [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path),
  );
  const files = [...new Set([...assets, '/crew/icon-512.png'])].sort();
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
