import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { answersInTurn } from '../../../testing/answers-in-turn.ts';
import { buildProduct } from '../../../testing/builders/build-product.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { press } from '../../../testing/screen-form.ts';
import { channelsOfProductQuery } from '../api/queries.ts';
import { ChannelsPanel } from './channels-panel.tsx';

const published = (...names: string[]) => ({
  reads_channels: true,
  channels: ['Online Store', 'Point of Sale', 'Wholesale'].map((name) => ({
    name,
    is_published: names.includes(name),
  })),
});

test('what a colleague publishes meanwhile stays published', async () => {
  const { api, calls } = answersInTurn({ batch_id: 'batch', failed: 0 });
  const queryClient = createQueryClient();
  const product = buildProduct({});
  const { queryKey } = channelsOfProductQuery(api, product.id, null);
  queryClient.setQueryData(queryKey, published('Online Store'));
  renderPart(<ChannelsPanel product={product} asOf={null} />, api, queryClient);
  press('Edit channels');
  act(() => void queryClient.setQueryData(queryKey, published('Online Store', 'Wholesale')));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Point of Sale' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Wholesale' }).checked).toBe(true),
  );
  press('Save channels');
  const updates = () => calls.filter(({ id }) => id === 'products.bulkUpdate');
  await waitFor(() => expect(updates()).toHaveLength(1));
  expect(updates()[0]?.input.body).toMatchObject({
    products_to_update: [{ attributes_to_set: { channels: { 'Point of Sale': true } } }],
  });
  expect(JSON.stringify(updates()[0]?.input.body)).not.toContain('Wholesale');
});
