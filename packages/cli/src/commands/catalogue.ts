import { setTimeout } from 'node:timers/promises';
import type { ApiClient } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';
import { SEARCH_TYPES, type SearchType } from '@storefleet/contract/catalogue/catalogue-constants';
import type { Store } from '@storefleet/contract/stores/stores';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { type Command, type CommandContext, FailedError, textOf, UsageError } from '../command.ts';
import { textTable } from '../text-table.ts';
import { findStores } from './stores.ts';

const POLL_MS = 1_000;

const stores: Command = {
  usage: 'stores',
  summary: 'List the stores, and how their syncs stand.',
  async run({ api, answer }) {
    const list = await api.call('stores.list');
    answer(list, () =>
      textTable(
        ['Store', 'Kind', 'Status', 'Last sync', 'Id'],
        list.stores.map(({ id, shop_name, store_type, store_status, last_sync_at }) => [
          shop_name,
          store_type,
          store_status,
          last_sync_at,
          id,
        ]),
      ),
    );
  },
};

const sync: Command = {
  usage: 'sync STORE... [--changes] [--no-wait]',
  summary: 'Fetch every product of stores, or what changed there, by name or id, and wait for the end.',
  options: { changes: { type: 'boolean' }, 'no-wait': { type: 'boolean' } },
  async run(context) {
    const { api, args, values, answer, terminal } = context;
    if (args.length === 0) throw new UsageError('Name the stores to sync. See: storefleet stores');
    const chosen = await findStores(api, args);
    const started: Store[] = [];
    for (const store of chosen) {
      const everything = store.store_type === 'mssql' ? 'mssql.startSync' : 'sync.startGraphql';
      try {
        await api.call(values.changes ? 'sync.startChanges' : everything, { params: { id: store.id } });
        started.push(store);
      } catch (error) {
        if (!(error instanceof ApiError) || chosen.length === 1) throw error;
        terminal.note(`${store.shop_name}: ${error.detail}`);
      }
    }
    const ended = values['no-wait']
      ? await Promise.all(started.map(({ id }) => api.call('sync.status', { params: { id } })))
      : await Promise.all(started.map((store) => untilSynced(context, store)));
    answer(ended, () =>
      textTable(
        ['Store', 'Status', 'Products', 'Message'],
        ended.map(({ status, processed_products, message, error_message }, index) => [
          started[index]?.shop_name ?? '',
          status,
          processed_products,
          error_message ?? message,
        ]),
      ),
    );
    const failed = ended.filter(({ status }) => status === 'failed').length + chosen.length - started.length;
    if (failed > 0) throw new FailedError(`${failed} of ${chosen.length} syncs failed.`);
  },
};

async function untilSynced({ api, terminal }: CommandContext, { id, shop_name }: Store): Promise<SyncStatus> {
  for (;;) {
    const status = await api.call('sync.status', { params: { id } });
    if (status.status !== 'in_progress') return status;
    terminal.progress(
      `${shop_name}: ${Math.floor(status.progress)} %, ${status.processed_products} products`,
    );
    await setTimeout(POLL_MS);
  }
}

const search: Command = {
  usage: 'search [WORDS] [--by name|sku|barcode] [--filter TEXT] [--store STORE]... [--limit N]',
  summary: 'Find products in all stores, such as --filter \'vendor:"Quarry Lane" price:<10\'.',
  options: {
    by: { type: 'string', default: 'name' },
    filter: { type: 'string' },
    store: { type: 'string', multiple: true },
    limit: { type: 'string', default: '25' },
  },
  async run({ api, args, values, answer }) {
    const found = await api.call('products.search', {
      query: { ...(await searchOf(api, args, values)), limit: Number(values.limit) },
    });
    answer(found, () =>
      [
        textTable(
          ['Store', 'Product', 'Variant', 'SKU', 'Barcode', 'Price', 'Cost', 'Stock'],
          found.results.flatMap(({ product, store_name, store_currency }) =>
            product.variants.map((variant) => [
              store_name,
              product.title,
              variant.title,
              variant.sku,
              variant.barcode,
              variant.price === null ? null : `${variant.price} ${store_currency}`,
              variant.cost,
              variant.inventory_quantity,
            ]),
          ),
        ),
        `${found.results.length} of ${found.pagination.more_than_total ? 'more than ' : ''}${found.pagination.total} products`,
      ].join('\n'),
    );
  },
};

/** What words and options ask for. */
export async function searchOf(
  api: ApiClient,
  words: readonly string[],
  values: CommandContext['values'],
): Promise<{ query: string; type: SearchType; filter?: string; store_ids?: string }> {
  const type = SEARCH_TYPES.find((known) => known === (values.by ?? 'name'));
  if (type === undefined) throw new UsageError(`--by is one of ${SEARCH_TYPES.join(', ')}.`);
  const filter = textOf(values.filter);
  const names = Array.isArray(values.store) ? (values.store as string[]) : [];
  const inStores = names.length > 0 ? await findStores(api, names) : null;
  return {
    query: words.join(' '),
    type,
    ...(filter === undefined ? {} : { filter }),
    ...(inStores ? { store_ids: inStores.map(({ id }) => id).join(',') } : {}),
  };
}

export const catalogueCommands = { stores, sync, search };
