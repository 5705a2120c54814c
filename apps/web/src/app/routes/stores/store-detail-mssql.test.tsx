import { messages } from '@storefleet/contract/messages';
import type { FieldMapping, MappingPreview } from '@storefleet/contract/stores/mssql';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buildMssqlStore, buildStore } from '../../../testing/build-store.ts';
import { buildSyncStatus } from '../../../testing/build-sync-status.ts';
import { buildTableReport } from '../../../testing/build-table-report.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { renderToasts } from '../../../testing/render-toasts.tsx';

const store = buildMssqlStore();
const PAGE = `/stores/${store.id}`;

const buildMapping = (fields: Partial<FieldMapping> = {}): FieldMapping => ({
  id: '0190b000-0000-7000-8000-000000000001',
  store_id: store.id,
  source_field: 'item_name',
  target_field: 'title',
  is_custom: false,
  data_type: 'string',
  is_required: true,
  default_value: null,
  transformation_type: 'none',
  transformation_config: null,
  is_generated: true,
  ...fields,
});
const price = buildMapping({
  id: '0190b000-0000-7000-8000-000000000002',
  source_field: 'unit_price',
  target_field: 'price',
  data_type: 'number',
  is_required: false,
});

const column = (name: string, dataType: string, fields = {}) => ({
  column_name: name,
  data_type: dataType,
  is_nullable: true,
  is_primary_key: false,
  is_readable: true,
  ...fields,
});

const preview: MappingPreview = {
  table: buildTableReport(),
  rows: [
    {
      key: 'ProductID = 1',
      before: { item_name: 'Tent', unit_price: '19.9000' },
      after: { title: 'Tent', price: '19.90' },
      problem: null,
    },
    {
      key: 'ProductID = 2',
      before: { item_name: null, unit_price: '5' },
      after: null,
      problem: 'The column “item_name” is empty, and Title is required.',
    },
  ],
  warnings: ['Barcode is read from the number “upc” (bigint): zeros are lost.'],
  blocked_because: null,
};

const BLOCKED = 'No column of dbo.Products is mapped yet.';

/** A store whose mappings are kept, as the server keeps them. */
function answers(initial: FieldMapping[], more: Answers = {}): Answers {
  let mappings = initial;
  return {
    'stores.get': () => store,
    'sync.status': () => buildSyncStatus({ store_id: store.id }),
    'sync.logs': () => ({ logs: [], total: 0 }),
    'mssql.tables': () => ({
      tables: [
        {
          schema: 'dbo',
          name: 'Products',
          qualified_name: 'dbo.Products',
          type: 'table',
          row_count: 5_000,
        },
        { schema: 'shop', name: 'Sold', qualified_name: 'shop.Sold', type: 'view', row_count: null },
      ],
      total: 2,
    }),
    'mssql.tableSchema': () => ({
      columns: [
        column('ProductID', 'int', { is_nullable: false, is_primary_key: true }),
        column('item_name', 'nvarchar(200)'),
        column('unit_price', 'money'),
        column('photo', 'varbinary(max)', { is_readable: false }),
      ],
      total: 4,
    }),
    'mssql.previewMappings': () =>
      mappings.length === 0 ? { ...preview, rows: [], warnings: [], blocked_because: BLOCKED } : preview,
    'mssql.listMappings': () => ({ mappings, total: mappings.length }),
    'mssql.createMapping': ({ body }) => {
      const added = buildMapping({
        ...body,
        id: '0190b000-0000-7000-8000-000000000009',
        is_generated: false,
      });
      mappings = [...mappings, added];
      return added;
    },
    'mssql.updateMapping': ({ params, body }) => {
      mappings = mappings.map((mapping) =>
        mapping.id === params.mappingId
          ? ({ ...mapping, ...body, is_generated: false } as FieldMapping)
          : mapping,
      );
      return mappings.find(({ id }) => id === params.mappingId) ?? new Error('There is no such mapping.');
    },
    'mssql.deleteMapping': ({ params }) => {
      mappings = mappings.filter(({ id }) => id !== params.mappingId);
      return { success: true, message: messages.mappings.deleted };
    },
    'mssql.generateMappings': () => {
      mappings = [buildMapping(), price];
      return { success: true, mappings, unplaced_columns: ['shelf', 'photo'] };
    },
    ...more,
  };
}

