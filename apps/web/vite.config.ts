import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { precompress } from './precompress.ts';
import { preloadFont } from './preload-font.ts';

const apiServer = process.env.API_SERVER ?? 'http://127.0.0.1:8080';

/** The browser needs no schema, and Zod tries whether it may evaluate code, which our policy forbids. */
const withoutZod: Plugin = {
  name: 'without-zod',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === 'zod')
      this.error(`${importer} would bring Zod into the browser: import only types of it.`);
  },
};

export default defineConfig({
  plugins: [withoutZod, react(), preloadFont(), precompress()],
  build: {
    target: 'es2023',
    // The content security policy allows neither inline scripts nor data: fonts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // One file for the first load: split by shared modules, it would compress less.
        codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
      },
    },
  },
  server: {
    proxy: { '/api': apiServer, '/auth/v1': apiServer },
  },
  test: { setupFiles: ['./src/testing/setup.ts'], restoreMocks: true, unstubGlobals: true },
});
