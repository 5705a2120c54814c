import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { precompress } from './precompress.ts';
import { preloadFont } from './preload-font.ts';

const apiServer = process.env.API_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), preloadFont(), precompress()],
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
