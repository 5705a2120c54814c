import { ApiError } from '@storefleet/client/api-error';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildScheduledSync } from '../../testing/builders/build-scheduled-sync.ts';
import { buildSetting } from '../../testing/builders/build-setting.ts';
import { buildStore } from '../../testing/builders/build-store.ts';
import { everything, nightly, shop, table } from '../../testing/every-screen.ts';
import { refusal } from '../../testing/refusals.ts';
import { type Answers, type Call, renderApp } from '../../testing/render-app.tsx';
import { descriptionOf, press, pressWhenThere, type } from '../../testing/screen-form.ts';

const { mappings, scheduledSyncs: schedules, stores } = messages;
const SHOP = `/stores/${shop.id}`;
const TABLE = `/stores/${table.id}`;
const SCHEDULES = '/scheduled-syncs';
const SCHEDULE = `${SCHEDULES}/${nightly.id}`;

const input = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`), {
    selector: 'input, select, textarea',
  });
const sentTo = (calls: readonly Call[], call: Call['id']) =>
  calls.filter(({ id }) => id === call).map(({ body }) => body as Record<string, unknown>);

const mssqlFields = {
  'Store name': 'Warehouse',
  Identifier: 'warehouse',
  Server: 'db.example.com',
  Database: 'Stock',
  Username: 'reader',
  Password: 'secret',
  Table: 'dbo.Products',
  'Where clause': 'a = 1 -- all',
};

type Form = {
  address: string;
  opened?: string;
  typed: Record<string, string>;
  button: string;
  call: Call['id'];
  path: string;
  label: string;
  title: string;
};
test.each<Form>([
  {
    address: '/add-store',
    typed: { 'Store name': 'Atlas', 'Store URL': 'atlas.myshopify.com', 'Admin API token': 'shpat_1' },
    button: 'Create Store',
    call: 'stores.create',
    path: 'shop_url',
    label: 'Store URL',
    title: stores.createFailed,
  },
  {
    address: '/add-mssql-store',
    typed: mssqlFields,
    button: 'Create Store',
    call: 'mssql.createStore',
    path: 'mssql_where_clause',
    label: 'Where clause',
    title: stores.createFailed,
  },
  ...['where_clause: Where clause', 'password: Password'].map((name) => ({
    address: '/add-mssql-store',
    typed: mssqlFields,
    button: 'Test Connection',
    call: 'mssql.testConnection' as const,
    path: name.split(': ')[0] ?? '',
    label: name.split(': ')[1] ?? '',
    title: stores.connectionTestError,
  })),
  {
    address: `${SCHEDULES}/new`,
    typed: { Name: 'Nightly', Store: shop.id, Hour: '5' },
    button: 'Create Scheduled Sync',
    call: 'scheduledSyncs.create',
    path: 'schedule_config.hour',
    label: 'Hour',
    title: schedules.createFailed,
  },
  {
    address: TABLE,
    opened: 'Add Mapping',
    typed: { 'Source column': 'upc', 'Target field': 'barcode', 'Default value': '0' },
    button: 'Add Mapping',
    call: 'mssql.createMapping',
    path: 'default_value',
    label: 'Default value',
    title: mappings.addFailed,
  },
])('an error of $call about $path is shown at $label until the value changes', async (form) => {
  const refused = refusal('Some fields are wrong.', { path: form.path, message: 'Not this one.' });
  renderApp(form.address, { ...everything, [form.call]: () => refused } as Answers);
  if (form.opened) await pressWhenThere(form.opened);
  await screen.findByRole('button', { name: form.button });
  for (const [label, value] of Object.entries(form.typed)) type(input(label), value);
  press(form.button);
  expect((await screen.findByText(form.title)).closest('[role=alert]')).not.toBeNull();
  const field = input(form.label);
  expect(descriptionOf(field)).toContain('Not this one.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  for (const [label, value] of Object.entries(form.typed)) expect(input(label).value).toBe(value);
  type(field, '7');
  expect(descriptionOf(field)).not.toContain('Not this one.');
});

const settingsOf = (...settings: ReturnType<typeof buildSetting>[]) => ({
  settings,
  total: settings.length,
  default_callback_url: 'http://localhost/callback',
});

type Edited = {
  address: string;
  opened?: string;
  label: string;
  button: string;
  read: Call['id'];
  save: Call['id'];
  /** Values to save: one in the edited field, one in another. */
  saved: (value: string, other: string) => unknown;
  field: string;
  other: string;
};
test.each<Edited>([
  {
    address: `${SHOP}/edit`,
    label: 'Notes',
    button: 'Update Store',
    read: 'stores.get',
    save: 'stores.update',
    saved: (notes, city) => buildStore({ notes, store_city: city }),
    field: 'notes',
    other: 'City',
  },
  {
    address: `${SCHEDULE}/edit`,
    label: 'Name',
    button: 'Update Scheduled Sync',
    read: 'scheduledSyncs.get',
    save: 'scheduledSyncs.update',
    saved: (name, max_failures) => buildScheduledSync({ name, max_failures: Number(max_failures) }),
    field: 'name',
    other: 'Max failures',
  },
  {
    address: '/settings',
    opened: 'Edit greeting',
    label: 'Value of greeting',
    button: 'Save greeting',
    read: 'settings.list',
    save: 'settings.update',
    saved: (value, description) => settingsOf(buildSetting({ value, description })),
    field: 'value',
    other: 'Description of greeting',
  },
  {
    address: '/settings',
    label: 'API key',
    button: 'Save Shopify App',
    read: 'settings.list',
    save: 'settings.saveShopify',
    saved: (value, scopes) =>
      settingsOf(
        buildSetting({ key: 'shopify_api_key', value }),
        buildSetting({ key: 'shopify_api_secret', value: null, is_encrypted: true }),
        buildSetting({ key: 'shopify_scopes', value: scopes }),
      ),
    field: 'api_key',
    other: 'Scopes',
  },
])(
  '$save resolves conflicts with a concurrent save and takes over non-conflicting changes',
  async (edited) => {
    let current = edited.saved('old', '4');
    const { calls } = renderApp(edited.address, {
      ...everything,
      [edited.read]: () => current,
      [edited.save]: ({ body }: { body: { based_on: Record<string, string> } }) =>
        body.based_on[edited.field] === 'theirs'
          ? { ...shop, success: true, message: 'Saved.' }
          : changedMeanwhile(edited.field),
    } as Answers);
    if (edited.opened) await pressWhenThere(edited.opened);
    await screen.findByRole('button', { name: edited.button });
    type(input(edited.label), 'mine');
    current = edited.saved('theirs', '5');
    press(edited.button);
    const keep = await screen.findByRole('button', { name: /^Keep mine: .* becomes mine$/ });
    expect(input(edited.other).value).toBe('5');
    expect(input(edited.label).value).toBe('mine');
    press(edited.button);
    expect(sentTo(calls, edited.save)).toHaveLength(1);
    fireEvent.click(keep);
    press(edited.button);
    await waitFor(() =>
      expect(sentTo(calls, edited.save).at(-1)).toMatchObject({
        [edited.field]: 'mine',
        based_on: { [edited.field]: 'theirs' },
      }),
    );
  },
);

test('taking theirs puts their value in the field', async () => {
  let setting = buildSetting();
  renderApp('/settings', {
    ...everything,
    'settings.list': () => settingsOf(setting),
    'settings.update': () => changedMeanwhile('value'),
  });
  await pressWhenThere('Edit greeting');
  type(input('Value of greeting'), 'Mine');
  setting = buildSetting({ value: 'Theirs' });
  press('Save greeting');
  await pressWhenThere('Take theirs: Value stays Theirs');
  expect(input('Value of greeting').value).toBe('Theirs');
});

/** The server's response when others changed the same fields. */
function changedMeanwhile(...paths: string[]): ApiError {
  return new ApiError({
    status: 409,
    code: 'conflict',
    detail: 'This was changed by someone else in the meantime.',
    errors: paths.map((path) => ({ path, message: 'Someone else changed this in the meantime.' })),
  });
}
