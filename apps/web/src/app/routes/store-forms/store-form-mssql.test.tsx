import { messages } from '@storefleet/contract/messages';
import type { MssqlConnectionTestResult } from '@storefleet/contract/stores/mssql';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buildMssqlStore } from '../../../testing/build-store.ts';
import { buildTableReport } from '../../../testing/build-table-report.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';

const store = buildMssqlStore();
const EDIT = `/stores/${store.id}/edit-mssql`;

const tested: MssqlConnectionTestResult = {
  success: true,
  message: 'Connected to Stock on db.example.com.',
  error: null,
  version: 'Microsoft SQL Server 2022 (16.0.4135)',
  in_force: {
    server: 'db.example.com',
    port: 1433,
    database: 'Stock',
    username: 'reader',
    encrypted: true,
  },
  table: buildTableReport({ matching_rows: 1_200, query: 'SELECT * FROM [dbo].[Products] WHERE (a = 1)' }),
};

/** What the page of a store asks for, where a saved form leads. */
const storePage: Answers = {
  'stores.get': () => store,
  'sync.status': () => new ApiError({ status: 503, code: 'service_unavailable', detail: 'Later.' }),
};

const invalid = (...errors: { path: string; message: string }[]) =>
  new ApiError({ status: 400, code: 'validation_failed', detail: 'Some fields are wrong.', errors });

