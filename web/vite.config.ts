// How the pages are built: one HTML file per audience, what they share in common chunks, everything under hashed names.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  publicDir: false,
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The content policy admits no data: addresses, and browsers of that age need no help with preloading.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { portal: new URL('portal.html', import.meta.url).pathname } },
  },
});
