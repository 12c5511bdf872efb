// Vite build of the web pages: one HTML entry per application and language, shared chunks, hashed file names.
import { readFileSync } from 'node:fs';
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

/** Pages whose HTML is drawn before their script has loaded; the others stay blank until then. */
const drawnEarly = /^\/(crew|tracking)\b/;
const choices = 'client/stored-choices.js';

/**
 * Inlines the first paint of a page (`<page>/first-paint.html`) and loads the small script that applies the stored theme and
 * language before it is drawn. On the other pages the script blocks rendering until it has applied the stored theme. Both avoid
 * a flash of the wrong colours.
 */
const firstPaint: Plugin = {
  name: 'first-paint',
  buildStart() {
    this.emitFile({
      type: 'asset',
      name: 'stored-choices.js',
      source: readFileSync(new URL(choices, import.meta.url)),
    });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path, bundle }) => {
      const [, page] = drawnEarly.exec(path) ?? [];
      if (page === undefined)
        return html.replaceAll('<script type="module"', '<script type="module" blocking="render"');
      const script = Object.values(bundle ?? {}).find(({ fileName }) => fileName.includes('stored-choices'));
      return html
        .replace(
          '<!-- first paint -->',
          readFileSync(new URL(`${page}/first-paint.html`, import.meta.url), 'utf8').trim(),
        )
        .replace(
          '<script type="module"',
          `<script src="/${script?.fileName}"></script>\n    <script type="module"`,
        );
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), firstPaint],
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
