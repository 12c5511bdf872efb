// How the pages are built: one HTML file per audience, what they share in common chunks, everything under hashed names.
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

/** Nothing is drawn before the script has run, for it knows which colours the reader chose; without it there is no page. */
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
    // The content policy admits no data: addresses, and browsers of that age need no help with preloading.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: pages.map((page) => new URL(page, import.meta.url).pathname),
      // On a busy machine it would report itself at every build.
      checks: { bundlerTimings: false },
    },
  },
});
