import process from 'node:process';
import { apiRoutes } from '@storefleet/contract/api';
import { mayChange } from '@storefleet/contract/api/changing-calls';
import type { RouteDescription } from '@storefleet/contract/api/route';
import type { CreatedApiKey } from '@storefleet/contract/people/api-keys';
import {
  isAboutAllStores,
  isAtLeast,
  isOpenToKeys,
  lowestRoleOf,
  ROLES,
  type Role,
} from '@storefleet/contract/people/permissions';
import { openTestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { insertStore } from '../sync/catalogue.ts';

const app = await openTestApp();
await app.signIn();

/** Calls per key and route: REQUEST_ROUNDS asks more often than CI does. */
const ROUNDS = Number(process.env.REQUEST_ROUNDS ?? 1);
/** Tables that uses and refusals write. */
const TRACES = ['api_keys', 'audit_log', 'change_history_counts'];
/** Tables that planning writes. */
const PLANS = [
  'edit_batches',
  'edit_batch_stores',
  'edit_items',
  'left_out_items',
  'import_file_parts',
  'import_files',
  'import_headings',
  'import_problem_rows',
];

async function ask(method: string, path: string, token: string, json: unknown) {
  const response = await app.fetchApi(path, { method, json, token });
  await response.bytes();
  return response;
}

async function contents(ignored: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await app.db.query<{ name: string; content: string }>(
    `select relname as name, md5(coalesce(query_to_xml(format('select * from %I t order by t::text', relname), true, false, '')::text, '')) as content
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1::text[])`,
    [ignored],
  );
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}

/** The same numbers in every run. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Without the search that asks any shop: none is connected here, which it answers with 502. */
const guarded: readonly RouteDescription[] = apiRoutes.filter(
  (route: RouteDescription) => !route.public && route.id !== 'stores.findCategories',
);

test.each([
  ...ROLES.map((role) => ({ role, isLimited: false })),
  ...(['viewer', 'proposer', 'editor'] as const).map((role) => ({ role, isLimited: true })),
])(
  'of many requests by the key of a role ($role, to another store alone: $isLimited), none does what it may not do',
  async ({ role, isLimited }: { role: Role; isLimited: boolean }) => {
    const storeId = await insertStore(app.db);
    const limited = isLimited ? { store_ids: [await insertStore(app.db)] } : {};
    const given = { name: 'Random', role, requests_per_minute: 60_000, ...limited };
    const created = await app.fetchApi('/api-keys', { method: 'POST', json: given });
    const { secret } = (await created.json()) as CreatedApiKey;
    const isWithheld = ({ id }: RouteDescription) =>
      !isOpenToKeys(id) || !isAtLeast(role, lowestRoleOf(id)) || (isLimited && isAboutAllStores(id));
    // Other tests cover what it may change: limited to another store it changes nothing here, but starts its
    // own sync.
    const asked = guarded.filter((route) =>
      isLimited
        ? route.id !== 'sync.startAll'
        : isWithheld(route) || role === 'viewer' || role === 'proposer' || !mayChange(route),
    );
    const next = random(2 * ROLES.indexOf(role) + 1 + Number(isLimited));
    const pick = <T>(items: readonly T[]): T => items[next(items.length)] as T;
    const body = () =>
      pick<unknown>([
        {},
        [],
        null,
        { name: 'X', role: 'owner', email: 'x@y.example', value: '1', key: 'app_name', store_id: storeId },
        { shop_name: 'X', shop_url: 'x.example', access_token: 't', role: 'owner', store_ids: [storeId] },
        { search: { query: 'a' }, attributes_to_set: { vendor: 'X' } },
      ]);
    const plans = role === 'proposer' || isLimited;
    const ignored = plans ? [...TRACES, ...PLANS] : TRACES;
    const before = await contents(ignored);
    const wrong: string[] = [];
    // Each time with an id that may exist and a body that may be valid.
    for (const route of Array.from({ length: ROUNDS }, () => asked).flat()) {
      const known = isWithheld(route) ? [storeId, 'app_name'] : isLimited ? [storeId] : [];
      const target = route.path.replaceAll(/\{\w+\}/g, () =>
        pick([...known, uuidv7(), '..%2F', 'x'.repeat(300)]),
      );
      const { status } = await ask(route.method, target, secret, route.method === 'GET' ? undefined : body());
      if ((status === 403) !== isWithheld(route) || status >= 500) wrong.push(`${route.id}: ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(await contents(ignored)).toEqual(before);
  },
);
