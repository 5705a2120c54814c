import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  buildResultItem,
  buildSearchPage,
  buildVariant,
} from '../../../testing/builders/build-result-item.ts';
import { renderApp } from '../../../testing/render-app.tsx';

async function openHat() {
  const { calls } = renderApp('/bulk-price-update?q=hat', {
    'stores.list': () => ({ stores: [], total: 0 }),
    'products.search': () =>
      buildSearchPage([buildResultItem([buildVariant({ id: 'red', price: '10.00', cost: '4.00' })])]),
    'products.bulkUpdate': () => ({
      success: true,
      succeeded: 1,
      failed: 0,
      unchanged: 0,
      errors: [],
      batch_id: 'b',
    }),
  });
  await screen.findByText('$10.00');
  const writes = () => calls.filter(({ id }) => id === 'products.bulkUpdate').map(({ body }) => body);
  return { writes };
}

function typePrice(text: string) {
  fireEvent.click(screen.getByText('$10.00'));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Price of/ });
  field.value = text;
  fireEvent.keyDown(field, { key: 'Enter' });
}

test('a price that may be a mistake is written once its warnings were looked at', async () => {
  const { writes } = await openHat();
  typePrice('3');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save 1 value?' }));
  dialog.getByText(messages.bulkUpdate.warnings.below_cost(1));
  dialog.getByText(messages.bulkUpdate.warnings.large_change(1));
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save 1 value' });
  expect([save.disabled, writes()]).toEqual([true, []]);
  fireEvent.click(dialog.getByRole('checkbox', { name: messages.bulkUpdate.haveLooked }));
  fireEvent.click(save);
  await waitFor(() =>
    expect(writes()).toMatchObject([{ products_to_update: [{ attributes_to_set: { price: '3.00' } }] }]),
  );
});

test('a price whose warnings were not confirmed stays at its cell, and is not written', async () => {
  const { writes } = await openHat();
  typePrice('0');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save 1 value?' }));
  dialog.getByText(messages.bulkUpdate.warnings.zero_price(1));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: /was not saved\. The warnings about it were not confirmed\.$/ });
  expect(writes()).toEqual([]);
});
