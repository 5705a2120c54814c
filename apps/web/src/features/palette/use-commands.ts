import { useMantineColorScheme } from '@mantine/core';
import type { QuickHit } from '@storefleet/contract/catalogue/quick-search';
import { DEFAULT_VARIANT_TITLE, type SearchType } from '@storefleet/contract/constants';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import {
  IconBuildingStore,
  IconCalendarTime,
  IconCoins,
  IconDatabasePlus,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconMoon,
  IconPackage,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconSettings,
  IconSun,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { paths } from '../../app/paths.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { formatMoney } from '../../lib/format/format-money.ts';
import { storesQuery } from '../stores/api/queries.ts';
import { useSyncAll } from '../sync/api/sync-all.ts';
import { quickSearchQuery } from './api/quick-search.ts';
import { type Command, matchingCommands } from './commands.ts';
import { GO_TO_KEYS } from './shortcuts.ts';

const HIT_WORDS: Record<QuickHit['found_by'], string> = {
  barcode: 'Barcode',
  sku: 'SKU',
  id: 'ID',
  name: '',
};

/** What the palette offers for a text: products, stores, screens and actions. */
export function useCommands(typed: string) {
  const text = typed.trim();
  const hits = useQuery(quickSearchQuery(useApi(), text));
  const products = useProductCommands(text, text === '' ? undefined : hits.data);
  const stores = useStoreCommands();
  const general = useGeneralCommands();
  const commands = useMemo(
    () => [
      ...products,
      ...(text === '' ? [] : matchingCommands(stores, text)),
      ...matchingCommands(general, text),
    ],
    [products, stores, general, text],
  );
  return { commands, searching: text !== '' && hits.isFetching, error: text === '' ? null : hits.error };
}

function useProductCommands(text: string, found: { hits: readonly QuickHit[] } | undefined): Command[] {
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
    return [
      ...found.hits.map((hit): Command => {
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
      }),
      search,
    ];
  }, [found, navigate, text]);
}

/** A whole code is looked for as such, anything else among the names. */
function typeOf(text: string, first: QuickHit | undefined): SearchType {
  if (first?.found_by === 'barcode') return 'barcode';
  return first?.variant?.sku?.toLowerCase() === text.toLowerCase() ? 'sku' : 'name';
}

function useStoreCommands(): Command[] {
  const navigate = useNavigate();
  const stores = useQuery(storesQuery(useApi())).data;
  return useMemo(
    () =>
      (stores ?? []).map((store) => ({
        id: store.id,
        group: 'Stores' as const,
        title: store.shop_name,
        detail: store.shop_url,
        keywords: `${store.shop_url} ${store.tags?.join(' ') ?? ''}`,
        icon: IconBuildingStore,
        run: () => navigate({ to: paths.store, params: { storeId: store.id } }),
      })),
    [stores, navigate],
  );
}

function useGeneralCommands(): Command[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const { mutateAsync: syncAll } = useSyncAll();
  return useMemo(() => {
    const goTo = (
      to: keyof typeof GO_TO_KEYS,
      title: string,
      icon: Command['icon'],
      keywords?: string,
    ): Command => ({
      id: to,
      group: 'Go to',
      title,
      aside: GO_TO_KEYS[to],
      icon,
      ...(keywords ? { keywords } : {}),
      run: () => navigate({ to: paths[to] }),
    });
    const action = (
      title: string,
      icon: Command['icon'],
      run: Command['run'],
      keywords?: string,
    ): Command => ({ id: title, group: 'Actions', title, icon, run, ...(keywords ? { keywords } : {}) });
    return [
      goTo('search', 'Search', IconSearch, 'products find csv import export'),
      goTo('bulkPriceUpdate', 'Bulk Price', IconCoins, 'prices costs grid margin'),
      goTo('dashboard', 'Dashboard', IconLayoutDashboard, 'stores'),
      goTo('scheduledSyncs', 'Schedules', IconCalendarTime, 'syncs calendar'),
      goTo('history', 'History', IconHistory, 'changes undo'),
      goTo('bulkUpdates', 'Recent updates', IconListDetails, 'batches'),
      goTo('settings', 'Settings', IconSettings, 'team webhooks mail'),
      action(
        'Sync all stores',
        IconRefresh,
        async () => {
          await syncAll();
          await navigate({ to: paths.dashboard });
        },
        'start',
      ),
      action('Add Shopify store', IconPlus, () => navigate({ to: paths.addStore }), 'connect'),
      action(
        'Add MS SQL store',
        IconDatabasePlus,
        () => navigate({ to: paths.addMssqlStore }),
        'connect table',
      ),
      action('Schedule a sync', IconCalendarTime, () => navigate({ to: paths.scheduledSyncNew }), 'new'),
      action('Light theme', IconSun, () => setColorScheme('light'), 'appearance'),
      action('Dark theme', IconMoon, () => setColorScheme('dark'), 'appearance'),
    ];
  }, [navigate, setColorScheme, syncAll]);
}
