import { IconHome } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { type Command, inGroups, matchingCommands } from './commands.ts';

const command = (title: string, keywords?: string): Command => ({
  id: title,
  group: 'Go to',
  title,
  icon: IconHome,
  run: () => undefined,
  ...(keywords ? { keywords } : {}),
});
const commands = [
  command('Bulk Price', 'grid cost'),
  command('Add Shopify store'),
  command('Stores Übersicht'),
];

test.each([
  ['', ['Bulk Price', 'Add Shopify store', 'Stores Übersicht']],
  ['store', ['Stores Übersicht', 'Add Shopify store']],
  ['ubersicht', ['Stores Übersicht']],
  ['cost bulk', ['Bulk Price']],
  ['nothing', []],
])('%j finds %j', (typed, titles) => {
  expect(matchingCommands(commands, typed).map(({ title }) => title)).toEqual(titles);
});

test.each([
  ['store', [], ['Stores', 'Search all products']],
  ['store', ['Store sign'], ['Store sign', 'Search all products', 'Stores']],
  ['stores', ['Stores sign'], ['Stores', 'Stores sign', 'Search all products']],
])('%j with the products %j ranks the best match first', (typed, products, titles) => {
  const found = [...products, 'Search all products'].map((title) => ({
    ...command(title),
    id: title.startsWith('Search') ? 'search' : title,
    group: 'Products' as const,
  }));
  expect(inGroups([...found, command('Stores')], typed).map(({ title }) => title)).toEqual(titles);
});
