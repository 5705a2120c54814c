import { LISTED_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import { openTestDatabase } from '@storefleet/test-support/database';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { addProduct, addStore } from '../../../test/products/catalogue.ts';
import { createArticlesWorker } from './articles.worker.ts';

const db = await openTestDatabase();

it('lets a sync under way go first, for half a minute', async () => {
  const storeId = await addStore(db, 'Busy', 'EUR');
  await db.query(
    `insert into sync_runs (id, store_id, method, trigger, counted_products, counted_exactly, total_products, created_at, enqueued_at)
     values ($1, $2, 'graphql', 'manual', 0, true, 0, now(), now())`,
    [uuidv7(), storeId],
  );
  await db.query(`insert into article_changes (keys) values ('{s:busy}')`);
  const notes = async () => (await db.query('select keys from article_changes')).rows;
  const hasSearched = Promise.withResolvers<void>();
  const searchAgain = Promise.withResolvers<void>();
  let waits = 0;
  const worker = createArticlesWorker({
    db,
    logger: pino({ level: 'silent' }),
    watch: { isDue: async () => false, count: async () => {} },
    wakeUps: {
      wait: (_kind, _pause, signal) => {
        hasSearched.resolve();
        const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        const isFirst = waits++ === 0;
        return Promise.race(isFirst ? [searchAgain.promise, stopped] : [stopped]);
      },
    },
  });
  await worker.start();
  await hasSearched.promise;
  expect(await notes()).toEqual([{ keys: ['s:busy'] }]);

  await db.query(`update article_changes set noted_at = noted_at - interval '31 seconds'`);
  searchAgain.resolve();
  await expect.poll(notes).toEqual([]);
  await worker.stop();
});

it.each(LISTED_ATTRIBUTES.filter(isProductAttribute))(
  'notes the article of a product whose %s changes',
  async (name) => {
    const id = await addProduct(db, await addStore(db, name, 'EUR'), name, [{ sku: name }]);
    await db.query('delete from article_changes');
    await db.query(
      `update products set ${name} = ${name === 'tags' ? `'{draft}'` : `'draft'`} where id = $1`,
      [id],
    );
    expect((await db.query('select keys from article_changes')).rows).toEqual([{ keys: [`s:${name}`] }]);
  },
);
