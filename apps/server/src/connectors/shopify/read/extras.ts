import type { CatalogueEnd, CataloguePage, ProductsReading, ReadCatalogueOptions } from '../../connector.ts';

/** Optional data that is read with the products, if the store has it switched on. */

export type ExtraOptions = Pick<ReadCatalogueOptions, 'signal' | 'onWaiting'>;
export type Extendable = Pick<
  ProductsReading,
  'products' | 'stock' | 'collections' | 'channels' | 'priceLists'
>;

export type ExtraReader = {
  /** Parts that replace those of the reading; called only if it has products. */
  read(products: Extendable['products']): Promise<Partial<Extendable>>;
  /** Why it cannot be read, as a sentence. */
  notice(): string | null;
};

export async function extended<Reading extends Extendable>(
  readers: readonly ExtraReader[],
  reading: Reading,
): Promise<Reading> {
  let found = reading;
  if (reading.products.length === 0) return found;
  for (const reader of readers) found = { ...found, ...(await reader.read(found.products)) };
  return found;
}

/** The pages of a reading, extended by these readers. */
export async function* withExtras(
  readers: readonly ExtraReader[],
  pages: AsyncGenerator<CataloguePage, CatalogueEnd, void>,
): AsyncGenerator<CataloguePage, CatalogueEnd, void> {
  if (readers.length === 0) return yield* pages;
  try {
    for (;;) {
      const next = await pages.next();
      if (!next.done) {
        yield await extended(readers, next.value);
        continue;
      }
      const notices = readers.flatMap((reader) => reader.notice() ?? []);
      return { ...next.value, notices: [...next.value.notices, ...notices] };
    }
  } finally {
    await pages.return({ sourceProducts: null, sourceVariants: null, notices: [] });
  }
}
