import { createContext, use, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PartState } from '../../../components/select-checkbox.tsx';
import { hasSavedSelection } from './saved-selection-key.ts';
import { createSelection, isSameScope, type Selection, type SelectionScope } from './selection-store.ts';

/** Debounce in milliseconds, so that selecting a thousand rows writes once. */
const SAVED_AFTER_MS = 300;

/** A search screen's selection: restored after a reload, cleared by another search. */
export function useSelectionOf(scope: SelectionScope): Selection {
  const [selection] = useState(createSelection);
  const latest = useRef(scope);
  useEffect(() => {
    latest.current = scope;
    const of = selection.scope();
    if (of !== null && !isSameScope(of, scope)) selection.clear();
  }, [selection, scope]);
  useEffect(() => keepSelection(selection, () => latest.current), [selection]);
  return selection;
}

/** Storage code loads only when there is something to store: most visits select nothing. */
function keepSelection(selection: Selection, currentScope: () => SelectionScope): () => void {
  const keeper = () => import('./saved-selection.ts');
  let left = false;
  let restoring = hasSavedSelection();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    void keeper().then(({ saveSelection }) => saveSelection(selection));
  };
  const saveNow = () => {
    if (timer !== undefined) save();
  };
  const stop = selection.subscribe(() => {
    if (restoring || (selection.isEmpty() && !hasSavedSelection())) return;
    clearTimeout(timer);
    timer = setTimeout(save, SAVED_AFTER_MS);
  });
  if (restoring) {
    void keeper().then(({ readSavedSelection }) => {
      restoring = false;
      const saved = readSavedSelection();
      if (!left && selection.isEmpty() && saved && isSameScope(saved.scope, currentScope())) {
        selection.restore(saved);
      }
    });
  }
  window.addEventListener('pagehide', saveNow);
  return () => {
    left = true;
    stop();
    window.removeEventListener('pagehide', saveNow);
    saveNow();
  };
}

const SelectionContext = createContext<Selection | null>(null);

export const SelectionProvider = SelectionContext.Provider;

export function useSelection(): Selection {
  const selection = use(SelectionContext);
  if (!selection) throw new Error('useSelection needs a SelectionProvider above it.');
  return selection;
}

/** How much of a row, product or page is selected; re-renders only when that changes. */
export function usePartState(selection: Selection, variantIds: readonly string[]): PartState {
  return useSyncExternalStore(selection.subscribe, () => selection.stateOf(variantIds));
}

/** Re-renders on every selection change. */
export function useSelectionVersion(selection: Selection): number {
  return useSyncExternalStore(selection.subscribe, selection.version);
}

export function useHasSelection(selection: Selection): boolean {
  return useSyncExternalStore(selection.subscribe, () => !selection.isEmpty());
}
