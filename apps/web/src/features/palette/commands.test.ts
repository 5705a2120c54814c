import { IconHome } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { type Command, matchingCommands } from './commands.ts';

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