const invalid = (...errors: { path: string; message: string }[]) =>
  new ApiError({ status: 400, code: 'validation_failed', detail: 'Some fields are wrong.', errors });

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const mappingsTable = () => screen.findByRole('table', { name: 'Field mappings' });
const picker = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Table' });

const descriptionOf = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

async function openForm(button: string, name: string) {
  await mappingsTable();
  press(button);
  const form = within(screen.getByRole('form', { name }));
  const field = (label: string) =>
    form.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: 'input, select' });
  return {
    ...form,
    field,
    set: (label: string, value: string) => fireEvent.change(field(label), { target: { value } }),
    submit: () => fireEvent.submit(screen.getByRole('form', { name })),
  };
}
const openAddForm = () => openForm('Add Mapping', 'Add mapping');

test('a store without mappings says why it cannot be synced, and defaults are made from the table', async () => {
  const { calls } = renderApp(PAGE, answers([]));
  expect(await screen.findByText('This store cannot be synced yet')).toBeTruthy();
  expect(screen.getByText(BLOCKED)).toBeTruthy();
  const sync = screen.getByRole('button', { name: 'Sync MS SQL Products' });
  expect(sync.getAttribute('aria-disabled')).toBe('true');
  expect(sync.getAttribute('aria-description')).toBe(BLOCKED);

  await screen.findByText('No mappings yet');
  press('Go to the field mappings');
  expect(document.activeElement?.textContent).toContain('No mappings yet');
  press('Generate Defaults');
  expect(await screen.findByText(messages.mappings.generated(2))).toBeTruthy();
  expect(screen.getByText('shelf, photo')).toBeTruthy();
  expect(calls.find(({ id }) => id === 'mssql.generateMappings')?.body).toEqual({
    store_id: store.id,
    table_name: 'dbo.Products',
  });
  const table = within(await mappingsTable());
  expect(table.getByRole('row', { name: /unit_price Price number Generated/ })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('This store cannot be synced yet')).toBeNull());
  expect(sync.getAttribute('aria-disabled')).toBe('false');
});

test('defaults need a table', async () => {
  const { calls } = renderApp(PAGE, answers([buildMapping()]));
  await mappingsTable();
  fireEvent.click(screen.getByLabelText('Clear the table'));
  press('Generate Defaults');
  expect(screen.getByText(messages.mappings.tableMissing)).toBeTruthy();
  expect(document.activeElement).toBe(await picker());
  expect(calls.map(({ id }) => id)).not.toContain('mssql.generateMappings');
});

test('defaults that cannot be made say why', async () => {
  const detail = 'The server does not answer.';
  const refuse = () => new ApiError({ status: 502, code: 'source_unavailable', detail });
  renderApp(PAGE, answers([], { 'mssql.generateMappings': refuse }));
  await screen.findByText('No mappings yet');
  press('Generate Defaults');
  const alert = (await screen.findByText(messages.mappings.generateFailed)).closest('[role=alert]');
  expect(alert?.textContent).toContain(detail);
});

test('the columns of the table are shown with what they fill', async () => {
  renderApp(PAGE, answers([buildMapping()]));
  const columns = within(await screen.findByRole('region', { name: 'Columns of dbo.Products' }));
  expect(columns.getByRole('row', { name: 'ProductID Primary key int No No mapping' })).toBeTruthy();
  expect(columns.getByRole('row', { name: /^photo Not readable varbinary\(max\) Yes/ })).toBeTruthy();
  expect(await columns.findByRole('row', { name: 'item_name nvarchar(200) Yes Title' })).toBeTruthy();
});

