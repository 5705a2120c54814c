import { defineConfig } from 'vitest/config';

/**
 * `unit` needs nothing but Node; `server` runs against a database (the embedded one, or TEST_DATABASE_URL);
 * `web` runs in jsdom; `e2e` drives a real browser against the built product.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: { name: 'web', environment: 'jsdom', include: ['src/**/*.test.{ts,tsx}'], testTimeout: 60_000 },
      },
      {
        test: {
          name: 'e2e',
          globalSetup: ['e2e/support/prepared-data.ts'],
          include: ['e2e/**/*.spec.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
    maxWorkers: 2,
  },
});
