import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFocusReturn } from './use-focus-return.ts';

function Question({ opened }: { opened: boolean }) {
  const dialog = useFocusReturn(opened);
  return (
    <div ref={dialog} hidden={!opened}>
      <button type="button">Yes</button>
    </div>
  );
}

type Props = { rows: readonly string[]; question?: 'open' | 'closed' | 'away' };

function Example({ rows, question = 'away' }: Props) {
  return (
    <>
      <main tabIndex={-1}>
        {rows.map((row) => (
          <p key={row}>
            <button type="button">Edit {row}</button>
            <button type="button">Delete {row}</button>
          </p>
        ))}
      </main>
      {question !== 'away' && <Question opened={question === 'open'} />}
    </>
  );
}

const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus());
const focused = () => document.activeElement?.textContent;

/** Opens a question from a button, then closes it, leaving these rows. */
function ask(from: string, rows: readonly string[], left: Props): void {
  const { rerender } = render(<Example rows={rows} />);
  focus(from);
  rerender(<Example rows={rows} question="open" />);
  focus('Yes');
  rerender(<Example {...left} />);
}

test.each(['closed', 'away'] as const)(
  'the pressed button regains the focus once the question is %s',
  (question) => {
    ask('Delete b', ['a', 'b'], { rows: ['a', 'b'], question });
    expect(focused()).toBe('Delete b');
  },
);

test('after a row is deleted, the next one gets the focus', () => {
  ask('Delete b', ['a', 'b', 'c'], { rows: ['a', 'c'], question: 'closed' });
  expect(focused()).toBe('Edit c');
});

test('a row removed after its question passes the focus on as well', async () => {
  const { rerender } = render(<Example rows={['a', 'b', 'c']} />);
  focus('Delete b');
  rerender(<Example rows={['a', 'b', 'c']} question="open" />);
  focus('Yes');
  rerender(<Example rows={['a', 'b', 'c']} question="closed" />);
  rerender(<Example rows={['a', 'c']} question="closed" />);
  await waitFor(() => expect(focused()).toBe('Edit c'));
});

test('after the last row is deleted, the previous one gets the focus', () => {
  ask('Delete c', ['a', 'c'], { rows: ['a'] });
  expect(focused()).toBe('Edit a');
});

test('when no row is left, their container gets the focus', () => {
  ask('Delete a', ['a'], { rows: [] });
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('a focus moved on purpose stays where it is', () => {
  const { rerender } = render(<Example rows={['a', 'b']} />);
  focus('Delete a');
  rerender(<Example rows={['a', 'b']} question="open" />);
  focus('Edit b');
  rerender(<Example rows={['a', 'b']} question="closed" />);
  expect(focused()).toBe('Edit b');
});
