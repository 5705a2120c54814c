import type { BulkUpdateBatch, BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import type { HistoryBatchList } from '@storefleet/contract/edits/history';
import type { Shop } from '@storefleet/shopify-simulator/server';
import { type Api, productsOf, untilEnded, untilSynced } from '../e2e/support/api.ts';

type Synced = { readonly id: string; readonly name: string };

/** Products that the README's tour does not use. */
const EDITED = 'Autumn Alpaca Apron';
const CHANGED_IN_THE_SHOP = 'Willow Fleece Backpack';

/** An update, a mistake that is undone, and a price changed in the shop itself. */
export async function addDemoHistory(api: Api, store: Synced, shop: Shop): Promise<void> {
  await untilSynced(api, store);
  const { batches } = await api<HistoryBatchList>('GET', '/history/batches?limit=1');
  if (batches.length > 0) return;

  const update = await api<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    search: { query: '', type: 'name', store_ids: [store.id], filter: 'type:Home' },
    price_change: { attribute: 'price', operation: 'increase', unit: 'percent', value: '4', rounding: '.99' },
  });
  const at = `/products/bulk-updates/${update.batch_id}`;
  await api('PUT', `${at}/note`, { note: 'The new price list of the season' });
  await api('POST', `${at}/apply`, {});
  await untilEnded(api, update.batch_id);

  const apron = (await productsOf(api, store)).find(({ title }) => title === EDITED);
  if (apron !== undefined) {
    const { batch_id } = await api<BulkUpdateResult>('POST', '/products/bulk-update', {
      products_to_update: [{ store_id: store.id, id: apron.id }],
      attributes_to_set: { price: '5.95' },
    });
    const undo = await api<{ batch_id: string }>('POST', '/history/undo', { batch_id });
    await untilEnded(api, undo.batch_id);
  }

  const backpack = shop.catalogue.products().find(({ title }) => title === CHANGED_IN_THE_SHOP);
  const [variant] = backpack?.variants ?? [];
  if (variant === undefined) return;
  shop.catalogue.updateVariant(variant.id, { price: '39.95' });
  await api('POST', `/stores/${store.id}/sync-graphql`);
  await untilSynced(api, store);
}
