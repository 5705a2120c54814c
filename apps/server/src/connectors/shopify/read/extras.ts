import type { CatalogueEnd, CataloguePage, ProductsReading, ReadCatalogueOptions } from '../../connector.ts';

/** What is read beside the products, of stores that have it read. */

export type ExtraOptions = Pick<ReadCatalogueOptions, 'signal' | 'onWaiting'>;
export type Extendable = Pick<ProductsReading, 'products' | 'stock' | 'collections'>;

export type ExtraReader = {
  /** What to put in the place of parts of a reading that has products. */
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

/** The pages of a reading with what these readers bring. */
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