const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
/** Of a saved store: its tables can be chosen from. */
const tableChoice = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Table' });
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const secret = (label: string) => screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' });
const typeSecret = (label: string, value: string) => fireEvent.change(secret(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const descriptionOf = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();

async function fillIn(): Promise<void> {
  await screen.findByRole('heading', { name: 'Add MS SQL Store' });
  type('Store name', 'Warehouse');
  type('Identifier', 'warehouse');
  type('Server', 'db.example.com');
  type('Database', 'Stock');
  type('Username', 'reader');
  typeSecret('Password', 'secret');
  type('Table', 'dbo.Products');
}

test('nothing is sent before the required fields are filled in', async () => {
  const { calls } = renderApp('/add-mssql-store', {});
  await screen.findByRole('heading', { name: 'Add MS SQL Store' });
  type('Port', '70000');
  press('Create Store');
  for (const sentence of [
    'Store name is required.',
    'Store identifier is required.',
    'Server is required.',
    'Port must be a number from 1 to 65535.',
    'Database is required.',
    'Username is required.',
    'Password is required.',
    'Table is required.',
  ]) {
    expect(screen.getByText(sentence)).toBeTruthy();
  }
  expect(document.activeElement).toBe(field('Store name'));
  expect(calls.map(({ id }) => id)).not.toContain('mssql.createStore');
});

test('what the server refuses stands at its field, and nothing that was typed is lost', async () => {
  renderApp('/add-mssql-store', {
    'mssql.createStore': () =>
      invalid({ path: 'mssql_where_clause', message: 'A condition may not hold a comment.' }),
  });
  await fillIn();
  type('Where clause', 'a = 1 -- all');
  press('Create Store');
  expect(await screen.findByText(messages.stores.createFailed)).toBeTruthy();
  expect(field('Where clause').getAttribute('aria-invalid')).toBe('true');
  expect(descriptionOf(field('Where clause'))).toContain('A condition may not hold a comment.');
  expect(document.activeElement).toBe(field('Where clause'));
  expect(field('Database').value).toBe('Stock');
  type('Where clause', 'a = 1');
  expect(field('Where clause').getAttribute('aria-invalid')).toBeNull();
});

test('what a test refuses stands at its field', async () => {
  renderApp('/add-mssql-store', {
    'mssql.testConnection': () => invalid({ path: 'where_clause', message: 'One condition only.' }),
  });
  await fillIn();
  type('Where clause', 'a = 1; drop table b');
  press('Test Connection');
  expect(await screen.findByText(messages.stores.connectionTestError)).toBeTruthy();
  expect(descriptionOf(field('Where clause'))).toContain('One condition only.');
  expect(field('Where clause').getAttribute('aria-invalid')).toBe('true');
});

test('a password that has to be typed again is asked for at its field', async () => {
  renderApp(EDIT, {
    ...storePage,
    'mssql.testConnection': () => invalid({ path: 'password', message: 'Enter the password.' }),
  });
  await screen.findByRole('heading', { name: 'Edit Warehouse' });
  type('Server', 'other.example.com');
  press('Test Connection');
  await screen.findByText(messages.stores.connectionTestError);
  expect(secret('Password').getAttribute('aria-invalid')).toBe('true');
  expect(descriptionOf(secret('Password'))).toContain('Enter the password.');
});

test('what is missing for a test is named, and nothing is sent', async () => {
  const { calls } = renderApp('/add-mssql-store', {});
  await screen.findByRole('heading', { name: 'Add MS SQL Store' });
  type('Server', 'db.example.com');
  press('Test Connection');
  expect(screen.getByText('To test the connection, fill in database, username, and password.')).toBeTruthy();
  expect(calls.map(({ id }) => id)).not.toContain('mssql.testConnection');
});

test('a pasted port moves to its field, and a named instance says that its port is not used', async () => {
  renderApp('/add-mssql-store', {});
  await screen.findByRole('heading', { name: 'Add MS SQL Store' });
  type('Server', 'tcp:db.example.com,1444');
  fireEvent.blur(field('Server'));
  expect(field('Server').value).toBe('db.example.com');
  expect(field('Port').value).toBe('1444');
  type('Server', 'db\\SQLEXPRESS');
  expect(descriptionOf(field('Port'))).toBe('The named instance is looked for at this port alone.');
  type('Port', '1433');
  expect(screen.getByText('Not used: the server is asked for the port of a named instance.')).toBeTruthy();
});

test('a connection string says which fields it overrides, and can fill them in', async () => {
  renderApp('/add-mssql-store', { 'mssql.testConnection': () => tested });
  await screen.findByRole('heading', { name: 'Add MS SQL Store' });
  typeSecret('Connection string', 'Server=db.example.com;User ID=reader;Password=secret');
  expect(screen.getByText(/^It is used instead of server, port, username, and password\./)).toBeTruthy();
  for (const label of ['Server', 'Port', 'Username']) {
    expect(descriptionOf(field(label))).toBe('Not used: the connection string says it.');
  }
  expect(descriptionOf(field('Database'))).toBe('');
  press('Test Connection');
  fireEvent.click(await screen.findByRole('button', { name: 'Fill in the single fields from this' }));
  expect(field('Server').value).toBe('db.example.com');
  expect(field('Username').value).toBe('reader');
});

test('an update that fails keeps what was typed', async () => {
  renderApp(EDIT, {
    ...storePage,
    'stores.update': () => invalid({ path: 'mssql_table', message: 'There is no table dbo.Gone.' }),
  });
  await screen.findByRole('heading', { name: 'Edit Warehouse' });
  fireEvent.change(tableChoice(), { target: { value: 'dbo.Gone' } });
  press('Update Store');
  expect(await screen.findByText(messages.stores.updateFailed)).toBeTruthy();
  expect(descriptionOf(tableChoice())).toContain('There is no table dbo.Gone.');
  expect(tableChoice().value).toBe('dbo.Gone');
});

test('tables that cannot be listed are typed', async () => {
  renderApp(EDIT, {
    ...storePage,
    'mssql.tables': () =>
      new ApiError({ status: 502, code: 'source_unavailable', detail: 'The server does not answer.' }),
  });
  await screen.findByRole('heading', { name: 'Edit Warehouse' });
  fireEvent.focus(tableChoice());
  expect(
    await screen.findByText(/The tables could not be listed: The server does not answer\./),
  ).toBeTruthy();
  fireEvent.change(tableChoice(), { target: { value: 'dbo.Other' } });
  expect(tableChoice().value).toBe('dbo.Other');
});

test('the Shopify form sends an MS SQL store to its own one', async () => {
  renderApp(`/stores/${store.id}/edit`, storePage);
  await screen.findByRole('heading', {
    name: 'This is an MS SQL store. Please use the appropriate edit form.',
  });
  expect(screen.queryByRole('form')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Edit the MS SQL store' }));
  await screen.findByRole('heading', { name: 'Edit Warehouse' });
});

test('a store that cannot be read can be asked for again, or left', async () => {
  renderApp(EDIT, {
    'stores.get': () => new ApiError({ status: 403, code: 'forbidden', detail: 'Not for you.' }),
  });
  await screen.findByRole('heading', { name: messages.storeDetail.loadFailed });
  expect(screen.getByRole('button', { name: 'Go Back' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});

test('while a store is read, the screen says so', async () => {
  renderApp(EDIT, { 'stores.get': () => new Promise(() => undefined) });
  expect((await screen.findByText('Loading store')).getAttribute('role')).toBe('status');
});
