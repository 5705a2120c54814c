import type { SearchResultItem, Variant } from '@storefleet/contract/catalogue/products/products';
import type { PartState } from '../../../components/select-checkbox.tsx';
import { createListeners } from '../../../lib/browser/listeners.ts';
import type { ProductSearch } from '../search-address.ts';

/** The search that is selected from. Sorting and paging do not change its results. */
export type SelectionScope = Pick<ProductSearch, 'query' | 'filter' | 'type' | 'stores'>;

export type SelectedVariant = {
  variantId: string;
  productId: string;
  storeId: string;
  /** What the screen last showed of it; null after a reload until its page loads. */
  shown: { item: SearchResultItem; variant: Variant } | null;
};

type ShownPage = {
  variants: readonly SelectedVariant[];
  products: number;
  /** Products found on all pages; or those counted, with more to come. */
  total: number;
  isMore: boolean;
};

export type Selection = ReturnType<typeof createSelection>;

/**
 * Selected variants: named ones, or the whole search result except named ones. Rows subscribe individually,
 * so that a click re-renders only changed rows.
 */
export function createSelection() {
  const listeners = createListeners();
  let named = new Map<string, SelectedVariant>();
  let everything = false;
  let scope: SelectionScope | null = null;
  let shown: ShownPage = { variants: [], products: 0, total: 0, isMore: false };
  let shownIds: ReadonlySet<string> = new Set();
  let version = 0;

  function changed(): void {
    version += 1;
    listeners.notify();
  }

  function knowShown(): void {
    for (const variant of shown.variants) {
      if (named.has(variant.variantId)) named.set(variant.variantId, variant);
    }
  }

  const isSelected = (variantId: string): boolean => named.has(variantId) !== everything;

  return {
    subscribe: listeners.subscribe,
    /** Version, incremented by every change. */
    version: () => version,
    isSelected,
    isEverything: () => everything,
    scope: () => scope,
    /** Selected variants or, if everything is selected, the excluded ones. */
    named: (): readonly SelectedVariant[] => [...named.values()],
    namedCount: () => named.size,
    isEmpty: () => !everything && named.size === 0,

    stateOf(variantIds: readonly string[]): PartState {
      if (named.size === 0) return everything && variantIds.length > 0 ? 'all' : 'none';
      let selected = 0;
      for (const [index, id] of variantIds.entries()) {
        if (isSelected(id)) selected += 1;
        // Mixed already: the rest makes no difference.
        if (selected > 0 && selected <= index) return 'some';
      }
      return selected === 0 ? 'none' : 'all';
    },

    /** Number of named variants on screen. */
    namedShownCount(): number {
      let count = 0;
      if (named.size < shownIds.size) for (const id of named.keys()) count += shownIds.has(id) ? 1 : 0;
      else for (const id of shownIds) count += named.has(id) ? 1 : 0;
      return count;
    },

    set(variants: readonly SelectedVariant[], selected: boolean, of: SelectionScope): void {
      scope = of;
      for (const variant of variants) {
        if (selected === everything) named.delete(variant.variantId);
        else named.set(variant.variantId, variant);
      }
      changed();
    },

    selectEverything(of: SelectionScope): void {
      scope = of;
      everything = true;
      named = new Map();
      changed();
    },

    clear(): void {
      everything = false;
      named = new Map();
      scope = null;
      changed();
    },

    shown: () => shown,

    /** What is on screen: makes values of selected variants known again after a reload. */
    show(page: ShownPage): void {
      shown = page;
      shownIds = new Set(page.variants.map(({ variantId }) => variantId));
      knowShown();
      changed();
    },

    restore(saved: { scope: SelectionScope; everything: boolean; named: readonly SelectedVariant[] }): void {
      scope = saved.scope;
      everything = saved.everything;
      named = new Map(saved.named.map((variant) => [variant.variantId, variant]));
      knowShown();
      changed();
    },
  };
}

/** Whether both searches have the same results. */
export function isSameScope(one: SelectionScope, other: SelectionScope): boolean {
  const same = (['query', 'filter', 'type'] as const).every((part) => one[part] === other[part]);
  return same && sameStores(one.stores, other.stores);
}

function sameStores(one: SelectionScope['stores'], other: SelectionScope['stores']): boolean {
  if (one === 'all' || other === 'all') return one === other;
  return one.length === other.length && one.every((id) => other.includes(id));
}

/** Current values are unknown when past ones are shown. */
export function selectedVariantOf(item: SearchResultItem, variant: Variant): SelectedVariant {
  return {
    variantId: variant.id,
    productId: item.product.id,
    storeId: item.store_id,
    shown: item.product.past ? null : { item, variant },
  };
}
