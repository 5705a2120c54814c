import { expect, test, vi } from 'vitest';
import {
  edits,
  type Form,
  formOf,
  isEnded,
  keyOf,
  post,
  reaches,
  stage,
  start,
  UPDATE,
} from './bulk-mutation-steps.ts';
import { simulation, TOKEN } from './simulation.ts';

const { open, simulator, clock } = simulation();

test('the upload host takes the form as it was signed, in order, and no other credentials', async () => {
  const shop = open();
  const target = await stage(shop);
  const form = formOf(target);
  const send = async (fields: Form, headers?: Record<string, string>) => {
    const { status, text } = await post(shop, target.url, fields, headers);
    return [status, /<Code>(\w+)<\/Code>/.exec(text)?.[1]];
  };
  const file: Form = [['file', '{}']];
  const without = (name: string) => form.filter(([field]) => field !== name);
  expect(await send([...file, ...form])).toEqual([400, 'InvalidArgument']);
  expect(await send(form)).toEqual([400, 'InvalidArgument']);
  expect(await send([...without('policy'), ...file])).toEqual([401, 'AuthenticationRequired']);
  expect(await send([...without('acl'), ...file])).toEqual([403, 'AccessDenied']);
  expect(await send([...form, ['extra', '1'], ...file])).toEqual([403, 'AccessDenied']);
  const forged: Form = [...without('policy'), ['policy', 'e30='], ...file];
  expect(await send(forged)).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await send([...form, ...file], { 'x-shopify-access-token': TOKEN })).toEqual([
    400,
    'InvalidArgument',
  ]);
  expect(await send([...form, ...file], { authorization: `Bearer ${TOKEN}` })).toEqual([
    400,
    'InvalidArgument',
  ]);
  expect((await start(shop, keyOf(target))).userErrors[0]?.code).toBe('NO_SUCH_FILE');
  expect(await send([...form, ...file, ['late', 'ignored']])).toEqual([201, undefined]);
  clock.advance(25 * 3600 * 1000);
  expect(await send([...form, ...file])).toEqual([400, 'ExpiredToken']);
});

test('the form of a standard client is taken', async () => {
  const shop = open();
  const { lines } = edits(shop, 3);
  const target = await stage(shop);
  const form = new FormData();
  for (const [name, value] of formOf(target)) form.append(name, value);
  form.append('file', new Blob([lines.join('\n')], { type: 'text/jsonl' }), 'edits.jsonl');
  const address = new URL(new URL(target.url).pathname, simulator().url);
  expect((await fetch(address, { method: 'POST', body: form })).status).toBe(201);
  const { bulkOperation } = await start(shop, keyOf(target));
  expect((await reaches(shop, bulkOperation?.id ?? '', isEnded)).objectCount).toBe('3');
  expect(shop.shop.writes.all).toHaveLength(3);
});

test('an upload that fails once, and a start whose answer is lost although it runs', async () => {
  const shop = open();
  const { lines } = edits(shop, 1);
  const target = await stage(shop);
  const { faults } = simulator();
  faults.add({
    shop: shop.shop.domain,
    target: 'upload',
    action: { kind: 'status', status: 503, html: true },
  });
  const form: Form = [...formOf(target), ['file', lines[0] ?? '']];
  expect((await post(shop, target.url, form)).status).toBe(503);
  expect((await post(shop, target.url, form)).status).toBe(201);
  faults.add({
    shop: shop.shop.domain,
    action: { kind: 'applied_answer_lost' },
    match: 'bulkOperationRunMutation',
  });
  await expect(start(shop, keyOf(target), UPDATE, 'batch-0001')).rejects.toMatchObject({
    code: 'ECONNRESET',
  });
  await vi.waitFor(() => expect(shop.shop.bulkOperations.all[0]?.status).toBe('COMPLETED'));
  expect(shop.shop.bulkOperations.all).toMatchObject([{ clientIdentifier: 'batch-0001' }]);
});
