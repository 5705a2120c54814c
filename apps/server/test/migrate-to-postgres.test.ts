import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { StoreRow } from '@storefleet/server/modules/stores/stores.table';
import { openStoreSecret } from '@storefleet/server/modules/stores/tokens/store-secrets';
import { loadOrCreateKeyFile } from '@storefleet/server/platform/crypto/encryption-key';
import type { Secret } from '@storefleet/server/platform/crypto/secret';
import { createSecretBox } from '@storefleet/server/platform/crypto/secret-box';
import type { DatabaseOptions } from '@storefleet/server/platform/db/database';
import { createTestApp } from '@storefleet/test-support/app';
import { CHILD_ENVIRONMENT } from '@storefleet/test-support/child-environment';
import { createDataFolder, createTestDatabase, type TestDatabase } from '@storefleet/test-support/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProduct } from './products/catalogue.ts';

const PROGRAM = fileURLToPath(new URL('../src/cli/migrate-to-postgres.ts', import.meta.url));
const TOKEN = 'shpat_0123456789abcdef0123456789abcdef';

let dataDir: string;
let key: Secret;
let storeId: string;
let target: TestDatabase;
let whileItRan: Ended;

type Ended = { code: number | null; out: string; problems: string };

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sf-test-'));
  target = await createTestDatabase();
  await target.query('drop schema public cascade; create schema public');
  await useTheData();
});
afterAll(async () => {
  await target.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** An account, a store with its token and a product, and a secret setting. */
async function useTheData(): Promise<void> {
  const data = await createDataFolder(dataDir);
  key = await loadOrCreateKeyFile(dataDir);
  const app = await createTestApp({ db: data, environment: { ENCRYPTION_KEY: key.reveal() } });
  const store = await app.fetchApi('/stores', {
    method: 'POST',
    json: { shop_name: 'Hats', shop_url: 'hats.myshopify.com', store_type: 'shopify', access_token: TOKEN },
  });
  ({ id: storeId } = (await store.json()) as { id: string });
  await app.fetchApi('/settings', {
    method: 'POST',
    json: { key: 'partner_secret', value: 'kept to ourselves', is_encrypted: true },
  });
  await addProduct(data, storeId, 'Bowler “Čapek” 🎩', [{ sku: 'BWL-1', price: '129.90' }]);
  whileItRan = await migrate();
  await app.close();
  await data.close();
}

async function migrate(args: string[] = [], environment: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: {
      ...CHILD_ENVIRONMENT,
      DATA_DIR: dataDir,
      DATABASE_URL: addressOf(target.connection),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], out, problems] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, out, problems };
}

function addressOf({ connectionString, host, user, database }: DatabaseOptions): string {
  return connectionString ?? `postgres:///${database}?host=${encodeURIComponent(host ?? '')}&user=${user}`;
}

it('is refused while a server uses the data', () => {
  expect(whileItRan).toEqual({
    code: 1,
    out: '',
    problems: `The data folder ${dataDir} is in use by another running server: stop that one first, or set DATA_DIR to another folder.\n`,
  });
});

it('explains invalid arguments and its usage', async () => {
  const { code, problems } = await migrate(['--fast']);
  expect(code).toBe(2);
  expect(problems).toMatch(/^Unknown option '--fast'.*npm run migrate-to-postgres \[URL\]/s);
});

it('moves everything, and the server continues there with its accounts and tokens', async () => {
  const { code, out, problems } = await migrate([addressOf(target.connection)], { DATABASE_URL: '' });
  expect({ code, problems }).toEqual({ code: 0, problems: '' });
  expect(out).toContain('  products: 1 row\n');
  expect(out).toMatch(/Everything has arrived: [\d,]+ rows in \d+ tables, counted and compared\./);
  expect(out).toContain(`with ENCRYPTION_KEY set to the line in ${path.join(dataDir, 'encryption.key')}`);
  expect(out).not.toContain((await readFile(path.join(dataDir, 'encryption.key'), 'utf8')).trim());

  const app = await createTestApp({ db: target, environment: { ENCRYPTION_KEY: key.reveal() } });
  try {
    expect(app.setupLink).toBeNull();
    const found = await app.fetchApi('/products/search?query=čapek');
    expect(await found.text()).toContain('Bowler “Čapek” 🎩');
    expect((await app.services.settings.readSecret('partner_secret'))?.reveal()).toBe('kept to ourselves');
    const { rows } = await target.query<StoreRow>('select * from stores where id = $1', [storeId]);
    const [store] = rows;
    const token = store && openStoreSecret(createSecretBox(key), store, 'access_token');
    expect(token?.reveal()).toBe(TOKEN);
  } finally {
    await app.close();
  }

  const data = await createDataFolder(dataDir);
  const kept = await data.query('select title from products');
  await data.close();
  expect(kept.rows).toEqual([{ title: 'Bowler “Čapek” 🎩' }]);
});
