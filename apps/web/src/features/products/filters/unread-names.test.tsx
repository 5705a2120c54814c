import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answersInTurn } from '../../../testing/answers-in-turn.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { UnreadNames } from './unread-names.tsx';

test('a location that no store has is named, with those that there are', async () => {
  const locations = ['Warehouse', 'Main street'].map((name) => ({ name, store_ids: ['1'] }));
  const { api } = answersInTurn({ locations }, { stores: [], total: 0 });
  renderPart(<UnreadNames filter={'stock-at:"Nowhere<5"'} otherwise="Check the spelling." />, api);
  expect(
    await screen.findByText('No store has a location called “Nowhere”. There are: Main street, Warehouse.'),
  ).toBeTruthy();
});
