import { isGtin } from '@storefleet/contract/values/gtin';
import { useEffect, useEffectEvent } from 'react';
import { createBurst } from './burst.ts';

type Taker = { readonly take: (code: string) => void; readonly inDialog: boolean };

/** The last one that came takes what is scanned: a dialog before the screen under it. */
const takers: Taker[] = [];

/** Takes scans while it is mounted. `inDialog`: also while a dialog is open, because it is one. */
export function useScans(take: (code: string) => void, { inDialog = false } = {}): void {
  const latest = useEffectEvent(take);
  useEffect(() => {
    const taker: Taker = { take: (code) => latest(code), inDialog };
    takers.push(taker);
    return () => void takers.splice(takers.indexOf(taker), 1);
  }, [inDialog]);
}

/** Where a scan may come although something is typed there: the box for everything, amounts and the search term. */
const BOX = '[role="combobox"]';
const AMOUNT_OR_SEARCH = 'input[inputmode="decimal"], input[enterkeyhint="search"], [data-sheet-cell]';
/** Where a code itself is entered. */
const CODE_CELL = '[data-column="barcode"], [data-column="sku"]';
const FIELD = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/**
 * Listens for a hand scanner, which types into whatever has the focus. What it typed is taken out of a field again; where
 * a number or word is expected as well, only a trade item number with a right check digit is taken for a scan.
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

/** The field is as it was before the first key; one that only this opened closes again. */
function takeBack(target: Element, began: { element: Element; value: string }): void {
  if (!(target instanceof HTMLInputElement)) return;
  if (target !== began.element) {
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return;
  }
  // Past React, which hears of it by the event.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, began.value);
  target.dispatchEvent(new Event('input', { bubbles: true }));
}