test('another table is looked at, and taken for the store once it is confirmed', async () => {
  let saved = store;
  const { calls } = renderApp(
    PAGE,
    answers([buildMapping()], {
      'stores.get': () => saved,
      'stores.update': ({ body }) => {
        saved = buildMssqlStore({ mssql_table: body?.mssql_table ?? null });
        return saved;
      },
    }),
  );
  const input = await picker();
  expect(input.value).toBe('dbo.Products');
  fireEvent.click(input);
  fireEvent.click(await screen.findByRole('option', { name: /shop\.Sold.*View/ }));
  expect(await screen.findByText('The store reads dbo.Products.')).toBeTruthy();
  await screen.findByRole('region', { name: 'Columns of shop.Sold' });
  await waitFor(() =>
    expect(calls.filter(({ id }) => id === 'mssql.previewMappings').map(({ body }) => body)).toContainEqual({
      limit: 10,
      table_name: 'shop.Sold',
    }),
  );

  press('Use this table for the store');
  const question = within(await screen.findByRole('dialog', { name: 'Use shop.Sold for Warehouse?' }));
  expect(question.getByText(/removes the products that are not in shop\.Sold/)).toBeTruthy();
  expect(question.getByText(/field mappings stay/)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Use this table' }));
  await waitFor(() => expect(screen.queryByText('The store reads dbo.Products.')).toBeNull());
  expect(calls.find(({ id }) => id === 'stores.update')?.body).toEqual({ mssql_table: 'shop.Sold' });
});

test('tables and columns that cannot be read can be asked for again', async () => {
  const failed = () => new ApiError({ status: 502, code: 'source_unavailable', detail: 'No answer.' });
  renderApp(
    PAGE,
    answers([], {
      'mssql.tables': failed,
      'mssql.tableSchema': failed,
      'mssql.previewMappings': failed,
    }),
  );
  for (const title of [
    'The tables could not be listed',
    'The columns of dbo.Products could not be read',
    'The first rows could not be read',
  ]) {
    const alert = (await screen.findByText(title)).closest('[role=alert]');
    expect(alert?.textContent).toContain('No answer.');
  }
  expect((await picker()).value).toBe('dbo.Products');
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy();
});

test('mappings that cannot be read say so', async () => {
  const failed = () => new ApiError({ status: 403, code: 'forbidden', detail: 'Not for you.' });
  renderApp(PAGE, answers([], { 'mssql.listMappings': failed }));
  const alert = (await screen.findByText(messages.mappings.loadFailed)).closest('[role=alert]');
  expect(alert?.textContent).toContain('Not for you.');
  expect(screen.queryByText('No mappings yet')).toBeNull();
});

test('a mapping is added: the price takes a number, and a custom field its name', async () => {
  const { calls } = renderApp(PAGE, answers([buildMapping()]));
  renderToasts();
  const form = await openAddForm();
  expect(
    form.getByRole<HTMLOptionElement>('option', { name: 'Title (filled from item_name)' }).disabled,
  ).toBe(true);
  form.set('Source column', 'unit_price');
  expect(descriptionOf(form.field('Source column'))).toContain('money, may be empty');
  form.set('Target field', 'price');
  expect(form.field('Data type').value).toBe('number');
  form.set('Target field', 'custom');
  form.submit();
  expect(descriptionOf(form.field('Name of the custom field'))).toContain(
    'A custom target field needs a name.',
  );
  expect(calls.map(({ id }) => id)).not.toContain('mssql.createMapping');
  form.set('Name of the custom field', 'Shelf price');
  form.set('Transformation', 'concat');
  form.set('Prefix', 'EUR ');
  form.submit();
  const row = await within(await mappingsTable()).findByRole('row', { name: /Shelf price/ });
  expect(row.textContent).toContain('“EUR ” in front');
  expect(screen.getByText(messages.mappings.added)).toBeTruthy();
  expect(calls.find(({ id }) => id === 'mssql.createMapping')?.body).toEqual({
    source_field: 'unit_price',
    target_field: 'Shelf price',
    is_custom: true,
    data_type: 'string',
    is_required: false,
    default_value: null,
    transformation_type: 'concat',
    transformation_config: { prefix: 'EUR ', suffix: '' },
  });
  // The form is ready for the next one.
  const next = within(screen.getByRole('form', { name: 'Add mapping' }));
  expect(next.getByRole<HTMLInputElement>('combobox', { name: 'Source column' }).value).toBe('');
});

test('what the server refuses stands at its field, and nothing that was typed is lost', async () => {
  const sentence = 'The default value is too long for this column.';
  const missing = 'There is no column “unknown_column” in dbo.Products. Choose one of its columns.';
  renderApp(
    PAGE,
    answers([buildMapping()], {
      'mssql.createMapping': () =>
        invalid({ path: 'default_value', message: sentence }, { path: 'source_field', message: missing }),
    }),
  );
  const form = await openAddForm();
  form.set('Source column', 'unknown_column');
  expect(descriptionOf(form.field('Source column'))).toContain('dbo.Products has no column of this name.');
  form.set('Target field', 'vendor');
  form.set('Default value', 'Somebody');
  form.submit();
  expect(await form.findByText(messages.mappings.addFailed)).toBeTruthy();
  expect(descriptionOf(form.field('Default value'))).toContain(sentence);
  expect(descriptionOf(form.field('Source column'))).toContain(missing);
  expect(document.activeElement).toBe(form.field('Source column'));
  expect(form.field('Source column').value).toBe('unknown_column');
  form.set('Default value', 'Else');
  expect(descriptionOf(form.field('Default value'))).not.toContain(sentence);
});

test('a mapping is tried before it is saved', async () => {
  const { calls } = renderApp(PAGE, answers([buildMapping()]));
  const form = await openAddForm();
  form.set('Source column', 'unit_price');
  form.set('Target field', 'price');
  fireEvent.click(form.getByRole('button', { name: 'Try on the first rows' }));
  expect(await form.findByRole('row', { name: 'ProductID = 1 19.9000 19.90' })).toBeTruthy();
  expect(
    form.getByRole('row', { name: /ProductID = 2 5 Skipped: The column “item_name” is empty/ }),
  ).toBeTruthy();
  expect(calls.findLast(({ id }) => id === 'mssql.previewMappings')?.body).toMatchObject({
    table_name: 'dbo.Products',
    mappings: [{ source_field: 'unit_price', target_field: 'price' }],
  });
  // What was shown was for another rule.
  form.set('Default value', '1');
  expect(form.queryByRole('row', { name: /ProductID = 1/ })).toBeNull();
});

test('a mapping is edited in place; Enter saves and Escape cancels', async () => {
  const { calls } = renderApp(PAGE, answers([buildMapping(), price]));
  let form = await openForm('Edit unit_price to Price', 'Edit unit_price to Price');
  form.set('Default value', '1');
  fireEvent.keyDown(form.field('Default value'), { key: 'Escape' });
  expect(screen.queryByRole('form')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit unit_price to Price' }));

  form = await openForm('Edit unit_price to Price', 'Edit unit_price to Price');
  expect(form.field('Default value').value).toBe('');
  form.set('Default value', '0.00');
  form.submit();
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(calls.find(({ id }) => id === 'mssql.updateMapping')).toMatchObject({
    params: { id: store.id, mappingId: price.id },
    body: { source_field: 'unit_price', target_field: 'price', default_value: '0.00' },
  });
  expect(within(await mappingsTable()).getByText('“0.00” where empty, number')).toBeTruthy();
});

test('a mapping is deleted once it is confirmed, and a failure stays in the question', async () => {
  let fails = true;
  const kept = answers([buildMapping(), price]);
  renderApp(PAGE, {
    ...kept,
    'mssql.deleteMapping': (input) =>
      fails
        ? new ApiError({ status: 503, code: 'service_unavailable', detail: 'Later.' })
        : (kept['mssql.deleteMapping']?.(input) ?? new Error('No answer.')),
  });
  await mappingsTable();
  screen.getByRole('button', { name: 'Delete item_name to Title' }).focus();
  press('Delete item_name to Title');
  const question = within(
    await screen.findByRole('dialog', { name: 'Delete the mapping of item_name to Title?' }),
  );
  expect(question.getByText(messages.mappings.confirmDelete)).toBeTruthy();
  expect(question.getByText(/Without a title, the store cannot be synced/)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Delete mapping' }));
  expect(await question.findByText(`${messages.mappings.deleteFailed}: Later.`)).toBeTruthy();
  fails = false;
  fireEvent.click(question.getByRole('button', { name: 'Delete mapping' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /^item_name Title/ })).toBeNull());
  expect(screen.getByRole('row', { name: /^unit_price Price/ })).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit unit_price to Price' })),
  );
});

test('the first rows show before and after, with the reason of those that would be skipped', async () => {
  renderApp(PAGE, answers([buildMapping(), price]));
  const rows = within(await screen.findByRole('region', { name: 'First rows' }));
  expect(rows.getByRole('row', { name: 'ProductID = 1 Tent 19.90 in the table: 19.9000' })).toBeTruthy();
  expect(
    rows.getByText('Would be skipped: The column “item_name” is empty, and Title is required.'),
  ).toBeTruthy();
  expect(screen.getByText(/zeros are lost/)).toBeTruthy();
  expect(
    screen.getByText(/5,000 rows\. The first 2 rows as they would arrive\. 1 of them would be skipped/),
  ).toBeTruthy();
});

test('an archived store is read, not changed', async () => {
  renderApp(
    PAGE,
    answers([buildMapping()], { 'stores.get': () => ({ ...store, store_status: 'archived' }) }),
  );
  await mappingsTable();
  expect(screen.getAllByText('This store is archived and read-only.').length).toBeGreaterThan(0);
  for (const name of ['Generate Defaults', 'Add Mapping', 'Edit item_name to Title']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  const sync = screen.getByRole('button', { name: 'Sync MS SQL Products' });
  expect(sync.getAttribute('aria-description')).toBe('This store is archived and read-only.');
});

test('leaving with a mapping half typed is asked about', async () => {
  renderApp(PAGE, answers([buildMapping()]));
  const form = await openAddForm();
  form.set('Source column', 'unit_price');
  fireEvent.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  expect(window.location.pathname).toBe(PAGE);
});

test('a Shopify store has no such panel, and nothing of it is asked', async () => {
  const { calls } = renderApp(PAGE, {
    'stores.get': () => buildStore({ id: store.id }),
    'sync.status': () => buildSyncStatus({ store_id: store.id }),
  });
  await screen.findByRole('heading', { name: 'Products' });
  expect(screen.queryByRole('heading', { name: 'Field Mappings' })).toBeNull();
  expect(calls.filter(({ id }) => id.startsWith('mssql.'))).toEqual([]);
});

test('the products show their description and the custom fields that have a value', async () => {
  const variant = {
    id: '0190f000-0000-7000-8000-000000000001',
    shopify_id: '1',
    title: 'Default Title',
    barcode: null,
    sku: 'T-1',
    price: '19.90',
    cost: null,
    compare_at_price: null,
    inventory_quantity: null,
    weight: null,
    weight_unit: null,
    custom_fields: { Shelf: 'A-17', Colour: null },
  };
  const product = {
    id: '0190f000-0000-7000-8000-0000000000a1',
    shopify_id: '1',
    shopify_product_id: '1',
    store_id: store.id,
    store_name: store.shop_name,
    title: 'Tent',
    handle: null,
    vendor: null,
    product_type: null,
    status: null,
    tags: [],
    description: 'For two people.',
    variants: [variant],
  };
  renderApp(
    PAGE,
    answers([buildMapping()], {
      'products.listByStore': () => ({
        products: [product],
        pagination: {
          total: 1,
          limit: 250,
          offset: 0,
          has_more: false,
          next_page_info: null,
          previous_page_info: null,
        },
      }),
    }),
  );
  await screen.findByRole('heading', { name: 'Products' });
  press('View Products');
  expect(await screen.findByText('For two people.')).toBeTruthy();
  expect(screen.getByText('Shelf').nextSibling?.textContent).toBe('A-17');
  expect(screen.queryByText('Colour')).toBeNull();
});
