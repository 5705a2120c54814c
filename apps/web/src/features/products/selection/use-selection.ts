import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import { readSavedSelection, saveSelection } from './saved-selection.ts';
import {
  createSelection,
  isSameScope,
  type PartState,
  type Selection,
  type SelectionScope,
} from './selection-store.ts';

/** Milliseconds after a change; selecting a thousand rows one after another writes once. */
const SAVED_AFTER_MS = 300;

/** The selection of a search screen: found again after a reload, and empty once another search is shown. */
export function useSelectionOf(scope: SelectionScope): Selection {
  const [selection] = useState(() => {
    const created = createSelection();
    const saved = readSavedSelection();
    if (saved && isSameScope(saved.scope, scope)) created.restore(saved);
    return created;
  });
  useEffect(() => {
    const of = selection.scope();
    if (of !== null && !isSameScope(of, scope)) selection.clear();
  }, [selection, scope]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(timer);
      saveSelection(selection);
    };
    const stop = selection.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVED_AFTER_MS);
    });
    window.addEventListener('pagehide', save);
    return () => {
      stop();
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [selection]);
  return selection;
}

const SelectionContext = createContext<Selection | null>(null);

export const SelectionProvider = SelectionContext.Provider;

export function useSelection(): Selection {
  const selection = use(SelectionContext);
  if (!selection) throw new Error('useSelection needs a SelectionProvider above it.');
  return selection;
}

/** How much of a row, a product or a page is selected; draws anew only when that changes. */
export function usePartState(selection: Selection, variantIds: readonly string[]): PartState {
  return useSyncExternalStore(selection.subscribe, () => selection.stateOf(variantIds));
}

/** Draws anew with every change of the selection. */
export function useSelectionVersion(selection: Selection): number {
  return useSyncExternalStore(selection.subscribe, selection.version);
}

export function useHasSelection(selection: Selection): boolean {
  return useSyncExternalStore(selection.subscribe, () => !selection.isEmpty());
}
