import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildStore } from '../../../testing/builders/build-store.ts';
import { NO_CHOICE } from '../filters/history-address.ts';
import { HistoryFilters } from './history-filters.tsx';

const ANN = { id: 'a', name: 'Ann', email: 'ann@example.com' };
const OTHER_ANN = { id: 'b', name: 'Ann', email: 'ann@elsewhere.example' };
const NAMELESS = { id: 'c', name: null, email: 'ben@example.com' };

function show(part: Partial<Parameters<typeof HistoryFilters>[0]> = {}) {
  const onApply = vi.fn();
  render(
    <MantineProvider env="test">
      <HistoryFilters
        applied={NO_CHOICE}
        stores={[buildStore()]}
        users={[ANN, OTHER_ANN, NAMELESS]}
        onApply={onApply}
        {...part}
      />
    </MantineProvider>,
  );
  return { onApply };
}

function choose(label: string, option: string) {
  const value = screen.getByRole<HTMLOptionElement>('option', { name: option }).value;
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

const setDate = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('applies all choices at once, when asked to', () => {
  const { onApply } = show();
  choose('Store', 'Atlas Outdoor');
  choose('User', 'Ann (ann@elsewhere.example)');
  setDate('Start Date', '2026-03-01');
  expect(onApply).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Apply Filters' }));
  expect(onApply.mock.calls).toEqual([
    [{ store: buildStore().id, user: 'b', attribute: null, from: '2026-03-01', to: null }],
  ]);
});

test('says at the field that a range ends before it begins, and does not apply it', () => {
  const { onApply } = show();
  setDate('Start Date', '2026-03-02');
  setDate('End Date', '2026-03-01');
  const field = screen.getByLabelText('End Date');
  const described = field.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe(
    'The end date must not be before the start date.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Apply Filters' }));
  expect(onApply).not.toHaveBeenCalled();
});

test('clears what was typed but never applied', () => {
  const { onApply } = show();
  setDate('Start Date', '2026-03-02');
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onApply).toHaveBeenLastCalledWith(NO_CHOICE);
  expect(screen.getByLabelText('Start Date')).toHaveProperty('value', '');
});

test('keeps a store from the address chosen that the list does not have', () => {
  show({ applied: { ...NO_CHOICE, store: 'gone' } });
  expect(screen.getByLabelText('Store')).toHaveProperty('value', 'gone');
});
