import { networkError } from '@storefleet/client/api-error';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';
import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Field, withValues } from '../../../features/product-editor/fields.ts';
import { buildBulkUpdateItem, buildBulkUpdateResult } from '../../../testing/builders/build-bulk-update.ts';
import { buildProduct } from '../../../testing/builders/build-product.ts';
import { buildVariant } from '../../../testing/builders/build-result-item.ts';
import { everything, shop as store } from '../../../testing/every-screen.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { question as ask, descriptionOf, press } from '../../../testing/screen-form.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const product = buildProduct();
const PRODUCT_FIELDS = ['title', 'vendor', 'product_type', 'status', 'tags'];
const OPENED = `/stores/${store.id}?product=${product.id}`;

/** A store that accepts all writes. */
function shop(initial: ProductDetail = product) {
  const shop = { holds: initial, saves: [] as ProductReference[][], arrives: true, answers: true };
  let items: BulkUpdateItem[] = [];
  const answers: Answers = {
    ...everything,
    'stores.editing': () => ({ read_only_because: null, locked: {} }),
    'products.get': () => shop.holds,
    'products.bulkUpdate': ({ body }) => {
      const references = body.products_to_update as ProductReference[];
      shop.saves.push(references);
      items = references.map(({ selectedVariant }) =>
        buildBulkUpdateItem({ variant_id: selectedVariant?.id ?? null }),
      );
      for (const { selectedVariant, attributes_to_set: values = {} } of shop.arrives ? references : []) {
        const fields = Object.entries(values).map(([attribute, value]) => ({
          owner: PRODUCT_FIELDS.includes(attribute) ? 'product' : (selectedVariant?.id ?? ''),
          attribute: attribute as Field['attribute'],
          value: value as string | null,
        }));
        shop.holds = withValues(shop.holds, fields);
      }
      if (!shop.answers) return networkError(new Error('away'));
      return buildBulkUpdateResult({ succeeded: items.length });
    },
    'bulkUpdates.items': () => ({ items, total: items.length }),
  };
  return { shop, answers };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function openEditor() {
  const { shop: opened, answers } = shop();
  renderApp(OPENED, answers);
  await screen.findByRole('table', { name: 'Variants' });
  // Everything is locked until permissions are known.
  await waitFor(() => expect(field('Price of Red in USD').readOnly).toBe(false));
  return opened;
}

function type(label: string, text: string): void {
  const input = field(label);
  input.focus();
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
}

const saveButton = () => screen.getByRole('button', { name: /^Save/ });

test('suspicious amounts are saved once their warnings are confirmed', async () => {
  const atlas = await openEditor();
  type('Price of Red in USD', '0');
  type('Price of Green in USD', '40.00');
  fireEvent.click(saveButton());
  const dialog = await ask('Save 2 changes?');
  const { warnings } = messages.bulkUpdate;
  for (const sentence of [warnings.zero_price(1), warnings.below_cost(1), warnings.large_change(2)])
    dialog.getByText(sentence);
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save 2 changes' });
  expect([save.disabled, atlas.saves]).toEqual([true, []]);
  fireEvent.click(dialog.getByRole('checkbox', { name: messages.bulkUpdate.haveLooked }));
  fireEvent.click(save);
  await screen.findByText('Saved 2 changes in Atlas Outdoor.');
});

test('in a decimal-comma locale, amounts are parsed, compared and sent correctly', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  const atlas = await openEditor();
  type('Cost of Red in USD', '12,5');
  screen.getByText('The price is below the cost.');
  type('Price of Red in USD', '1.250');
  screen.getByText('“1.250” could be 1250 or 1,250: write 1250 or 1,2500.');
  type('Price of Red in USD', '13,75');
  fireEvent.click(saveButton());
  const dialog = await ask('Save 2 changes?');
  fireEvent.click(dialog.getByRole('checkbox', { name: messages.bulkUpdate.haveLooked }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save 2 changes' }));
  await waitFor(() => expect(atlas.saves).toHaveLength(1));
  expect(atlas.saves[0]?.[0]?.attributes_to_set).toEqual({ price: '13.75', cost: '12.50' });
});

test('users without edit permission see a read-only product', async () => {
  const { answers } = shop();
  const account = { id: product.id, email: 'vera@shops.example', name: null, store_ids: null, notices: [] };
  renderApp(OPENED, { ...answers, 'account.get': () => ({ ...account, role: 'viewer' }) });
  await screen.findByRole('table', { name: 'Variants' });
  screen.getByText('This product is read-only');
  screen.getByText(/^Only editors and owners can do this, and you are a viewer/);
  expect(field('Price of Red in USD').readOnly).toBe(true);
});

test('an invalid value blocks saving, explains why and gets the focus', async () => {
  const atlas = await openEditor();
  type('Title', '');
  type('Price of Green in USD', '12,5');
  screen.getByText('Write decimals with a point: 12.5.');
  expect(field('Price of Green in USD').getAttribute('aria-invalid')).toBe('true');
  expect(saveButton().getAttribute('aria-description')).toBe('Correct the invalid values first.');
  fireEvent.click(saveButton());
  expect(document.activeElement).toBe(field('Title'));
  expect(atlas.saves).toEqual([]);
});

test('an error is shown in the table of its field', async () => {
  await openEditor();
  type('HS code of Red', '12');
  type('Price of Green in USD', '12,5');
  const inTable = (name: string) => within(screen.getByRole('table', { name }));
  const [price, code] = ['Write decimals with a point: 12.5.', 'HS code must have 6 to 13 digits.'];
  inTable('Variants').getByText(price);
  inTable('Inventory, tax and customs').getByText(code);
  expect([screen.getAllByText(price), screen.getAllByText(code)].map(({ length }) => length)).toEqual([1, 1]);
  expect(descriptionOf(field('HS code of Red'))).toContain(code);
});

test('a lost response keeps what was typed and checks what was written', async () => {
  const atlas = await openEditor();
  type('Price of Red in USD', '12.00');
  Object.assign(atlas, { arrives: false, answers: false });
  fireEvent.click(saveButton());
  await screen.findByText('Network Error');
  screen.getByText(/your changes may or may not have been saved/);
  expect(field('Price of Red in USD').value).toBe('12.00');

  // The write succeeds, but the response is lost again: the store's values prove it.
  atlas.arrives = true;
  fireEvent.click(saveButton());
  await waitFor(() => expect(atlas.saves).toHaveLength(2));
  await screen.findByText('Nothing changed');
  expect(field('Price of Red in USD').value).toBe('12.00');
});

test('changes are discarded or reverted one by one, with the focus on the next one', async () => {
  await openEditor();
  type('Price of Red in USD', '12.00');
  press('Discard');
  const discard = await ask('Discard 1 change?');
  fireEvent.click(discard.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(field('Price of Red in USD').value).toBe('10.00'));
  type('Vendor', 'Milliners');
  type('Price of Red in USD', '12.00');
  press('Review');
  const takeBack = (name: string) => screen.getByRole('button', { name: `Revert ${name}` });
  takeBack('Vendor').focus();
  fireEvent.click(takeBack('Vendor'));
  expect(field('Vendor').value).toBe('Hatters');
  expect(document.activeElement).toBe(takeBack('Price of Red'));
  fireEvent.click(takeBack('Price of Red'));
  expect(document.activeElement).toBe(field('Price of Red in USD'));
  screen.getByText('Nothing changed');
});

test.each([
  ['This product is read-only', 'This store is archived and read-only.', {}, ['Price of Red in USD']],
  [
    '2 attributes cannot be changed in this store',
    null,
    { sku: 'No column is mapped to SKU.', vendor: 'No column is mapped to Vendor.' },
    ['SKU of Red', 'Vendor'],
  ],
])('read-only fields are locked and say why: %s', async (notice, readOnly, locked, labels) => {
  const { answers } = shop();
  renderApp(OPENED, { ...answers, 'stores.editing': () => ({ read_only_because: readOnly, locked }) });
  await screen.findByText(notice);
  for (const [index, label] of labels.entries()) {
    expect(field(label).readOnly).toBe(true);
    const reason = readOnly ?? Object.values(locked)[index];
    expect(field(label).getAttribute('aria-description')).toBe(reason);
  }
});

test('Enter and the arrow keys move within a column, Ctrl+S saves', async () => {
  const atlas = await openEditor();
  const red = field('Price of Red in USD');
  red.focus();
  fireEvent.keyDown(red, { key: 'Enter' });
  expect(document.activeElement).toBe(field('Price of Green in USD'));
  fireEvent.keyDown(field('Price of Green in USD'), { key: 'ArrowUp' });
  expect(document.activeElement).toBe(red);
  fireEvent.change(red, { target: { value: '12' } });
  fireEvent.keyDown(red, { key: 's', ctrlKey: true });
  await screen.findByText('Saved 1 change in Atlas Outdoor.');
  expect(atlas.saves).toHaveLength(1);
});

test('of 2,000 variants only visible ones are rendered, and any is found by code', async () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
  const variants = Array.from({ length: 2_048 }, (_, index) =>
    buildVariant({ id: `variant-${index}`, title: `Size ${index}`, sku: `S-${index}`, price: '10.00' }),
  );
  const { shop: atlas, answers } = shop(buildProduct({ variants }));
  renderApp(OPENED, answers);
  await screen.findByLabelText('Price of Size 0 in USD');
  expect(screen.getByRole('table', { name: 'Variants' }).getAttribute('aria-rowcount')).toBe('2049');
  expect(screen.getAllByRole('row').length).toBeLessThan(100);
  fireEvent.change(screen.getByLabelText('Filter variants'), { target: { value: 's-2047' } });
  await screen.findByText('1 of 2,048 shown');
  await waitFor(() => expect(field('Price of Size 2047 in USD').readOnly).toBe(false));
  type('Price of Size 2047 in USD', '12.00');
  fireEvent.click(saveButton());
  await screen.findByText('Saved 1 change in Atlas Outdoor.');
  expect(atlas.saves[0]?.[0]?.selectedVariant?.id).toBe('variant-2047');
});
