import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildMssqlStore } from '../../testing/builders/build-store.ts';
import { renderApp } from '../../testing/render-app.tsx';

test('the bar links home and to every screen, and shows who is signed in', async () => {
  renderApp('/settings', {
    'stores.list': () => ({ stores: [], total: 0 }),
    'settings.list': () => ({
      settings: [],
      total: 0,
      default_callback_url: 'http://localhost/oauth/shopify/callback',
    }),
    'team.list': () => ({ members: [], total: 0, demands_second_factor: false, managed_at: null }),
  });
  // Testing Library counts a screen's own header as a banner, too.
  const [header] = await screen.findAllByRole('banner');
  const bar = within(header as HTMLElement);
  expect(bar.getByRole('link', { name: 'Storefleet' }).getAttribute('href')).toBe('/');
  const links = within(bar.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Dashboard', '/dashboard'],
    ['Search', '/search'],
    ['Schedules', '/scheduled-syncs'],
    ['Bulk Price', '/bulk-price-update'],
    ['Compare', '/compare'],
    ['Health', '/health'],
    ['History', '/history'],
    ['Settings', '/settings'],
  ]);
  expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Settings');
  const person = bar.getByRole('button', { name: /ada@shops\.example/ });
  expect(person.textContent).toBe('Aada@shops.example');
});

test('the MS SQL store form has no navigation bar', async () => {
  const store = buildMssqlStore();
  renderApp(`/stores/${store.id}/edit-mssql`, { 'stores.get': () => store });
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Warehouse' })).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
});
