import { storeIdsParameter } from '../products/search-address.ts';
import type { Selection } from '../products/selection/selection-store.ts';
import type { PreviewRequest } from './api/changes.ts';
import type { ActionRequest } from './bulk-action.ts';

/** A whole search result is selected by the server; any other selection names its variants. */
export function previewRequest(selection: Selection, request: ActionRequest): PreviewRequest {
  const scope = selection.scope();
  if (selection.isEverything() && scope) {
    return {
      search: {
        query: scope.query,
        filter: scope.filter || undefined,
        type: scope.type,
        store_ids: storeIdsParameter(scope.stores),
        excluded_variant_ids: selection.named().map(({ variantId }) => variantId),
      },
      ...request,
    };
  }
  return {
    products_to_update: selection.named().map(({ variantId, productId, storeId }) => ({
      store_id: storeId,
      id: productId,
      selectedVariant: { id: variantId },
    })),
    ...request,
  };
}

/** Whether a store has rows in a selection, as far as that is known before the server selects. */
export function touchedStores(selection: Selection): (storeId: string) => boolean {
  if (!selection.isEverything()) {
    const named = new Set(selection.named().map(({ storeId }) => storeId));
    return (storeId) => named.has(storeId);
  }
  const stores = selection.scope()?.stores ?? [];
  return (storeId) => stores === 'all' || stores.includes(storeId);
}
