import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CreatedApiKey } from '@storefleet/contract/people/api-keys';
import { CHILD_ENVIRONMENT } from '@storefleet/test-support/child-environment';
import { afterAll, expect, test, vi } from 'vitest';
import { run } from '../../packages/cli/src/run.ts';
import { syncStores } from '../support/api.ts';
import { csvRecords } from '../support/files.ts';
import { fillShop } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const MAIN = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));
const stage = await openStage();
const home = await mkdtemp(path.join(tmpdir(), 'sf-cli-'));
await stage.connectShop('Tidal Goods', { products: 12 });
afterAll(() => rm(home, { recursive: true, force: true }));

/** A command in a process of its own, as it is typed. */
async function spawnStorefleet(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...CHILD_ENVIRONMENT, XDG_CONFIG_HOME: home, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, notes] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, notes };
}

/** A command in this process: the start of one takes longer than most commands. */
async function storefleet(args: readonly string[], environment: Record<string, string> = {}) {
  const out: string[] = [];
  const notes: string[] = [];
  for (const [name, value] of Object.entries({ XDG_CONFIG_HOME: home, ...environment })) {
    vi.stubEnv(name, value);
  }
  try {
    const code = await run(args, {
      print: (line) => void out.push(`${line}\n`),
      note: (line) => void notes.push(`${line}\n`),
      progress: () => undefined,
      ask: async () => null,
    });
    return { code, out: out.join(''), notes: notes.join('') };
  } finally {
    vi.unstubAllEnvs();
  }
}

/** The answer of a successful command. */
async function json<Answer>(...args: string[]): Promise<Answer> {
  const { code, out, notes } = await storefleet([...args, '--json']);
  expect([code, notes]).toEqual([0, '']);
  return JSON.parse(out) as Answer;
}

const addKey = async (role: string) =>
  (await stage.api<CreatedApiKey>('POST', '/api-keys', { name: `A ${role}`, role })).secret;

test('a day of prices from the command line: sign in, sync, search, plan, apply, undo, history', async () => {
  expect(await spawnStorefleet(['stores'])).toMatchObject({
    code: 2,
    notes: expect.stringContaining('Sign in first'),
  });
  const environment = { STOREFLEET_KEY: await addKey('editor') };
  const signedIn = await spawnStorefleet(['login', stage.product.url], environment);
  expect(signedIn).toMatchObject({ code: 0, out: expect.stringContaining('as editor') });
  expect((await stat(path.join(home, 'storefleet', 'sign-in.json'))).mode & 0o777).toBe(0o600);
  expect((await storefleet(['stores'])).out).toMatch(/Tidal Goods +shopify +active/);

  const synced = await spawnStorefleet(['sync', 'tidal goods']);
  expect([synced.code, synced.out]).toEqual([0, expect.stringMatching(/Tidal Goods +completed +12/)]);
  type Found = { results: { product: { variants: { sku: string; price: string }[] } }[] };
  const [first] = (await json<Found>('search', '--filter', 'price:>0', '--limit', '1')).results;
  const { sku, price } = first?.product.variants[0] ?? { sku: '', price: '0' };
  const file = path.join(home, 'prices.csv');
  const raised = (Number(price) + 1).toFixed(2);
  await writeFile(file, `SKU,Price\n${sku},${raised}\n`);

  const planned = await json<{ batch_id: string; total: number }>('plan', file);
  expect(planned.total).toBe(1);
  expect((await storefleet(['show', planned.batch_id])).out).toContain(`price ${price} → ${raised}`);
  const whatIf = await storefleet(['show', planned.batch_id, '--what-if']);
  expect([whatIf.code, whatIf.out]).toEqual([
    0,
    expect.stringMatching(/^Store +Currency.*\nTidal Goods +USD +1 /m),
  ]);
  // There is no terminal to confirm at.
  expect(await spawnStorefleet(['apply', planned.batch_id])).toMatchObject({
    code: 2,
    notes: expect.stringContaining('--yes'),
  });
  const applied = await storefleet(['apply', planned.batch_id, '--yes']);
  expect([applied.code, applied.out]).toEqual([0, expect.stringContaining('1 succeeded')]);
  const priceNow = async () =>
    (await json<Found>('search', sku, '--by', 'sku')).results[0]?.product.variants[0]?.price;
  expect(await priceNow()).toBe(raised);
  expect((await storefleet(['undo', planned.batch_id, '-y'])).code).toBe(0);
  expect(await priceNow()).toBe(price);
  const told = await storefleet(['history']);
  expect(told.out).toContain(planned.batch_id);
  expect(told.out).toContain('A editor (API key)');

  const searched = await storefleet([
    'plan',
    '--store',
    'Tidal Goods',
    '--filter',
    'price:>0',
    '--change',
    'price+4%',
    '--ending',
    '.99',
  ]);
  expect([searched.code, searched.out]).toEqual([0, expect.stringContaining('storefleet apply')]);
});

