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
