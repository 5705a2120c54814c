import { messages } from '@storefleet/contract/messages';
import type { FieldMapping, MappingPreview } from '@storefleet/contract/stores/mssql';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildProduct } from '../../../testing/builders/build-product.ts';
import { buildVariant } from '../../../testing/builders/build-result-item.ts';
import { buildMssqlStore } from '../../../testing/builders/build-store.ts';
import { buildTableReport } from '../../../testing/builders/build-table-report.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { renderToasts } from '../../../testing/render-toasts.tsx';
import { question as ask, descriptionOf, press } from '../../../testing/screen-form.ts';
import { productPage, storePageAnswers } from '../../../testing/store-page.ts';

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
  return storePageAnswers(store, {
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
  });
}

const mappingsTable = () => screen.findByRole('table', { name: 'Field mappings' });
const picker = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Table' });
/** What stands in the alert with a title. */
const alertTitled = async (title: string) =>
  (await screen.findByText(title)).closest('[role=alert]')?.textContent;

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

test('a store without mappings says why it cannot be synced, and leads to them', async () => {
  renderApp(PAGE, answers([]));
  await screen.findByText('This store cannot be synced yet');
  screen.getByText(BLOCKED);
  const sync = screen.getByRole('button', { name: 'Sync MS SQL Products' });
  expect(sync.getAttribute('aria-disabled')).toBe('true');
  expect(sync.getAttribute('aria-description')).toBe(BLOCKED);
  await screen.findByText('No mappings yet');
  press('Go to the field mappings');
  expect(document.activeElement?.textContent).toContain('No mappings yet');
  press('Generate Defaults');
  await screen.findByText(messages.mappings.generated(2));
  screen.getByText('shelf, photo');
  await waitFor(() => expect(sync.getAttribute('aria-disabled')).toBe('false'));
});

test('defaults need a table', async () => {
  const { calls } = renderApp(PAGE, answers([buildMapping()]));
  await mappingsTable();
  fireEvent.click(screen.getByLabelText('Clear the table'));
  press('Generate Defaults');
  screen.getByText(messages.mappings.tableMissing);
  expect(document.activeElement).toBe(await picker());
  expect(calls.map(({ id }) => id)).not.toContain('mssql.generateMappings');
});

test('defaults that cannot be made say why', async () => {
  renderApp(PAGE, answers([], { 'mssql.generateMappings': () => refusal('The server does not answer.') }));
  await screen.findByText('No mappings yet');
  press('Generate Defaults');
  expect(await alertTitled(messages.mappings.generateFailed)).toContain('The server does not answer.');
});

test('the columns of the table are shown with what they fill', async () => {
  renderApp(PAGE, answers([buildMapping()]));
  const columns = within(await screen.findByRole('region', { name: 'Columns of dbo.Products' }));
  columns.getByRole('row', { name: 'ProductID Primary key int No No mapping' });
  columns.getByRole('row', { name: /^photo Not readable varbinary\(max\) Yes/ });
  await columns.findByRole('row', { name: 'item_name nvarchar(200) Yes Title' });
});

test('another table is shown, and used for the store once it is confirmed', async () => {
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
  await screen.findByText('The store reads dbo.Products.');
  await screen.findByRole('region', { name: 'Columns of shop.Sold' });
  await waitFor(() =>
    expect(calls.filter(({ id }) => id === 'mssql.previewMappings').map(({ body }) => body)).toContainEqual({
      limit: 10,
      table_name: 'shop.Sold',
    }),
  );

  press('Use this table for the store');
  const question = await ask('Use shop.Sold for Warehouse?');
  question.getByText(/removes the products that are not in shop\.Sold/);
  question.getByText(/field mappings stay/);
  fireEvent.click(question.getByRole('button', { name: 'Use this table' }));
  await waitFor(() => expect(screen.queryByText('The store reads dbo.Products.')).toBeNull());
  expect(calls.find(({ id }) => id === 'stores.update')?.body).toEqual({ mssql_table: 'shop.Sold' });
});

test('tables, columns, rows and mappings that cannot be read can be asked for again', async () => {
  const failed = () => refusal('No answer.');
  renderApp(
    PAGE,
    answers([], {
      'mssql.tables': failed,
      'mssql.tableSchema': failed,
      'mssql.previewMappings': failed,
      'mssql.listMappings': failed,
    }),
  );
  for (const title of [
    'The tables could not be listed',
    'The columns of dbo.Products could not be read',
    'The first rows could not be read',
    messages.mappings.loadFailed,
  ]) {
    expect(await alertTitled(title)).toContain('No answer.');
  }
  expect((await picker()).value).toBe('dbo.Products');
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(3);
  screen.getByRole('button', { name: 'Refresh' });
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
  screen.getByText(messages.mappings.added);
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
        refusal(
          'Some fields are wrong.',
          { path: 'default_value', message: sentence },
          { path: 'source_field', message: missing },
        ),
    }),
  );
  const form = await openAddForm();
  form.set('Source column', 'unknown_column');
  expect(descriptionOf(form.field('Source column'))).toContain('dbo.Products has no column of this name.');
  form.set('Target field', 'vendor');
  form.set('Default value', 'Somebody');
  form.submit();
  await form.findByText(messages.mappings.addFailed);
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
  await form.findByRole('row', { name: 'ProductID = 1 19.9000 19.90' });
  form.getByRole('row', { name: /ProductID = 2 5 Skipped: The column “item_name” is empty/ });
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
      fails ? refusal('Later.') : (kept['mssql.deleteMapping']?.(input) ?? new Error('No answer.')),
  });
  await mappingsTable();
  screen.getByRole('button', { name: 'Delete item_name to Title' }).focus();
  press('Delete item_name to Title');
  const question = await ask('Delete the mapping of item_name to Title?');
  question.getByText(messages.mappings.confirmDelete);
  question.getByText(/Without a title, the store cannot be synced/);
  fireEvent.click(question.getByRole('button', { name: 'Delete mapping' }));
  await question.findByText(`${messages.mappings.deleteFailed}: Later.`);
  fails = false;
  fireEvent.click(question.getByRole('button', { name: 'Delete mapping' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /^item_name Title/ })).toBeNull());
  screen.getByRole('row', { name: /^unit_price Price/ });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit unit_price to Price' })),
  );
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

test('the products show their description and the custom fields that have a value', async () => {
  const variants = [buildVariant({ custom_fields: { Shelf: 'A-17', Colour: null } })];
  const product = buildProduct({ description: 'For two people.', variants });
  renderApp(PAGE, answers([buildMapping()], { 'products.listByStore': () => productPage([product]) }));
  await screen.findByRole('heading', { name: 'Products' });
  press('View Products');
  await screen.findByText('For two people.');
  expect(screen.getByText('Shelf').nextSibling?.textContent).toBe('A-17');
  expect(screen.queryByText('Colour')).toBeNull();
});
