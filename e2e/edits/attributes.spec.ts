import type { HistoryPage } from '@storefleet/contract/edits/history';
import { stockOf } from '@storefleet/shopify-simulator/server';
import { expect, test } from 'vitest';
import { expectSound } from '../support/accessibility.ts';
import { productsOf, syncStores } from '../support/api.ts';
import { bulkActions, fillAction, previewAction, rowBox } from '../support/editing.ts';
import { isTooWideForAPhone, resultsTable } from '../support/screens.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;
const METAFIELDS = [
  {
    ownerType: 'PRODUCT' as const,
    namespace: 'custom',
    key: 'wood',
    name: 'Kind of wood',
    type: 'single_line_text_field',
    validations: [{ name: 'choices', value: '["Oak", "Ash"]' }],
    values: ['Oak'],
  },
  {
    ownerType: 'PRODUCTVARIANT' as const,
    namespace: 'specs',
    key: 'seats',
    name: 'Seats',
    type: 'number_integer',
    validations: [{ name: 'max', value: '9' }],
  },
];
const SWITCHES = [
  'Descriptions',
  'Images',
  'Stock per location',
  'Market price lists',
  'Collections',
  'Sales channels',
];
const mill = await stage.connectShop('Mill', {
  metafields: METAFIELDS,
  locations: ['Main street', 'Warehouse'],
  priceLists: [{ name: 'Europe', currency: 'EUR', adjustment: 5 }],
  collections: [{ title: 'Summer sale' }, { title: 'Gifts' }, { title: 'Oak', tag: 'oak' }],
  channels: ['Online Store', 'Point of Sale', 'Wholesale'],
});
mill.shop.catalogue.createProduct({
  title: 'Oak Bench',
  tags: ['oak'],
  seoTitle: 'A bench',
  media: [1, 2].map((id) => ({ id, name: `oak-bench_${id}.png`, alt: '' })),
  descriptionHtml: '<p>Of <b>old</b> oak.</p><img src="x" onerror="document.title = 1"><script>1</script>',
  variants: [
    { title: 'Small', sku: 'OAK-S', tracked: true, countryCodeOfOrigin: 'PT' },
    { title: 'Large', sku: 'OAK-L', tracked: true },
  ],
});
await syncStores(api, [mill]);
/** The address of the product. */
const bench = `/products/${(await productsOf(api, mill))[0]?.id}`;

const held = () => [...mill.shop.catalogue.products()][0];
const BENCHES = 'Furniture > Benches > Storage & Entryway Benches';
const COLUMNS = 'title.sku.inventory_policy.tracked.taxable.hs_code.country_of_origin.seo_title';

