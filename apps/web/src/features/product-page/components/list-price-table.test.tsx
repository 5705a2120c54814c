import { ApiError } from '@storefleet/client/api-error';
import { priceOnList } from '@storefleet/contract/attributes/list-prices';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { answersInTurn } from '../../../testing/answers-in-turn.ts';
import { buildProduct } from '../../../testing/builders/build-product.ts';
import { buildVariant } from '../../../testing/builders/build-result-item.ts';
import { buildStore } from '../../../testing/builders/build-store.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { press } from '../../../testing/screen-form.ts';
import { storesQuery } from '../../stores/api/queries.ts';
import { ListPriceTable } from './list-price-table.tsx';

/** The table of a product with a price of 9.00 in Europe. */
function renderPrices(saved: unknown) {
  const store = buildStore({
    reads_price_lists: true,
    price_lists: [{ id: '1', name: 'Europe', currency: 'EUR', adjustment: 0 }],
  });
  // The stores come first, then what saving answers.
  const { api, calls } = answersInTurn({ stores: [store], total: 1 }, saved);
  const queryClient = createQueryClient();
  queryClient.setQueryData(storesQuery(api).queryKey, [store]);
  renderPart(<Prices />, api, queryClient);
  return calls;
}

function Prices() {
  const [price, setPrice] = useState('9.00');
  const list_prices = { [priceOnList('Europe')]: price };
  const product = buildProduct({ variants: [buildVariant({ list_prices })] });
  return (
    <>
      <ListPriceTable product={product} place="panel" />
      <button type="button" onClick={() => setPrice('8.00')}>
        A colleague sets 8.00
      </button>
    </>
  );
}

test('a price is based on the one that was shown when editing began', async () => {
  const calls = renderPrices({ batch_id: 'batch', failed: 0 });
  press('Edit market prices');
  fireEvent.change(screen.getByRole('textbox', { name: /Europe/ }), { target: { value: '8.50' } });
  press('A colleague sets 8.00');
  press('Save market prices');
  const updates = () => calls.filter(({ id }) => id === 'products.bulkUpdate');
  await waitFor(() => expect(updates()).toHaveLength(1));
  expect(updates()[0]?.input.body).toMatchObject({
    products_to_update: [{ based_on: { [priceOnList('Europe')]: '9.00' } }],
  });
});

test('a block by a guard rail says who may override it', async () => {
  const detail = 'Floor: 1 row breaks it. Only an owner can make this change, with a reason.';
  const errors = [{ path: 'guard_rails.1', message: 'Floor: 1 row breaks it.' }];
  renderPrices(new ApiError({ status: 403, code: 'guard_rail_blocks', detail, errors }));
  press('Edit market prices');
  fireEvent.change(screen.getByRole('textbox', { name: /Europe/ }), { target: { value: '8.50' } });
  press('Save market prices');
  expect((await screen.findByRole('alert')).textContent).toContain(detail);
});

test.each([
  ['0', '1 price becomes 0.'],
  ['90', '1 row changes by more than 50%.'],
])(
  'a market’s price of %s is saved only after the question that a plan would ask',
  async (typed, warning) => {
    const calls = renderPrices({ batch_id: 'batch', failed: 0 });
    const updates = () => calls.filter(({ id }) => id === 'products.bulkUpdate');

    press('Edit market prices');
    fireEvent.change(screen.getByRole('textbox', { name: /Europe/ }), { target: { value: typed } });
    press('Save market prices');
    expect(await screen.findByText(warning)).toBeTruthy();
    expect(updates()).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox'));
    press('Save 1 change');
    await waitFor(() => expect(updates()).toHaveLength(1));
  },
);
