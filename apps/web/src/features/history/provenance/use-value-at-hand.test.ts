import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { provenanceOf } from './shown-value.ts';
import { useValueAtHand } from './use-value-at-hand.ts';

afterEach(() => vi.useRealTimers());

/** Rests the pointer on a price, and returns the attribute shown. */
function restOn(markup: string): string | undefined {
  vi.useFakeTimers();
  const [[name, value] = ['', '']] = Object.entries(
    provenanceOf({ productId: '1', variantId: '2', attribute: 'price' }),
  );
  document.body.innerHTML = `<div ${name}="${value}">${markup}</div>`;
  const { result } = renderHook(useValueAtHand);
  const target = document.querySelector('b');
  if (target === null) throw new Error('Nothing to point at');
  act(() => {
    fireEvent.pointerOver(target);
    vi.advanceTimersByTime(1_000);
  });
  return result.current?.value.attribute;
}

test('a value at rest under the pointer shows where it comes from', () => {
  expect(restOn('<b>9.99</b>')).toBe('price');
});

test('a value that is being edited does not', () => {
  expect(restOn('<i data-editing><b>9.9</b></i>')).toBeUndefined();
});

test('a value that was not saved does not, as it says why', () => {
  expect(restOn('<i aria-invalid="true"><b>9.9</b></i>')).toBeUndefined();
});
