import type { Product } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { HistoryPage } from '@storefleet/contract/edits/history';
import { messages } from '@storefleet/contract/messages';
import { expect } from 'vitest';
import { type Api, type ConnectedStore, productsOf, untilEnded } from './api.ts';
import type { Stage } from './stage.ts';

type HoldAt = { match: string; when: 'before' | 'after'; skip?: number };

/** Checks that our own changes in the history are exactly what reached the shops of these stores. */
export async function expectWritesInHistory(api: Api, stores: readonly ConnectedStore[]): Promise<void> {
  const { data } = await api<HistoryPage>('GET', '/history?view_all=true');
  const writes = stores.flatMap(({ shop }) => [...shop.writes.all]);
  // What a conflict found was changed by the shop itself.
  const ours = data.filter(({ origin }) => origin !== 'outside');
  const told = ours.map(({ old_value, new_value }) => `${old_value} → ${new_value}`);
  const done = writes.map(({ before, value }) => `${before} → ${value}`);
  expect(told.toSorted()).toEqual(done.toSorted());
}

/** Kills the server during batches that set one price everywhere, and compares after their end. */
export function killingIn(stage: Stage) {
  /** The next batch's price, different every time. */
  let price = 1_000;

  /**
   * Kills the server while a request is held at the shop, drops or releases the request, and restarts the
   * server.
   */
  async function killAndCompare(
    edited: readonly ConnectedStore[],
    fault: HoldAt,
    afterwards: 'drop' | 'release',
  ): Promise<void> {
    const { product, shops } = stage;
    const hold = shops.simulator.hold(fault);
    const batchId = await applyPrice(edited);
    await hold.reached;
    await product.kill();
    hold[afterwards]();
    await product.startAMinuteLater();
    const batch = await untilEnded(stage.api, batchId);
    expect(batch).toMatchObject({ status: 'completed', succeeded: batch.total, failed: 0, errors: [] });
    await expectAgreement(edited, batch);
  }

  async function applyPrice(edited: readonly ConnectedStore[]): Promise<string> {
    price += 1;
    for (const { shop } of edited) shop.writes.clear();
    const products = (await Promise.all(edited.map((store) => productsOf(stage.api, store)))).flat();
    const planned = await stage.api<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
      products_to_update: products.map(({ id, store_id }) => ({ id, store_id })),
      attributes_to_set: { price },
    });
    expect(planned).toMatchObject({ status: 'planned', failed: 0, unchanged: 0 });
    await stage.api('POST', `/products/bulk-updates/${planned.batch_id}/apply`, {});
    return planned.batch_id;
  }

  /** The shops, our copy and the history agree, and every variant was written at most once. */
  async function expectAgreement(edited: readonly ConnectedStore[], batch: BulkUpdateBatch): Promise<void> {
    const { data: records } = await stage.api<HistoryPage>(
      'GET',
      `/history?batch_id=${batch.batch_id}&view_all=true`,
    );
    expect(records).toHaveLength(batch.succeeded);
    const recorded = new Map(records.map((record) => [record.variant_id, record]));
    for (const store of edited) {
      const { shop } = store;
      const atSource = new Map<string, unknown>(
        shop.catalogue
          .products()
          .flatMap(({ variants }) => variants)
          .map((variant) => [`gid://shopify/ProductVariant/${variant.id}`, variant.price] as const),
      );
      for (const variant of (await productsOf(stage.api, store)).flatMap(
        (found: Product) => found.variants,
      )) {
        expect(variant.price).toBe(atSource.get(variant.shopify_id));
        const writes = shop.writes.of(variant.shopify_id, 'price');
        const record = recorded.get(variant.id);
        expect(writes.map(({ before, value }) => ({ before, value }))).toEqual(
          record === undefined ? [] : [{ before: record.old_value, value: record.new_value }],
        );
      }
    }
    await expectHistoryShown(batch);
  }

  async function expectHistoryShown({ batch_id, succeeded }: BulkUpdateBatch): Promise<void> {
    if (succeeded === 0) return;
    const { page } = await stage.visitSignedIn({ at: `/history?batch_id=${batch_id}` });
    await page.getByRole('heading', { name: messages.history.title }).waitFor();
    await page
      .getByRole('table')
      .getByText(new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(price))
      .first()
      .waitFor();
  }

  return killAndCompare;
}
