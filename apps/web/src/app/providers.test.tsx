import { notifications } from '@mantine/notifications';
import { SETTINGS_MESSAGE_MS, TOAST_MS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showToast } from '../components/feedback/toast.ts';
import { announceSettings } from '../features/settings/announce.ts';
import { Providers } from './providers.tsx';

/** Fade-out time of a message. */
const FADE_MS = 1_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  notifications.clean();
  vi.useRealTimers();
});

test.each([
  {
    what: 'a toast',
    time: 5_000,
    named: TOAST_MS,
    show: (message: string) => showToast({ message }),
  },
  { what: 'a settings message', time: 3_000, named: SETTINGS_MESSAGE_MS, show: announceSettings },
])('$what disappears after $time ms', async ({ time, named, show }) => {
  expect(named).toBe(time);
  render(<Providers>{null}</Providers>);
  const message = messages.settings.created('language');
  await act(async () => show(message));
  await act(() => vi.dynamicImportSettled());
  await act(() => vi.advanceTimersByTimeAsync(time - 1));
  expect(screen.queryByText(message)).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1 + FADE_MS));
  expect(screen.queryByText(message)).toBeNull();
});

test('a toast is dismissed by a named button', async () => {
  render(<Providers>{null}</Providers>);
  await act(() => showToast({ message: 'Saved' }));
  act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
  await act(() => vi.advanceTimersByTimeAsync(FADE_MS));
  expect(screen.queryByText('Saved')).toBeNull();
});
