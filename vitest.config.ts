import { defineConfig } from 'vitest/config';

/** Tests with simulated sources, or none. */
const WITHOUT_DATABASE = [
  'apps/server/src/{config,connectors}/**/*.test.ts',
  'apps/server/src/modules/scheduled-syncs/timing/timing*.test.ts',
];
/** The embedded database itself, and processes that bring it along. */
const EMBEDDED = [
  'apps/server/src/platform/db/{backup,embedded}/**/*.test.ts',
  'apps/server/src/main.test.ts',
  'apps/server/test/auth/users-command.test.ts',
  'scripts/demo.test.ts',
];
/**
 * Left out with TEST_DATABASE_URL: about requests, files, sources or processes. The other tests send the same SQL
 * to that PostgreSQL.
 */
const ON_ANY_POSTGRES = process.env.TEST_DATABASE_URL
  ? [
      'apps/server/src/app.test.ts',
      'apps/server/src/modules/csv/{export/csv-export,import/csv-import,import/excel-import}.test.ts',
      'apps/server/src/modules/files/files.routes.test.ts',
      'apps/server/src/modules/products/pagination/pagination-test.routes.test.ts',
      'apps/server/src/modules/stores/authorizations/authorizations.test.ts',
      'apps/server/src/platform/{http,logging,network,resilience}/**/*.test.ts',
      'apps/server/test/articles/correct-stores.test.ts',
      'apps/server/test/auth/{admin,own-sessions,profile,protocol,recovery,setup,team,throttle}.test.ts',
      'apps/server/test/bulk-updates/{bulk-path,chaos,crash,estimate,liveness}.test.ts',
      'apps/server/test/migrate-to-postgres.test.ts',
      'apps/server/test/mssql/{connection-test,edits-in-sets,exploring,generation,stock,store-record}.test.ts',
      'apps/server/test/mssql/{table-as-a-store,table-preview}.test.ts',
      'apps/server/test/permissions/{api-key-requests,roles}.test.ts',
      'apps/server/test/products/{attributes,descriptions,images}.test.ts',
      'apps/server/test/sync/sync-calls.test.ts',
      'apps/server/test/webhooks/applying.test.ts',
    ]
  : [];
/** Processes of the product that are killed: one on the embedded database, or several on TEST_DATABASE_URL. */
const MACHINES = ['apps/server/test/several-machines/**/*.test.ts'];
/** Tests of the connector that use only SQL, and so run against any SQL Server. */
const SQL_ALONE = [
  'write/{editing,editing-mapped,editing-sets}',
  'preview/preview',
  'read/{catalogue,catalogue-keys,product-list}',
].map((name) => `apps/server/src/connectors/mssql/${name}.test.ts`);
/** Layout and accessibility, which do not depend on the database. */
const LAYOUT = ['e2e/layout/*.spec.ts'];
/** The timeout for polling, on a busy machine. */
const patience = { poll: { timeout: 30_000 } };
/** Node imports these tests as it does the product: nothing in them needs Vite's transforms. */
const native = { experimental: { viteModuleRunner: false } };
const browserTests = {
  ...native,
  globalSetup: ['e2e/support/prepared-data.ts'],
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: patience,
};
const web = { extends: './apps/web/vite.config.ts', root: './apps/web' };
/** One more than the cores of a small machine: a journey spends a third of its time waiting for a page. */
const maxWorkers = 3;
const serverTests = { ...native, testTimeout: 60_000, hookTimeout: 120_000, expect: patience };

/**
 * `unit` needs nothing but Node, nor does `connectors`; `server` runs against a database (the embedded one, or
 * TEST_DATABASE_URL), and `embedded` always against the embedded one; `web` runs in jsdom, as does `web-logic`, which
 * draws nothing; `e2e` drives a real browser against the built product, on the database of `server`. `machines` kills the
 * only process on the embedded database, or with TEST_DATABASE_URL several on that PostgreSQL. `sql-server` runs tests of `connectors` against
 * the SQL Server that TEST_MSSQL_URL names, and is there only where one is named.
 *
 * `isolate: false`: modules keep nothing from one test to the next, and to load them for each file takes as long as the
 * tests do.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...native,
          include: ['{packages/*,test-support}/{src,test}/**/*.test.ts', 'specification/**/*.test.ts'],
          isolate: false,
          // Much more than any test needs: 5 s were once too few beside other work.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts'],
          exclude: [...WITHOUT_DATABASE, ...EMBEDDED, ...ON_ANY_POSTGRES, ...MACHINES],
          globalSetup: ['test-support/src/cluster.ts'],
          isolate: false,
          ...serverTests,
        },
      },
      { test: { name: 'connectors', include: WITHOUT_DATABASE, isolate: false, ...serverTests } },
      ...(process.env.TEST_MSSQL_URL
        ? [
            {
              test: {
                name: 'sql-server',
                include: SQL_ALONE,
                env: { MSSQL_UNDER_TEST: process.env.TEST_MSSQL_URL },
                ...serverTests,
              },
            },
          ]
        : []),
      {
        test: {
          name: 'embedded',
          include: EMBEDDED,
          env: { TEST_DATABASE_URL: '' },
          ...serverTests,
        },
      },
      { test: { name: 'machines', include: MACHINES, ...native, hookTimeout: 240_000 } },
      {
        ...web,
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          testTimeout: 60_000,
          maxWorkers,
        },
      },
      {
        ...web,
        // Pure functions without state: a jsdom per file takes twenty times as long.
        test: {
          name: 'web-logic',
          environment: 'jsdom',
          include: ['src/**/*.test.ts'],
          isolate: false,
          maxWorkers,
        },
      },
      { test: { name: 'e2e', include: ['e2e/**/*.spec.ts'], exclude: LAYOUT, ...browserTests } },
      { test: { name: 'layout', include: LAYOUT, ...browserTests } },
    ],
    maxWorkers,
  },
});
