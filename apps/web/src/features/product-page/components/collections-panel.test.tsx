import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answersInTurn } from '../../../testing/answers-in-turn.ts';
import { buildProduct } from '../../../testing/builders/build-product.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { CollectionsPanel } from './collections-panel.tsx';

const collection = (handle: string, title: string) => ({ handle, title, is_manual: true });
const gifts = collection('gifts', 'Gifts');
const oak = collection('oak', 'Oak');
const sale = collection('sale', 'Summer sale');

test('as of a moment, the collections joined and left since are named', async () => {
  const { api } = answersInTurn(
    { reads_collections: true, collections: [gifts, oak] },
    { reads_collections: true, collections: [gifts, sale] },
  );
  renderPart(<CollectionsPanel product={buildProduct({})} asOf="2026-11-01T10:00:00Z" />, api);
  const listed = async (name: string) =>
    within(await screen.findByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(await listed('Collections')).toEqual(['Gifts', 'Oak']);
  expect(await listed('Added since')).toEqual(['Summer sale']);
  expect(await listed('Removed since')).toEqual(['Oak']);
});
