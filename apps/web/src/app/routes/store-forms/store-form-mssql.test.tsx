import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildMssqlStore } from '../../../testing/builders/build-store.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { choice, descriptionOf, field, press, secret, type } from '../../../testing/screen-form.ts';

const store = buildMssqlStore();
const EDIT = `/stores/${store.id}/edit-mssql`;

const invalid = (path: string, message: string) => refusal('Some fields are wrong.', { path, message });

async function openNew(answers: Answers = {}) {
  const { calls } = renderApp('/add-mssql-store', answers);
  await screen.findByRole('heading', { name: 'Add MS SQL Store' });
  return () => calls.map(({ id }) => id);
}

async function openSaved(answers: Answers) {
  renderApp(EDIT, { 'stores.get': () => store, ...answers });
  await screen.findByRole('heading', { name: 'Edit Warehouse' });
}

function fillIn(): void {
  const values = {
    'Store name': 'Warehouse',
    Identifier: 'warehouse',
    Server: 'db.example.com',
    Database: 'Stock',
    Username: 'reader',
    Table: 'dbo.Products',
  };
  for (const [name, value] of Object.entries(values)) type(name, value);
  type(secret('Password'), 'secret');
}

test('nothing is sent before the required fields are filled in', async () => {
  const calls = await openNew();
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
    screen.getByText(sentence);
  }
  expect(document.activeElement).toBe(field('Store name'));
  expect(calls()).not.toContain('mssql.createStore');
});

test('what the server refuses stands at its field, and nothing that was typed is lost', async () => {
  const sentence = 'A condition may not hold a comment.';
  await openNew({ 'mssql.createStore': () => invalid('mssql_where_clause', sentence) });
  fillIn();
  type('Where clause', 'a = 1 -- all');
  press('Create Store');
  await screen.findByText(messages.stores.createFailed);
  expect(descriptionOf(field('Where clause'))).toContain(sentence);
  expect(document.activeElement).toBe(field('Where clause'));
  expect(field('Database').value).toBe('Stock');
  type('Where clause', 'a = 1');
  expect(field('Where clause').getAttribute('aria-invalid')).toBeNull();
});

test.each([
  ['where_clause', () => field('Where clause'), 'One condition only.'],
  ['password', () => secret('Password'), 'Enter the password.'],
])('what a test refuses of %s stands at its field', async (path, input, sentence) => {
  await openSaved({ 'mssql.testConnection': () => invalid(path, sentence) });
  type('Server', 'other.example.com');
  press('Test Connection');
  await screen.findByText(messages.stores.connectionTestError);
  expect(descriptionOf(input())).toContain(sentence);
  expect(input().getAttribute('aria-invalid')).toBe('true');
});

test('what is missing for a test is named, and nothing is sent', async () => {
  const calls = await openNew();
  type('Server', 'db.example.com');
  press('Test Connection');
  screen.getByText('To test the connection, fill in database, username, and password.');
  expect(calls()).not.toContain('mssql.testConnection');
});

test('a pasted port moves to its field, and a named instance says that its port is not used', async () => {
  await openNew();
  type('Server', 'tcp:db.example.com,1444');
  fireEvent.blur(field('Server'));
  expect([field('Server').value, field('Port').value]).toEqual(['db.example.com', '1444']);
  type('Server', 'db\\SQLEXPRESS');
  expect(descriptionOf(field('Port'))).toBe('Only this port is tried for the named instance.');
  type('Port', '1433');
  screen.getByText('Not used: the server is asked for the port of a named instance.');
});

test('a connection string says which fields it overrides', async () => {
  await openNew();
  type(secret('Connection string'), 'Server=db.example.com;User ID=reader;Password=secret');
  screen.getByText(/^It is used instead of server, port, username, and password\./);
  for (const label of ['Server', 'Port', 'Username']) {
    expect(descriptionOf(field(label))).toBe('Not used: the connection string says it.');
  }
  expect(descriptionOf(field('Database'))).toBe('');
});

test('tables that cannot be listed are typed', async () => {
  await openSaved({ 'mssql.tables': () => refusal('The server does not answer.') });
  fireEvent.focus(choice('Table'));
  await screen.findByText(/The tables could not be listed: The server does not answer\./);
  type(choice('Table'), 'dbo.Other');
  expect(choice('Table').value).toBe('dbo.Other');
});

test('the Shopify form sends an MS SQL store to its own one', async () => {
  renderApp(`/stores/${store.id}/edit`, { 'stores.get': () => store });
  await screen.findByRole('heading', {
    name: 'This is an MS SQL store. Please use the appropriate edit form.',
  });
  expect(screen.queryByRole('form')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Edit the MS SQL store' }));
  await screen.findByRole('heading', { name: 'Edit Warehouse' });
});

test('a store that cannot be read can be asked for again, or left', async () => {
  renderApp(EDIT, { 'stores.get': () => refusal('Not for you.') });
  await screen.findByRole('heading', { name: messages.storeDetail.loadFailed });
  screen.getByRole('button', { name: 'Go Back' });
  screen.getByRole('button', { name: 'Retry' });
});

test('while a store is read, the screen says so', async () => {
  renderApp(EDIT, { 'stores.get': () => new Promise(() => undefined) });
  expect((await screen.findByText('Loading store')).getAttribute('role')).toBe('status');
});