test('attributes are edited in grid and editor, arrive in the shop, are changed there and found', async () => {
  const { page } = await stage.visitSignedIn({ at: `/bulk-price-update?q=oak&type=name&columns=${COLUMNS}` });
  const row = page.getByRole('row').filter({ hasText: 'OAK-S' });
  const policy = row.getByRole('gridcell', { name: 'Stop selling' });
  await policy.click();
  await page.keyboard.type('continue');
  await page.keyboard.press('Tab');
  // Two that end together are announced as "2 values saved."
  await page
    .getByText('Out-of-stock policy of Oak Bench / Small saved: Continue selling')
    .waitFor({ state: 'attached' });
  const tracked = page.getByRole('combobox', { name: 'Inventory tracking of Oak Bench / Small' });
  expect(await tracked.inputValue()).toBe('Yes');
  await tracked.fill('no');
  await page.keyboard.press('Enter');
  await page.getByText('Inventory tracking of Oak Bench / Small saved: No').waitFor({ state: 'attached' });
  await expect.poll(() => held()?.variants[0]).toMatchObject({ inventoryPolicy: 'CONTINUE', tracked: false });
  expect(held()?.variants[1]).toMatchObject({ inventoryPolicy: 'DENY', tracked: true });

  await page.goto('/search?q=oak&type=name');
  await resultsTable(page).getByRole('link', { name: 'Oak Bench' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('combobox', { name: 'Taxable of Large' }).selectOption({ label: 'No' });
  await editor.getByRole('textbox', { name: 'HS code of Large' }).fill('9403.60');
  await editor.getByLabel('Category', { exact: true }).fill('entryway');
  await page.getByRole('option', { name: `${BENCHES} > Entryway Benches` }).click();
  await editor.getByRole('textbox', { name: 'SEO title' }).fill('Benches of oak');
  await editor.getByRole('textbox', { name: 'Handle' }).fill('oak-seat');
  await editor.getByRole('button', { name: /^Save/ }).click();
  await editor.getByText('Saved').first().waitFor();
  await editor.getByRole('button', { name: 'Close' }).click();
  expect(held()).toMatchObject({ category: 'fr-3-2-5', seoTitle: 'Benches of oak', handle: 'oak-seat' });
  expect(held()?.variants[1]).toMatchObject({ taxable: false, harmonizedSystemCode: '940360' });
  expect([...mill.shop.catalogue.redirects.values()]).toEqual(['/products/oak-seat']);
  const facts = page.getByRole('table', { name: 'Inventory, tax and customs' });
  await facts.getByRole('row').filter({ hasText: 'Large' }).getByText('940360').waitFor();
  expect(await isTooWideForAPhone(page)).toBe(false);

  mill.shop.catalogue.updateVariant(held()?.variants[1]?.id ?? 0, { inventoryPolicy: 'CONTINUE' });
  await syncStores(stage.api, [mill]);
  await page.goto('/search?filter=is:continues-selling');
  await rowBox(page, 'all 2 variants of Oak Bench').check();
  await fillAction(page, { attribute: 'Category', change: 'Set to', value: 'benches' });
  await page.getByRole('option', { name: 'Furniture > Benches', exact: true }).click();
  const preview = await previewAction(page, {});
  await preview.getByText(`${BENCHES} > Entryway Benches`).first().waitFor();
  await preview.getByRole('button', { name: /^Update 1 / }).click();
  await expect.poll(() => held()?.category).toBe('fr-3');
});

test('what a store reads is chosen; metafields, descriptions and images are edited on the product, and recorded', async () => {
  const { page } = await stage.visitSignedIn({ at: `/stores/${mill.id}` });
  await page.getByRole('button', { name: 'Choose metafields' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Kind of wood' }).check();
  await dialog.getByRole('checkbox', { name: 'Seats' }).check();
  await dialog.getByText('Chosen: 70 points per page.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  for (const name of SWITCHES) {
    await page.getByRole('switch', { name }).click();
    await page.getByRole('switch', { name, checked: true }).waitFor();
  }
  await syncStores(stage.api, [mill]);

  await page.goto(bench);
  await page.getByRole('table', { name: 'Metafields' }).getByText('Seats', { exact: true }).waitFor();
  const description = page.getByRole('group', { name: 'Description' });
  expect(await description.textContent()).toBe('Of old oak.Image');
  await page.getByRole('link', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('combobox', { name: 'Kind of wood' }).selectOption('Ash');
  const source = editor.getByRole('textbox', { name: 'Description (HTML)' });
  await source.fill((await source.inputValue()).replace('<b>old</b>', '<b>young</b>'));
  const preview = editor.getByRole('region', { name: 'Preview of the description' });
  expect(await preview.locator('b').textContent()).toBe('young');
  const seats = editor.getByRole('textbox', { name: 'Seats of Large' });
  await seats.fill('12');
  await seats.blur();
  await editor.getByText('Must be 9 or less.').first().waitFor();
  await seats.fill('4');
  await editor.getByRole('button', { name: /^Save/ }).click();
  await editor.getByText('Saved').first().waitFor();
  const inShop = (ownerType: 'PRODUCT' | 'PRODUCTVARIANT', namespace: string, key: string) => {
    const ownerId = (ownerType === 'PRODUCT' ? held()?.id : held()?.variants[1]?.id) ?? 0;
    return mill.shop.metafields.get({ ownerType, ownerId, namespace, key })?.value;
  };
  expect(inShop('PRODUCT', 'custom', 'wood')).toBe('Ash');
  expect(inShop('PRODUCTVARIANT', 'specs', 'seats')).toBe('4');
  expect(held()?.descriptionHtml).toContain('<p>Of <b>young</b> oak.</p>');
  expect(await isTooWideForAPhone(page)).toBe(false);
  await editor.getByRole('button', { name: 'Close' }).click();
  await page
    .getByRole('table', { name: 'Metafields' })
    .getByRole('row', { name: /Large/ })
    .getByText('4')
    .waitFor();

  await description.getByText('young').waitFor();
  const images = page.getByRole('region', { name: 'Images' });
  await images.getByRole('button', { name: 'Edit images' }).click();
  await images.getByRole('textbox', { name: 'Alt text of image 2' }).fill('A bench, from above');
  await images.getByRole('button', { name: 'Move image 2 up' }).click();
  expect(await isTooWideForAPhone(page)).toBe(false);
  await images.getByRole('button', { name: 'Save images' }).click();
  await page.getByText('Images saved').waitFor({ state: 'attached' });
  expect(held()?.media.map(({ id, alt }) => [id, alt])).toEqual([
    [2, 'A bench, from above'],
    [1, ''],
  ]);
  await images.getByRole('list').getByText('A bench, from above').waitFor();

  await page.goto('/history');
  await page.getByRole('row').filter({ hasText: 'Kind of wood' }).first().getByText('Ash').first().waitFor();
  const changed = page.getByRole('row').filter({ hasText: 'Of old oak.' });
  await changed.getByText('Of young oak.', { exact: true }).first().waitFor();

  await page.goto('/search?q=oak&type=name');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const values = page.getByRole('region', { name: 'Metafields' });
  await values.getByRole('combobox', { name: 'Metafield' }).click();
  await page.getByRole('option', { name: 'Kind of wood' }).click();
  await values.getByRole('checkbox', { name: /^Ash\s*1$/ }).check();
  await page.getByRole('button', { name: 'Remove custom.wood: Ash' }).waitFor();
  expect(await isTooWideForAPhone(page)).toBe(false);
  await rowBox(page, 'all 2 variants of Oak Bench').check();
  const panel = bulkActions(page);
  await fillAction(page, { attribute: 'Description' });
  await panel.getByLabel('Change', { exact: true }).selectOption({ label: 'Replace text' });
  await panel.getByLabel('Find', { exact: true }).fill('young');
  await panel.getByLabel('Replace with').fill('new & light');
  const described = await previewAction(page, {});
  await described.getByText('Of new & light oak.', { exact: true }).waitFor();
  await described.getByRole('button', { name: 'Update 1 description' }).click();
  await expect.poll(() => held()?.descriptionHtml).toContain('<p>Of <b>new &amp; light</b> oak.</p>');

  await page.goto('/search?q=oak&type=name');
  await rowBox(page, 'all 2 variants of Oak Bench').check();
  await fillAction(page, { attribute: 'Seats', value: '12' });
  await page.getByText('Must be 9 or less.').first().waitFor();
  const plan = await previewAction(page, { attribute: 'Seats', value: '3' });
  await plan.getByRole('heading', { name: 'Preview: Bulk update of “Seats”' }).waitFor();
  await plan.getByRole('button', { name: 'Update 2 values of “Seats”' }).click();
  await page.getByText('Successfully updated 2 variants with new “Seats” value.').first().waitFor();
  expect(inShop('PRODUCTVARIANT', 'specs', 'seats')).toBe('3');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 2 changes' }).click();
  await expect.poll(() => inShop('PRODUCTVARIANT', 'specs', 'seats')).toBe('4');

  await page.goto('/bulk-price-update?q=oak&type=name&columns=title.sku');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Kind of wood' }).check();
  await page.getByRole('checkbox', { name: 'Seats' }).check();
  await page.keyboard.press('Escape');
  const small = page.getByRole('row').filter({ hasText: 'OAK-S' });
  await small.getByRole('gridcell', { name: 'Ash' }).click();
  const wood = page.getByRole('combobox', { name: 'Kind of wood of Oak Bench' });
  await wood.fill('Pine');
  await page.keyboard.press('Enter');
  await page.getByText('Must be one of: Oak, Ash.').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await wood.fill('Oak');
  await page.keyboard.press('Tab');
  await page.getByText('Kind of wood of Oak Bench saved: Oak').waitFor({ state: 'attached' });
  const seat = page.getByRole('textbox', { name: 'Seats of Oak Bench / Small' });
  await seat.fill('2');
  await page.keyboard.press('Enter');
  await page.getByText('Seats of Oak Bench / Small saved: 2').waitFor({ state: 'attached' });
  await small.getByRole('gridcell', { name: '2', exact: true }).click({ modifiers: [] });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ControlOrMeta+d');
  await page.getByText('Seats of Oak Bench / Large saved: 2').waitFor({ state: 'attached' });
  expect(inShop('PRODUCT', 'custom', 'wood')).toBe('Oak');
  expect(inShop('PRODUCTVARIANT', 'specs', 'seats')).toBe('2');
  await page.reload();
  await small.getByRole('gridcell', { name: 'Oak', exact: true }).waitFor();
  expect(await isTooWideForAPhone(page)).toBe(false);

  const { definitions } = mill.shop.metafields;
  definitions.splice(
    0,
    definitions.length,
    ...METAFIELDS.slice(0, 1).map((wood) => ({ ...wood, name: 'Timber' })),
  );
  await syncStores(stage.api, [mill]);
  await page.goto(`/stores/${mill.id}`);
  await page.getByRole('button', { name: 'Choose metafields' }).click();
  await dialog.getByRole('checkbox', { name: 'Timber' }).waitFor();
  await dialog.getByRole('checkbox', { name: 'Seats (definition deleted)', checked: true }).waitFor();
  expect(await isTooWideForAPhone(page)).toBe(false);
});

test('stock per location and fixed prices of markets are read, edited, arrive in the shop, are changed there, found and undone', async () => {
  const { catalogue, locations } = mill.shop;
  const inShop = () => {
    const [, large] = held()?.variants ?? [];
    return large === undefined ? null : locations.map(({ id }) => stockOf(large, locations).get(id) ?? null);
  };
  const setInShop = (...quantities: number[]) => {
    const stock = new Map(locations.map(({ id }, index) => [id, quantities[index] ?? 0]));
    const inventoryQuantity = quantities.reduce((sum, one) => sum + one, 0);
    catalogue.updateVariant(held()?.variants[1]?.id ?? 0, { stock, inventoryQuantity });
  };
  setInShop(8, 3);
  await syncStores(api, [mill]);
  const { page } = await stage.visitSignedIn({ at: bench });
  const table = page.getByRole('table', { name: 'Available at each location' });
  const levels = () => table.getByRole('row', { name: /Large/ }).getByRole('cell').allTextContents();
  await expect.poll(levels).toEqual(expect.arrayContaining(['8', '3']));
  expect(await isTooWideForAPhone(page)).toBe(false);
  await page.getByRole('button', { name: 'Edit stock' }).click();
  await page.getByRole('textbox', { name: 'Stock of Large at Warehouse' }).fill('5');
  await page.getByRole('button', { name: 'Save stock' }).click();
  await page.getByText('Stock saved').waitFor({ state: 'attached' });
  expect(inShop()).toEqual([8, 5]);
  await page.getByText('Stock at Warehouse').first().waitFor();

  setInShop(8, 4);
  await page.getByRole('button', { name: 'Edit stock' }).click();
  await page.getByRole('textbox', { name: 'Stock of Large at Warehouse' }).fill('9');
  await page.getByRole('button', { name: 'Save stock' }).click();
  await page.getByText('Not everything was saved').waitFor();
  expect(inShop()).toEqual([8, 4]);

  setInShop(8, 5);
  await syncStores(api, [mill]);
  const { data } = await api<HistoryPage>('GET', '/history?attribute=stock.Warehouse');
  const own = data.find(({ origin }) => origin === 'bulk_update');
  await api('POST', '/history/undo', { record_ids: [own?.id] });
  await expect.poll(inShop).toEqual([8, 3]);

  await page.goto('/search?q=oak&type=name');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Price list', exact: true }).click();
  await page.getByRole('option', { name: 'Europe', exact: true }).click();
  await page.getByRole('list', { name: 'Set filters' }).getByText('Market price: Europe>=0').waitFor();
  await page.goto('/search?q=oak&type=name');
  await rowBox(page, 'Oak Bench / Large').check();
  const preview = await previewAction(page, {
    attribute: 'Stock at Warehouse',
    change: 'Increase by',
    value: '4',
  });
  await preview.getByText('7', { exact: true }).waitFor();
  await preview.getByRole('button', { name: 'Update stock at Warehouse of 1 variant' }).click();
  await expect.poll(inShop).toEqual([8, 7]);

  const { priceLists } = mill.shop;
  const [europe] = priceLists.all;
  const fixed = () => {
    const [, large] = held()?.variants ?? [];
    return europe && large ? (priceLists.fixed(europe, large)?.price ?? null) : undefined;
  };
  await page.goto(bench);
  await page.getByText('Without a fixed price: Europe 5 % more.').waitFor();
  await page.getByRole('button', { name: 'Edit market prices' }).click();
  await page.getByRole('textbox', { name: 'Price (Europe) of Large in EUR', exact: true }).fill('9.99');
  await page.getByRole('button', { name: 'Save market prices' }).click();
  await page.getByText('Prices saved').waitFor({ state: 'attached' });
  expect(fixed()).toBe('9.99');
  expect(await isTooWideForAPhone(page)).toBe(false);

  await page.goto('/bulk-price-update?q=oak&type=name&columns=title.sku');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Price (Europe)', exact: true }).check();
  await page.keyboard.press('Escape');
  const row = page.getByRole('row').filter({ hasText: 'OAK-L' });
  await row.getByRole('gridcell', { name: '€9.99' }).click();
  await page
    .getByRole('textbox', { name: 'Price (Europe) of Oak Bench / Large in EUR', exact: true })
    .fill('8.5');
  await page.keyboard.press('Enter');
  await page.getByText('Price (Europe) of Oak Bench / Large saved: €8.50').waitFor({ state: 'attached' });
  expect(fixed()).toBe('8.50');
  await page.reload();
  await row.getByRole('gridcell', { name: '€8.50' }).waitFor();

  await page.goto('/search?q=oak&type=name');
  await rowBox(page, 'Oak Bench / Large').check();
  const raise = { attribute: 'Price (Europe)', change: 'Increase by', value: '10' } as const;
  const raised = await previewAction(page, raise);
  await raised.getByText('€9.35').first().waitFor();
  await raised.getByRole('button', { name: 'Update 1 price (Europe)' }).click();
  await expect.poll(fixed).toBe('9.35');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 change' }).click();
  await expect.poll(fixed).toBe('8.50');
});

test('collections are read, edited with the product and in bulk, seen in the shop, changed there, found and undone', async () => {
  const { page } = await stage.visitSignedIn({ at: bench });
  const { collections } = mill.shop;
  const inShop = () => {
    const product = held();
    return (
      product && collections.all.filter((one) => collections.holds(one, product)).map(({ title }) => title)
    );
  };
  const panel = page.getByRole('region', { name: 'Collections' });
  await panel.getByRole('list', { name: 'Collections with rules' }).getByText('Oak').waitFor();
  await panel.getByRole('button', { name: 'Edit collections' }).click();
  await panel.getByRole('combobox', { name: 'Manual collections' }).fill('gif');
  await page.getByRole('option', { name: 'Gifts' }).click();
  await panel.getByRole('button', { name: 'Save collections' }).click();
  await panel.getByRole('list', { name: 'Collections', exact: true }).getByText('Gifts').waitFor();
  expect(inShop()).toEqual(['Gifts', 'Oak']);
  await page.getByText('Collection Gifts').first().waitFor();
  expect(await isTooWideForAPhone(page)).toBe(false);

  await page.goto('/search?q=oak&type=name');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Collection', exact: true }).click();
  await page.getByRole('option', { name: 'Gifts' }).click();
  await page.getByRole('list', { name: 'Set filters' }).getByText('Collection: Gifts').waitFor();
  await rowBox(page, 'all 2 variants of Oak Bench').check();
  const actions = bulkActions(page);
  await actions.getByLabel('Attribute').selectOption({ label: 'Collections' });
  await actions.getByRole('combobox', { name: 'Collection', exact: true }).click();
  await page.getByRole('option', { name: 'Summer sale' }).click();
  const preview = await previewAction(page, { change: 'Add to' });
  await preview.getByRole('button', { name: /^Update 1 / }).click();
  await expect.poll(inShop).toEqual(['Summer sale', 'Gifts', 'Oak']);

  const gifts = collections.all.find(({ title }) => title === 'Gifts');
  if (gifts) collections.put(gifts, held()?.id ?? 0, false);
  await syncStores(api, [mill]);
  const { data } = await api<HistoryPage>('GET', '/history?attribute=collection.gifts');
  expect(data[0]).toMatchObject({ old_value: 'true', new_value: 'false' });
  await api('POST', '/history/undo', { record_ids: [data[0]?.id], include_uncertain: true });
  await expect.poll(inShop).toEqual(['Summer sale', 'Gifts', 'Oak']);
});

test('channels are read, edited with the product and in bulk, seen in the shop, changed there, found and undone', async () => {
  const { channels } = mill.shop;
  const publish = (name: string, isPublished: boolean) => {
    const channel = channels.all.find((one) => one.name === name);
    if (channel) channels.put(channel, held()?.id ?? 0, isPublished);
  };
  const inShop = () => {
    const product = held();
    return product && channels.all.filter((one) => channels.shows(one, product)).map(({ name }) => name);
  };
  for (const { name } of channels.all) publish(name, name === 'Online Store');
  await syncStores(api, [mill]);

  const { page } = await stage.visitSignedIn({ at: bench });
  const panel = page.getByRole('region', { name: 'Sales channels' });
  const list = panel.getByRole('list', { name: 'Sales channels' });
  await list.getByRole('listitem').filter({ hasText: 'Wholesale' }).getByText('Not published').waitFor();
  await panel.getByRole('button', { name: 'Edit channels' }).click();
  await panel.getByRole('checkbox', { name: 'Online Store' }).uncheck();
  await panel.getByRole('checkbox', { name: 'Wholesale' }).check();
  await expectSound(page);
  await panel.getByRole('button', { name: 'Save channels' }).click();
  await list.getByRole('listitem').filter({ hasText: 'Wholesale' }).getByText('Published').waitFor();
  expect(inShop()).toEqual(['Wholesale']);

  await page.goto('/search?q=oak&type=name');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Sales channel', exact: true }).click();
  await page.getByRole('option', { name: 'Wholesale' }).click();
  await page.getByRole('list', { name: 'Set filters' }).getByText('Sales channel: Wholesale').waitFor();
  await rowBox(page, 'all 2 variants of Oak Bench').check();
  const actions = bulkActions(page);
  await actions.getByLabel('Attribute').selectOption({ label: 'Sales channels' });
  await actions.getByRole('combobox', { name: 'Channel', exact: true }).click();
  await page.getByRole('option', { name: 'Point of Sale' }).click();
  const preview = await previewAction(page, { change: 'Publish to' });
  await preview.getByRole('button', { name: /^Update 1 / }).click();
  await expect.poll(inShop).toEqual(['Point of Sale', 'Wholesale']);

  publish('Wholesale', false);
  await syncStores(api, [mill]);
  const { data } = await api<HistoryPage>('GET', '/history?attribute=channel.Wholesale');
  expect(data[0]).toMatchObject({ old_value: 'true', new_value: 'false' });
  await api('POST', '/history/undo', { record_ids: [data[0]?.id], include_uncertain: true });
  await expect.poll(inShop).toEqual(['Point of Sale', 'Wholesale']);
});
