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

test('a button regains the focus once its work ends', () => {
  const { rerender } = render(<Example busy={false} />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Example busy />);
  rerender(<Example busy={false} />);
  expect(document.activeElement).toBe(button('Save'));
});

test('focus moved elsewhere in the meantime stays there', () => {
  const { rerender } = render(<Example busy />);
  button('Other').focus();
  rerender(<Example busy={false} />);
  expect(document.activeElement).toBe(button('Other'));
});
