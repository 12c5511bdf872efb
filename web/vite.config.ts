// Vite build of the web pages: one HTML entry per application and language, shared chunks, hashed file names.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const pages = [
  'portal.html',
  'console.html',
  'tracking.html',
  'tracking.es.html',
  'crew.html',
  'crew.es.html',
];

/** Blocks rendering until the script has applied the stored theme; avoids a flash of the wrong colours. */
const drawAfterScript: Plugin = {
  name: 'draw-after-script',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replaceAll('<script type="module"', '<script type="module" blocking="render"'),
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), drawAfterScript],
  publicDir: false,
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy forbids `data:` URLs; es2022 browsers support modulepreload natively.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: pages.map((page) => new URL(page, import.meta.url).pathname),
      // Suppresses timing warnings, which appear at every build on a busy machine.
      checks: { bundlerTimings: false },
    },
  },
});
