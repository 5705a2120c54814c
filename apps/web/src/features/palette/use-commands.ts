import type { ApiClient } from '@storefleet/client/api-client';
import {
  DEFAULT_VARIANT_TITLE,
  type QuickValueField,
  type SearchType,
} from '@storefleet/contract/catalogue/catalogue-constants';
import type { QuickHit, QuickSearchResult } from '@storefleet/contract/catalogue/products/quick-search';
import { kindOf } from '@storefleet/contract/stores/store-kinds';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import {
  IconBookmark,
  IconBuildingFactory2,
  IconBuildingStore,
  IconPackage,
  IconRefresh,
  IconSearch,
  IconTag,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { formatMoney } from '../../lib/format/format-money.ts';
import { paths } from '../../lib/paths.ts';
import { usePermission } from '../auth/use-permission.ts';
import { storesQuery } from '../stores/api/queries.ts';
import { useStartSync } from '../sync/api/start-sync.ts';
import { viewsQuery } from '../views/api/views.ts';
import { type Command, fold, inGroups, matchingCommands } from './commands.ts';
import { screenCommands } from './screen-commands.ts';
import { useGeneralCommands } from './use-general-commands.ts';
import { useTableCommands } from './use-table-commands.ts';

const HIT_WORDS: Record<QuickHit['found_by'], string> = {
  barcode: 'Barcode',
  sku: 'SKU',
  id: 'ID',
  name: '',
};

const VALUE_WORDS: Record<QuickValueField, string> = { vendor: 'Vendor', tag: 'Tag' };

/** Palette entries for a text: products, stores, screens and actions. */
export function useCommands(typed: string) {
  const text = typed.trim();
  const hits = useQuery(quickSearchQuery(useApi(), text));
  const products = useProductCommands(text, text === '' ? undefined : hits.data);
  const stores = useStoreCommands();
  const views = useViewCommands();
  const [onScreen] = useState(screenCommands);
  const table = useTableCommands();
  const general = useGeneralCommands();
  const commands = useMemo(() => {
    const titles = new Set(onScreen.map(({ title }) => fold(title)));
    const found = [
      ...products,
      ...(text === '' ? [] : matchingCommands([...views, ...stores], text)),
      ...matchingCommands(
        [...onScreen, ...table, ...general.filter(({ title }) => !titles.has(fold(title)))],
        text,
      ),
    ];
    return inGroups(found, text);
  }, [products, views, stores, onScreen, table, general, text]);
  return {
    commands,
    searching: text !== '' && hits.isFetching,
    /** The products belong to an earlier text. */
    outdated: text !== '' && hits.isFetching && (hits.isPlaceholderData || hits.isPending),
    error: text === '' ? null : hits.error,
  };
}

function useProductCommands(text: string, found: QuickSearchResult | undefined): Command[] {
  const navigate = useNavigate();
  return useMemo(() => {
    if (found === undefined) return [];
    const search: Command = {
      id: 'search',
      group: 'Products',
      title: `Search all products for “${text}”`,
      icon: IconSearch,
      run: () => navigate({ to: paths.search, search: { q: text, type: typeOf(text, found.hits[0]) } }),
    };
    const values = found.values.map(
      ({ field, value, filter, products, more }): Command => ({
        id: filter,
        group: 'Products',
        title: `${VALUE_WORDS[field]}: ${value}`,
        detail: `${formatQuantity(products, 'product')}${more ? ' or more' : ''}`,
        icon: field === 'tag' ? IconTag : IconBuildingFactory2,
        // All stores and search types, whatever was searched last.
        run: () => navigate({ to: paths.search, search: { filter, type: 'name', stores: 'all' } }),
      }),
    );
    const hits = found.hits.map((hit): Command => {
      const { variant } = hit;
      const isNamed = variant !== null && variant.title !== DEFAULT_VARIANT_TITLE;
      const code = hit.found_by === 'barcode' ? variant?.barcode : variant?.sku;
      const recognised = HIT_WORDS[hit.found_by];
      return {
        id: hit.product_id,
        group: 'Products',
        title: isNamed ? `${hit.title} / ${variant.title}` : hit.title,
        detail: [
          hit.store_name,
          variant ? code && `${recognised} ${code}`.trim() : formatQuantity(hit.variants_count, 'variant'),
        ]
          .filter(Boolean)
          .join(' · '),
        ...(variant?.price ? { aside: formatMoney(variant.price, hit.store_currency) } : {}),
        icon: IconPackage,
        run: () => navigate({ to: paths.product, params: { productId: hit.product_id } }),
      };
    });
    // A typed code means that product.
    const isCode = found.hits[0] !== undefined && found.hits[0].found_by !== 'name';
    return isCode ? [...hits, ...values, search] : [...values, ...hits, search];
  }, [found, navigate, text]);
}

/** A complete code is searched exactly, anything else by name. */
function typeOf(text: string, first: QuickHit | undefined): SearchType {
  if (first?.found_by === 'barcode') return 'barcode';
  return first?.variant?.sku?.toLowerCase() === text.toLowerCase() ? 'sku' : 'name';
}

function useViewCommands(): Command[] {
  const navigate = useNavigate();
  const views = useQuery(viewsQuery(useApi())).data;
  return useMemo(
    () =>
      (views ?? []).map((view) => ({
        id: view.id,
        group: 'Views' as const,
        title: view.name,
        ...(view.is_mine ? {} : { detail: `Shared by ${view.owner.name ?? view.owner.email}` }),
        icon: IconBookmark,
        keywords: 'view saved',
        run: () => navigate({ to: paths.view, params: { viewId: view.id } }),
      })),
    [views, navigate],
  );
}

/** Each store's page, and its sync action. */
function useStoreCommands(): Command[] {
  const navigate = useNavigate();
  const stores = useQuery(storesQuery(useApi())).data;
  const { mutateAsync: startSync } = useStartSync();
  const withheld = usePermission('sync.startGraphql');
  return useMemo(
    () =>
      (stores ?? []).flatMap((store): Command[] => {
        const open = () => navigate({ to: paths.store, params: { storeId: store.id } });
        const keywords = `${store.shop_url} ${store.tags?.join(' ') ?? ''}`;
        const page: Command = {
          id: store.id,
          group: 'Stores',
          title: store.shop_name,
          ...(store.shop_url ? { detail: store.shop_url } : {}),
          keywords,
          icon: IconBuildingStore,
          run: open,
        };
        const sync: Command = {
          id: `sync ${store.id}`,
          group: 'Actions',
          title: `Sync ${store.shop_name}`,
          keywords,
          icon: IconRefresh,
          withheld,
          run: async () => {
            await startSync({ storeId: store.id, method: kindOf(store).syncMethods[0] });
            await open();
          },
        };
        return store.store_status === 'active' ? [page, sync] : [page];
      }),
    [stores, navigate, startSync, withheld],
  );
}

/** The best product matches. Previous hits stay visible while new ones load. */
function quickSearchQuery(api: ApiClient, query: string) {
  return callQuery(api, 'products.quickSearch', ['products', 'quick-search', query], {
    query: { query },
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
