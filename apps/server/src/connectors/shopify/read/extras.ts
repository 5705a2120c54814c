import type { CatalogueEnd, CataloguePage, ProductsReading, ReadCatalogueOptions } from '../../connector.ts';
import { SourceError } from '../../source-error.ts';

/** Optional data that is read with the products, if the store has it switched on. */

export type ExtraOptions = Pick<ReadCatalogueOptions, 'signal' | 'onWaiting'>;
type Extendable = Pick<ProductsReading, 'products' | 'stock' | 'collections' | 'channels' | 'priceLists'>;

export type ExtraReader = {
  /** Parts that replace those of the reading; called only if it has products. */
  read(products: Extendable['products']): Promise<Partial<Extendable>>;
  /** Why it cannot be read, as a sentence. */
  notice(): string | null;
};

/** Once the token turns out not to permit it, nothing is added any more. `refusal`: the sentence for that. */
export function unlessRefused(refusal: string, read: ExtraReader['read']): ExtraReader {
  let refused = false;
  return {
    async read(products) {
      if (refused) return {};
      try {
        return await read(products);
      } catch (error) {
        if (!(error instanceof SourceError) || error.kind !== 'scope_missing') throw error;
        refused = true;
        return {};
      }
    },
    notice: () => (refused ? refusal : null),
  };
}

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
