import type {
  CatalogueEnd,
  CataloguePage,
  Connector,
  SkippedRow,
  SourceProduct,
  SourceVariant,
} from '@storefleet/server/connectors/connector';

export function buildVariant(sourceId: string, overrides: Partial<SourceVariant> = {}): SourceVariant {
  return {
    sourceId,
    position: 1,
    title: 'Default Title',
    sku: `SKU-${sourceId}`,
    barcode: null,
    price: '19.90',
    cost: '7.5',
    compareAtPrice: null,
    inventoryQuantity: 3,
    weight: '0.5',
    weightUnit: 'kg',
    ...overrides,
  };
}

export function buildProduct(sourceId: string, overrides: Partial<SourceProduct> = {}): SourceProduct {
  return {
    sourceId,
    title: `Product ${sourceId}`,
    handle: `product-${sourceId}`,
    vendor: 'Acme',
    productType: 'Shirt',
    status: 'active',
    tags: ['new'],
    variants: [buildVariant(`${sourceId}-v1`)],
    ...overrides,
  };
}

export function buildProducts(count: number, first = 1): SourceProduct[] {
  return Array.from({ length: count }, (_, index) => buildProduct(`p${first + index}`));
}

export type FakeSource = {
  products: SourceProduct[];
  pageSize: number;
  readAt: () => Date;
  /** What the source reports at the end; by default its true size. */
  end: Partial<CatalogueEnd>;
  /** Called before a page is returned, with its number from 0; may throw, wait or change the source. */
  beforePage: (page: number, signal: AbortSignal) => Promise<void> | void;
  skipped: (page: number) => SkippedRow[];
  countFails: Error | null;
  readonly checkpoints: unknown[];
  /** Ids of products in the order they changed: its length is the source's mark. */
  readonly changed: string[];
  /** Why changes since a mark cannot be read. */
  refusal: string | null;
  readonly connector: Connector;
};

/** A source in memory that follows the connectors' contract: pages, checkpoints, counts. */
export function createFakeSource(products: SourceProduct[] = []): FakeSource {
  const source: FakeSource = {
    products,
    pageSize: 10,
    readAt: () => new Date(),
    end: {},
    beforePage: () => {},
    skipped: () => [],
    countFails: null,
    checkpoints: [],
    changed: [],
    refusal: null,
    connector: {
      testConnection: () => Promise.reject(new Error('No test needs this.')),
      async count() {
        if (source.countFails) throw source.countFails;
        return { products: source.products.length, variants: null, exact: true, mark: source.changed.length };
      },
      readCatalogue: ({ checkpoint, signal }) => readPages(source, checkpoint, signal),
      changesSince: {
        refusalOf: () => source.refusal,
        readChanges: ({ since, until, checkpoint, signal }) => {
          const ids = new Set(source.changed.slice(Number(since), Number(until)));
          const ofWindow = () => source.products.filter(({ sourceId }) => ids.has(sourceId));
          return readPages(source, checkpoint, signal, ofWindow);
        },
      },
      productList: { pageSize: 10, readPage: () => Promise.reject(new Error('No test needs this.')) },
      editing: null,
    },
  };
  return source;
}

async function* readPages(
  source: FakeSource,
  checkpoint: unknown,
  signal: AbortSignal,
  products = () => source.products,
): AsyncGenerator<CataloguePage, CatalogueEnd, void> {
  source.checkpoints.push(checkpoint);
  let offset = typeof checkpoint === 'number' ? checkpoint : 0;
  while (offset < products().length) {
    signal.throwIfAborted();
    const page = offset / source.pageSize;
    await source.beforePage(page, signal);
    // Copied, so that later changes at the source do not affect what was read.
    const read = structuredClone(products().slice(offset, offset + source.pageSize));
    offset += read.length;
    const skipped = source.skipped(page);
    yield { products: read, checkpoint: offset, pages: 1, readAt: source.readAt(), skipped };
  }
  return {
    sourceProducts: source.products.length,
    sourceVariants: source.products.reduce((sum, product) => sum + product.variants.length, 0),
    notices: [],
    ...source.end,
  };
}
