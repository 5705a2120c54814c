import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ApiClient } from '@storefleet/client/api-client';
import { SEARCH_TYPES } from '@storefleet/contract/catalogue/catalogue-constants';
import { gtinForms } from '@storefleet/contract/values/gtin';
import { z } from 'zod';
import { answer } from './answer.ts';
import { whatIfOf } from './planned.ts';
import { inStores, productLine, searchInput, searchOf } from './search-input.ts';

const READ_ONLY = { readOnlyHint: true };

export function readingTools(server: McpServer, api: ApiClient): void {
  catalogueTools(server, api);
  updateTools(server, api);
}

function catalogueTools(server: McpServer, api: ApiClient): void {
  server.registerTool(
    'list_stores',
    { description: 'The stores, with their ids, kinds and last syncs.', annotations: READ_ONLY },
    () =>
      answer(async () => {
        const { stores } = await api.call('stores.list');
        return {
          stores: stores.map(({ id, shop_name, store_type, store_status, last_sync_at }) => ({
            id,
            shop_name,
            store_type,
            store_status,
            last_sync_at,
          })),
        };
      }),
  );
  server.registerTool(
    'search_products',
    {
      description: 'Find products and their variants in all stores, by words, by a filter, or both.',
      inputSchema: { ...searchInput, limit: z.int().min(1).max(100).default(20) },
      annotations: READ_ONLY,
    },
    ({ limit, ...input }) =>
      answer(async () => {
        const found = await api.call('products.search', { query: { ...searchOf(input), limit } });
        const { total, more_than_total } = found.pagination;
        return { total, more_than_total, products: found.results.map(productLine) };
      }),
  );
  server.registerTool(
    'compare_sku',
    {
      description:
        'What one SKU or barcode is in every store: price, cost and stock side by side. `complete` is false if more may hold it.',
      inputSchema: {
        code: z.string().min(1),
        by: z.enum(SEARCH_TYPES).exclude(['name']).default('sku'),
        store_ids: inStores,
      },
      annotations: READ_ONLY,
    },
    ({ code, by, store_ids }) =>
      answer(async () => {
        const query = { ...searchOf({ words: code, by, store_ids }), limit: 100 };
        const { results, pagination } = await api.call('products.search', { query });
        const codes = (by === 'sku' ? [code] : gtinForms(code)).map((one) => one.toLowerCase());
        const matches = (variant: { sku: string | null; barcode: string | null }) =>
          codes.includes(variant[by]?.toLowerCase() ?? '');
        const found = results
          .map(productLine)
          .map(({ variants, ...product }) =>
            variants.filter(matches).map((variant) => ({ ...product, ...variant })),
          );
        // Exact matches come first, unless there are too many products to rank.
        const isRanked = !pagination.more_than_total;
        const complete = isRanked && (found.length === pagination.total || found.at(-1)?.length === 0);
        return { variants: found.flat(), complete };
      }),
  );
}

function updateTools(server: McpServer, api: ApiClient): void {
  server.registerTool(
    'product_history',
    {
      description:
        'Who changed what in products and when, newest first; of one product by its name, SKU or barcode.',
      inputSchema: { product: z.string().optional(), limit: z.int().min(1).max(100).default(20) },
      annotations: READ_ONLY,
    },
    ({ product, limit }) =>
      answer(async () => {
        const query = { page_size: limit, ...(product === undefined ? {} : { search: product }) };
        const { data, total } = await api.call('history.list', { query });
        return { total, changes: data };
      }),
  );
  server.registerTool(
    'list_updates',
    {
      description: 'Updates that were applied or are running, newest first.',
      inputSchema: { limit: z.int().min(1).max(100).default(20) },
      annotations: READ_ONLY,
    },
    ({ limit }) => answer(() => api.call('bulkUpdates.list', { query: { limit } })),
  );
  server.registerTool(
    'show_update',
    {
      description: 'How a plan or an update stands: its sums, warnings and rows with old and new values.',
      inputSchema: { batch_id: z.uuid(), rows: z.int().min(0).max(200).default(50) },
      annotations: READ_ONLY,
    },
    ({ batch_id, rows }) =>
      answer(async () => {
        const update = await api.call('bulkUpdates.get', { params: { batch_id } });
        const asked = { update, ...(await whatIfOf(api, update)) };
        if (rows === 0) return asked;
        const { items } = await api.call('bulkUpdates.items', {
          params: { batch_id },
          query: { limit: rows, show: 'changes' },
        });
        return { ...asked, rows: items };
      }),
  );
}
