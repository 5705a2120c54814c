import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFocusKept } from './use-focus-kept.ts';

function Example({ busy }: { busy: boolean }) {
  return (
    <>
      <button type="button" disabled={busy} ref={useFocusKept(busy)}>
        Save
      </button>
      <button type="button">Other</button>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

test('a button has the focus again once its work has ended', () => {
  const { rerender } = render(<Example busy={false} />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Example busy />);
  rerender(<Example busy={false} />);
  expect(document.activeElement).toBe(button('Save'));
});

test('whoever went on to something else in the meantime is left there', () => {
  const { rerender } = render(<Example busy />);
  button('Other').focus();
  rerender(<Example busy={false} />);
  expect(document.activeElement).toBe(button('Other'));
});
