import { ApiError } from '@storefleet/client/api-error';
import { expect, it } from 'vitest';
import type { CommandContext } from '../command.ts';
import { catalogueCommands } from './catalogue.ts';

it.each([
  [false, '0 of 5000 products'],
  [true, '0 of more than 5000 products'],
])('says how many products a search finds, where more than counted is %s', async (more_than_total, words) => {
  const pagination = { total: 5_000, more_than_total };
  let printed = '';
  const context = {
    api: { call: async () => ({ results: [], pagination }) },
    args: ['a'],
    values: { limit: '25' },
    answer: (_: unknown, inWords: () => string) => {
      printed = inWords();
    },
  };
  await catalogueCommands.search.run(context as unknown as CommandContext);
  expect(printed.split('\n').at(-1)).toBe(words);
});

it('syncs the other stores, and says so, if one is refused', async () => {
  const stores = ['Atlas', 'Vela', 'Kumo'].map((shop_name) => ({
    id: shop_name,
    shop_name,
    store_type: 'shopify',
  }));
  const refusal = new ApiError({ status: 409, code: 'store_archived', detail: 'It is archived.' });
  const noted: string[] = [];
  const context = {
    api: {
      async call(name: string, { params: { id } = { id: '' } } = {}) {
        if (name === 'stores.list') return { stores };
        if (name === 'sync.startGraphql' && id === 'Vela') throw refusal;
        return { status: 'completed', processed_products: 7, message: null, error_message: null };
      },
    },
    args: stores.map(({ id }) => id),
    values: {},
    terminal: { note: (line: string) => noted.push(line) },
    answer: (ended: unknown[]) => noted.push(`${ended.length} ended`),
  };
  await expect(catalogueCommands.sync.run(context as unknown as CommandContext)).rejects.toThrow(
    '1 of 3 syncs failed.',
  );
  expect(noted).toEqual(['Vela: It is archived.', '2 ended']);
});
