import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Banner } from './banner.tsx';

function Example({ button = true }: { button?: boolean }) {
  const [shown, setShown] = useState(['First', 'Second']);
  const dismiss = (title: string) => setShown((titles) => titles.filter((other) => other !== title));
  return (
    <MantineProvider env="test">
      <main tabIndex={-1}>
        {button && <button type="button">Test</button>}
        {shown.map((title) => (
          <Banner key={title} tone="danger" title={title} onDismiss={() => dismiss(title)} />
        ))}
        <button type="button" onClick={() => dismiss('First')}>
          Elsewhere
        </button>
      </main>
    </MantineProvider>
  );
}

const focus = (element: HTMLElement) => act(() => element.focus());
const dismissButton = (index: number) =>
  screen.getAllByRole('button', { name: 'Dismiss' })[index] as HTMLElement;

function dismiss(index: number): void {
  focus(dismissButton(index));
  fireEvent.click(dismissButton(index));
}

test('dismissing a banner restores the focus', () => {
  render(<Example />);
  focus(screen.getByRole('button', { name: 'Test' }));
  dismiss(0);
  expect(screen.queryByText('First')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Test' }));
  dismiss(0);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Test' }));
});

test('if nothing was focused or it is gone, the banner’s container gets the focus', () => {
  const { rerender } = render(<Example />);
  dismiss(1);
  expect(document.activeElement).toBe(screen.getByRole('main'));
  focus(screen.getByRole('button', { name: 'Test' }));
  focus(dismissButton(0));
  rerender(<Example button={false} />);
  fireEvent.click(dismissButton(0));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('a banner that disappears by itself leaves the focus alone', () => {
  render(<Example />);
  focus(screen.getByRole('button', { name: 'Test' }));
  focus(dismissButton(0));
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  focus(elsewhere);
  fireEvent.click(elsewhere);
  expect(screen.queryByText('First')).toBeNull();
  expect(document.activeElement).toBe(elsewhere);
});
