import { isGtin } from '@storefleet/contract/values/gtin';
import { useEffect, useEffectEvent } from 'react';
import { createBurst } from './burst.ts';

type Taker = { readonly take: (code: string) => void; readonly inDialog: boolean };

/** The latest handler receives scans: a dialog before the screen below it. */
const takers: Taker[] = [];

/** Receives scans while mounted. `inDialog`: also while a dialog is open, because it is one. */
export function useScans(take: (code: string) => void, { inDialog = false } = {}): void {
  const latest = useEffectEvent(take);
  useEffect(() => {
    const taker: Taker = { take: (code) => latest(code), inDialog };
    takers.push(taker);
    return () => void takers.splice(takers.indexOf(taker), 1);
  }, [inDialog]);
}

/** Fields where a scan may arrive during typing: the palette, amounts and the search term. */
const BOX = '[role="combobox"]';
const AMOUNT_OR_SEARCH = 'input[inputmode="decimal"], input[enterkeyhint="search"], [data-sheet-cell]';
/** Fields for a code itself. */
const CODE_CELL = '[data-column="barcode"], [data-column="sku"]';
const FIELD = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/**
 * Listens for a hand scanner, which types into whatever has focus. Its text is removed from a field again;
 * fields that also accept numbers or words only treat a trade item number with a valid check digit as a
 * scan.
 */
export function listenForScans(otherwise: (code: string) => void): () => void {
  const burst = createBurst();
  let began: { element: Element; value: string } | null = null;

  const onKey = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
    const { begins, code } = burst.take(event.key, event.timeStamp);
    if (begins) began = { element: target, value: target instanceof HTMLInputElement ? target.value : '' };
    if (code === null || began === null || !isScan(code, began.element)) return;
    const taker = takers.findLast(({ inDialog }) => inDialog || !isDialogOpen());
    if (!taker && isDialogOpen()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    takeBack(target, began);
    if (taker) taker.take(code);
    else otherwise(code);
  };
  window.addEventListener('keydown', onKey, true);
  return () => window.removeEventListener('keydown', onKey, true);
}

function isScan(code: string, began: Element): boolean {
  if (began.matches(BOX)) return true;
  if (began.closest('[data-sheet-cell]')?.matches(CODE_CELL)) return false;
  return began.closest(AMOUNT_OR_SEARCH) ? isGtin(code) : !began.matches(FIELD);
}

const isDialogOpen = () => document.querySelector('[aria-modal="true"]') !== null;

/** Restores the field to before the first key; an editor opened by it closes again. */
function takeBack(target: Element, began: { element: Element; value: string }): void {
  if (!(target instanceof HTMLInputElement)) return;
  if (target !== began.element) {
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return;
  }
  // Sets the value outside React, which learns of it by the event.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, began.value);
  target.dispatchEvent(new Event('input', { bubbles: true }));
}
