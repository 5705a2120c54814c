import type { CatalogueEnd, CataloguePage, Connector, SkippedRow, SourceProduct } from '../../connector.ts';
import type { JsonValue } from '../../json-value.ts';

type ReadThrough = {
  readonly pages: readonly CataloguePage[];
  readonly products: readonly SourceProduct[];
  readonly skipped: readonly SkippedRow[];
  readonly end: CatalogueEnd;
};

type ReadOptions = {
  readonly checkpoint?: JsonValue | null;
  readonly signal?: AbortSignal;
  readonly onWaiting?: (until: Date, reason?: string) => void;
  /** Called after each page, before the next one is requested. */
  readonly onPage?: (page: CataloguePage, index: number) => Promise<void> | void;
};

/** Reads a catalogue to its end. Checkpoints round-trip through JSON, as in the database. */
export async function readThrough(connector: Connector, options: ReadOptions = {}): Promise<ReadThrough> {
  const { checkpoint = null, signal = new AbortController().signal, onWaiting, onPage } = options;
  const count = { products: 0, variants: 0, exact: true };
  const reading = connector.readCatalogue({ checkpoint: stored(checkpoint), count, signal, onWaiting });
  const pages: CataloguePage[] = [];
  for (let next = await reading.next(); ; next = await reading.next()) {
    if (next.done) {
      return {
        pages,
        products: pages.flatMap((page) => page.products),
        skipped: pages.flatMap((page) => page.skipped ?? []),
        end: next.value,
      };
    }
    pages.push(next.value);
    await onPage?.(next.value, pages.length - 1);
  }
}

function stored(checkpoint: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(checkpoint));
}

/** Variant ids by product, in a compact form for comparison. */
export function idsOf(products: readonly SourceProduct[]): Record<string, string[]> {
  return Object.fromEntries(
    products.map(({ sourceId, variants }) => [sourceId, variants.map((variant) => variant.sourceId)]),
  );
}
