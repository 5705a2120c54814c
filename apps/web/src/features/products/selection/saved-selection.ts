import { SEARCH_TYPES } from '@storefleet/contract/catalogue/catalogue-constants';
import { SELECTION_KEY } from './saved-selection-key.ts';
import type { Selection, SelectionScope } from './selection-store.ts';

/** Maximum variants stored; more would exceed the browser's session storage. */
const MOST = 20_000;

type SavedSelection = Parameters<Selection['restore']>[0];

/** Stores the selection for the tab's lifetime, for reloads and Back. */
export function saveSelection(selection: Selection): void {
  const scope = selection.scope();
  try {
    if (scope === null || selection.isEmpty() || selection.namedCount() > MOST) {
      sessionStorage.removeItem(SELECTION_KEY);
      return;
    }
    const named = selection
      .named()
      .map(({ variantId, productId, storeId }) => [variantId, productId, storeId]);
    sessionStorage.setItem(
      SELECTION_KEY,
      JSON.stringify({ scope, everything: selection.isEverything(), named }),
    );
  } catch {
    // Blocked or full: the selection lasts as long as the page.
  }
}

export function readSavedSelection(): SavedSelection | null {
  try {
    return parse(JSON.parse(sessionStorage.getItem(SELECTION_KEY) ?? 'null'));
  } catch {
    return null;
  }
}

function parse(saved: unknown): SavedSelection | null {
  if (typeof saved !== 'object' || saved === null) return null;
  if (!('scope' in saved && 'everything' in saved && 'named' in saved)) return null;
  const scope = parseScope(saved.scope);
  if (scope === null || !Array.isArray(saved.named)) return null;
  const named = saved.named.map((entry: unknown) => {
    if (!Array.isArray(entry) || !entry.every((part) => typeof part === 'string')) return null;
    const [variantId = '', productId = '', storeId = ''] = entry;
    return { variantId, productId, storeId, shown: null };
  });
  return {
    scope,
    everything: saved.everything === true,
    named: named.filter((entry) => entry !== null),
  };
}

function parseScope(scope: unknown): SelectionScope | null {
  if (typeof scope !== 'object' || scope === null) return null;
  if (!('query' in scope && 'filter' in scope && 'type' in scope && 'stores' in scope)) return null;
  const type = SEARCH_TYPES.find((candidate) => candidate === scope.type);
  const { query, filter, stores } = scope;
  if (typeof query !== 'string' || typeof filter !== 'string' || type === undefined) return null;
  if (stores === 'all') return { query, filter, type, stores };
  if (!Array.isArray(stores) || !stores.every((id) => typeof id === 'string')) return null;
  return { query, filter, type, stores };
}