test('a plan is applied at a time and reverted at another', async () => {
  const environment = { STOREFLEET_URL: stage.product.url, STOREFLEET_KEY: await addKey('editor') };
  const planned = await storefleet(
    ['plan', '--store', 'Tidal Goods', '--filter', 'price:>0', '--change', 'price+1', '--json'],
    environment,
  );
  const { batch_id } = JSON.parse(planned.out) as { batch_id: string };
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const apply = (...args: string[]) => storefleet(['apply', batch_id, ...args], environment);
  const times = ['--at', `${day(30)} 00:00`, '--until', `${day(32)}T24:00`, '--timezone', 'UTC'];
  const asked = await apply(...times);
  expect([asked.code, asked.notes]).toEqual([
    2,
    expect.stringMatching(/rows are changed.*24:00 each written value reverts.*--yes/s),
  ]);
  expect(await apply('--until', `${day(32)}T24:00`)).toMatchObject({
    code: 2,
    notes: expect.stringMatching(/--until goes with --at/),
  });
  expect(await apply('--at', 'tomorrow', '-y')).toMatchObject({
    code: 2,
    notes: expect.stringMatching(/starts: A time is written like/),
  });
  expect(await apply('--at', `${day(-9)}T00:00`, '-y')).toMatchObject({
    code: 2,
    notes: expect.stringMatching(/--at: .*has passed/),
  });
  const done = await apply(...times, '-y');
  expect([done.code, done.out]).toEqual([
    0,
    expect.stringMatching(/^Scheduled for .* 00:00, until .* 00:00 \(UTC\)\.$/m),
  ]);
  expect((await storefleet(['show', batch_id], environment)).out).toContain('Scheduled for');
});

test('articles are compared, and corrections of a rule’s deviations are planned', async () => {
  const zurich = await stage.connectShop('Zurich', { currency: 'EUR' });
  const berlin = await stage.connectShop('Berlin', { currency: 'EUR' });
  fillShop(zurich, 'Kettle', [{ sku: 'KET-1', price: '40.00' }]);
  fillShop(berlin, 'Kettle', [{ sku: 'ket-1', price: '45.00' }]);
  fillShop(berlin, 'Apron', [{ sku: 'APR-1' }]);
  await syncStores(stage.api, [zurich, berlin]);
  const way = { kind: 'formula', factor: '1.05' };
  const rule = { attribute: 'price', store_ids: [berlin.id], source_store_id: zurich.id, way };
  await stage.api('POST', '/rules', rule);

  const environment = { STOREFLEET_URL: stage.product.url, STOREFLEET_KEY: await addKey('proposer') };
  const compare = (...args: string[]) =>
    storefleet(['compare', '--stores', 'zurich, Berlin', ...args], environment);
  const shown = await compare('--differs', '--attributes', 'price,stock');
  expect([shown.code, shown.notes]).toEqual([0, '']);
  expect(shown.out).toMatch(/KET-1 +Kettle +Price .*40\.00\*.*45\.00\* → 42\.00/);
  expect(shown.out).toMatch(/KET-1 +Kettle +Stock /);
  const unasked = [await compare('--limit', '1'), await compare()].map(({ out }) => out);
  expect(unasked[0]).toMatch(/KET-1(?!.*APR-1).*The first 1 article/s);
  expect(unasked[1]).toMatch(/KET-1.*APR-1.*2 articles/s);
  expect((await compare('--missing-in', 'Berlin')).out).toContain('0 articles');
  expect((await compare('--attributes', 'colour')).code).toBe(2);
  const missing = path.join(home, 'missing.csv');
  expect((await compare('--shopify', missing)).code).toBe(2);
  const toShopify = ['--missing-in', 'berlin', '--shopify', missing, '--from', 'Tidal Goods'];
  expect((await storefleet(['compare', ...toShopify], environment)).code).toBe(0);
  expect(csvRecords(await readFile(missing, 'utf8'))[0]).toMatchObject({
    Published: 'TRUE',
    Status: 'draft',
  });
  const file = path.join(home, 'comparison.csv');
  expect((await compare('--csv', file, '--xlsx', file)).code).toBe(2);
  expect((await compare('--csv', file)).out).toContain(`Written to ${file}.`);
  expect(csvRecords(await readFile(file, 'utf8'))).toMatchObject([
    { Code: 'APR-1' },
    { Code: 'KET-1', 'Zurich · Price (EUR)': '40.00', 'Against a rule': 'Price in Berlin: 42.00' },
  ]);
  // A new rule rematches the products of its stores first.
  await expect
    .poll(async () => (await compare('--against-rules', '--plan')).out)
    .toMatch(/planned, 1 row\n.*price 45\.00 → 42\.00.*storefleet apply/s);
});

test('forbidden and invalid commands have exit codes of their own', async () => {
  const environment = { STOREFLEET_URL: stage.product.url, STOREFLEET_KEY: await addKey('proposer') };
  const planned = await storefleet(
    ['plan', '--filter', 'price:>0', '--change', 'price+1', '--json'],
    environment,
  );
  const { batch_id } = JSON.parse(planned.out) as { batch_id: string };
  const refused = await spawnStorefleet(['apply', batch_id, '--yes'], environment);
  expect([refused.code, refused.notes]).toEqual([3, expect.stringContaining('this API key is a proposer')]);
  expect((await storefleet(['plan', 'nowhere.csv'], environment)).code).toBe(2);
  expect((await storefleet(['sync', 'Nobody'], environment)).notes).toContain("There is no store 'Nobody'");
  expect((await storefleet(['fly'], environment)).code).toBe(2);
  expect((await storefleet(['show', 'not-a-number'], environment)).code).toBe(1);
  expect((await storefleet(['help'])).out).toContain('plan FILE');
  expect(await readFile(MAIN, 'utf8')).toMatch(/^#!/);
});
