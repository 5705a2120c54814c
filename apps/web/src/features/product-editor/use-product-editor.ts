import type { Product, ProductDetail, ProductList } from '@storefleet/contract/catalogue/products/products';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { describeError, isTransient } from '../../lib/api/describe-error.ts';
import { renewResults } from '../products/api/renew-results.ts';
import { productQuery } from './api/queries.ts';
import { type ProductSave, saveProduct } from './api/save-product.ts';
import { createEditorStore, type SaveResult } from './editor-store.ts';
import { keyOf } from './fields.ts';
import { type Change, changesOf, invalidFields, rebase, settle } from './product-draft.ts';

/** The draft of one product, kept in step with the catalogue, and saving it. */
export function useProductEditor(product: ProductDetail) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [store] = useState(() => createEditorStore(product));
  const stored = useQuery(productQuery(api, product.id)).data ?? product;
  const closed = useRef<AbortController>(null);

  useEffect(() => {
    // During a save, incoming data may be older.
    if (store.state().saving === null) store.edit((draft) => rebase(draft, stored));
  }, [store, stored]);

  useEffect(() => {
    const controller = new AbortController();
    closed.current = controller;
    return () => {
      controller.abort();
      // Nobody waits for this save any more, so refresh the lists.
      if (store.state().saving !== null) void queryClient.invalidateQueries({ queryKey: ['products'] });
    };
  }, [store, queryClient]);

  /** Fetches the current state, ignoring requests already under way. */
  async function lookAgain(signal: AbortSignal): Promise<void> {
    await queryClient.cancelQueries({ queryKey: productQuery(api, product.id).queryKey });
    const fresh = await queryClient.fetchQuery(productQuery(api, product.id)).catch(() => null);
    if (fresh === null || signal.aborted) return;
    rememberProduct(queryClient, fresh);
    store.edit((draft) => rebase(draft, fresh));
  }

  async function save(): Promise<void> {
    const { draft, saving } = store.state();
    const signal = closed.current?.signal;
    if (saving !== null || signal === undefined || !isReady(draft)) return;
    const changes = changesOf(draft);
    store.set({ saving: { done: 0, total: 0, wait: null }, result: null });
    let result: SaveResult;
    try {
      const saved = await saveProduct(api, draft.product, changes, {
        signal,
        onProgress: (progress) => store.set({ saving: progress }),
      });
      store.edit((now) => settle(now, changes, saved));
      result = resultOf(changes, saved, draft.product.store_name);
    } catch (error) {
      if (signal.aborted) return;
      result = failureOf(error);
    }
    await lookAgain(signal);
    if (signal.aborted) return;
    store.set({ saving: null, result, left: new Set() });
    for (const queryKey of [['history'], ['bulk-updates']]) void queryClient.invalidateQueries({ queryKey });
  }

  return { store, save };
}

/** Whether it can be saved: there are changes, no invalid values and no undecided conflicts. */
export function isReady(draft: Parameters<typeof changesOf>[0]): boolean {
  return draft.conflicts.size === 0 && invalidFields(draft).length === 0 && changesOf(draft).length > 0;
}

function resultOf(
  changes: readonly Change[],
  { outcomes, batchId }: ProductSave,
  storeName: string,
): SaveResult {
  const saved = changes.filter((change) => outcomes.get(keyOf(change))?.kind === 'saved').length;
  const open = changes.length - saved;
  if (open === 0) {
    return { tone: 'success', title: `Saved ${formatQuantity(saved, 'change')} in ${storeName}.`, batchId };
  }
  const conflicts = changes.filter((change) => outcomes.get(keyOf(change))?.kind === 'conflict').length;
  const why =
    conflicts > 0
      ? 'Some values changed in the store in the meantime: choose below which ones to keep.'
      : 'See the reasons below. What you typed is still here.';
  if (saved === 0) {
    return { tone: 'danger', title: 'Nothing was saved.', detail: why, batchId };
  }
  return {
    tone: 'warning',
    title: `${formatQuantity(saved, 'change')} saved, ${open} not saved.`,
    detail: why,
    batchId,
  };
}

function failureOf(error: unknown): SaveResult {
  if (isTransient(error)) {
    return {
      tone: 'danger',
      title: describeError(error),
      detail:
        'The store did not answer, so your changes may or may not have been saved. They are still here: saving again is safe and writes nothing twice.',
      batchId: null,
    };
  }
  return { tone: 'danger', title: 'Nothing was saved.', detail: describeError(error), batchId: null };
}

/** Updates the product in lists on screen, in place: no row moves. */
function rememberProduct(queryClient: QueryClient, product: ProductDetail): void {
  const renew = (listed: Product) => (listed.id === product.id ? merged(listed, product) : listed);
  const inList = (page: ProductList): ProductList => ({ ...page, products: page.products.map(renew) });
  queryClient.setQueriesData<InfiniteData<ProductList>>(
    { queryKey: ['products', 'of-store', product.store_id] },
    (data) => data && { ...data, pages: data.pages.map(inList) },
  );
  renewResults(queryClient, renew);
}

/** A search shows only some variants of a product. */
function merged(listed: Product, { store_currency: _, ...product }: ProductDetail): Product {
  const variants = new Map(product.variants.map((variant) => [variant.id, variant]));
  return {
    ...listed,
    ...product,
    variants: listed.variants.flatMap((variant) => variants.get(variant.id) ?? []),
  };
}
