import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deferred } from '../components/deferred.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { ScreenError } from './routes/screen-error.tsx';

test.each([
  'Failed to fetch dynamically imported module: /assets/settings.js',
  'error loading dynamically imported module: /assets/settings.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/settings.css',
])(
  'a screen or a part of it that fails to load shows a network error and keeps the app running: %s',
  async (message) => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const load = async (): Promise<{ Screen: () => null }> => {
      throw new TypeError(message);
    };
    const Part = deferred(load, 'Screen');
    for (const component of [lazyScreen(load, 'Screen'), () => <Part />]) {
      const router = createRouter({
        routeTree: createRootRoute({ component, errorComponent: ScreenError }),
        history: createMemoryHistory(),
      });
      const { unmount } = render(
        <MantineProvider env="test">
          <RouterProvider router={router} />
        </MantineProvider>,
      );
      expect(await screen.findByRole('heading', { name: 'Network Error' })).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
      unmount();
    }
  },
);
