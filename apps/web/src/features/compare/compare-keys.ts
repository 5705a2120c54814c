import type { KeyboardEvent } from 'react';
import type { KeyMeaning } from '../help/help.ts';

export const COMPARE_KEYS: readonly KeyMeaning[] = [
  { keys: ['Arrows'], meaning: 'Move between values' },
  { keys: ['Enter'], meaning: 'Open the product' },
  { keys: ['Space'], meaning: 'Select the row, where rules can correct it' },
];

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves focus between cells of the rendered rows; more rows render as it moves. */
export function onCompareKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
  const cell = event.target.closest('[data-column]');
  const row = cell?.closest<HTMLElement>('tr[data-index]');
  if (!cell || !row) return;
  if (event.key === ' ' && event.target.tagName === 'A') {
    event.preventDefault();
    row.querySelector('input')?.click();
  }
  const step = STEPS[event.key];
  if (step === undefined) return;
  const [down, right] = step;
  const next = down === 0 ? beside(cell, right) : below(row, cell, down);
  if (next === null) return;
  event.preventDefault();
  next.focus();
}

const stopIn = (cell: Element) => cell.querySelector<HTMLElement>('a, input, [tabindex]');

function below(row: HTMLElement, cell: Element, down: number): HTMLElement | null {
  const index = Number(row.dataset.index) + down;
  const other = row.parentElement?.querySelector(
    `tr[data-index="${index}"] > [data-column="${cell.getAttribute('data-column')}"]`,
  );
  return other ? stopIn(other) : null;
}

function beside(cell: Element, right: number): HTMLElement | null {
  const next = right > 0 ? cell.nextElementSibling : cell.previousElementSibling;
  return next && (stopIn(next) ?? beside(next, right));
}
