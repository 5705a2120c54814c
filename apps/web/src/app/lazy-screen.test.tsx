import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { lazyScreen } from './lazy-screen.ts';
import { ScreenError } from './routes/screen-error.tsx';

test('a screen whose code fails to load shows a network error and keeps the app running', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const load = async (): Promise<{ Screen: () => null }> => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/settings.js');
  };
  const router = createRouter({
    routeTree: createRootRoute({ component: lazyScreen(load, 'Screen'), errorComponent: ScreenError }),
    history: createMemoryHistory(),
  });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'Network Error' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
