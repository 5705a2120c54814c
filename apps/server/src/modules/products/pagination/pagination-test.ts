import type {
  PaginationTestQuery,
  PaginationTestResult,
} from '@storefleet/contract/catalogue/products/products';
import type { Connector, ProductListPage } from '../../../connectors/connector.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import { AppError } from '../../../platform/http/problem.ts';
import { askSource, sourceProblem } from '../../stores/source-problem.ts';

type PaginationTestDeps = {
  /** Throws the problem to show if there is no such store. */
  readonly findStore: (id: string) => Promise<{ readonly shop_name: string; readonly store_status: string }>;
  readonly connect: (storeId: string) => Promise<Connector>;
};

export type PaginationTest = ReturnType<typeof createPaginationTest>;

/** Milliseconds per page, including rate limits. */
const PAGE_DEADLINE_MS = 60_000;
/** Characters of a cursor, which is long and opaque: enough to see that it changes. */
const PREVIEW_LENGTH = 30;

/** Reads the live pages of a store's source and reports how they link; stores nothing. */
export function createPaginationTest({ findStore, connect }: PaginationTestDeps) {
  return async (
    { store_id, max_pages }: PaginationTestQuery,
    signal: AbortSignal,
  ): Promise<PaginationTestResult> => {
    const store = await findStore(store_id);
    if (store.store_status === 'archived') throw new AppError({ code: 'store_archived' });
    const { productList } = await connectTo(store_id);
    const details: PaginationTestResult['pagination_details'] = [];
    let cursor: string | null = null;
    let total = 0;
    do {
      const after = cursor;
      const page: ProductListPage = await askSource(
        (deadline) => productList.readPage(after, { signal: deadline }),
        PAGE_DEADLINE_MS,
        signal,
      );
      total += page.products;
      cursor = page.next;
      details.push({
        page: details.length + 1,
        products_in_page: page.products,
        total_products_so_far: total,
        has_next_page: cursor !== null,
        next_page_info_preview: cursor === null ? null : previewOf(cursor),
      });
    } while (cursor !== null && details.length < max_pages);
    return {
      store_name: store.shop_name,
      total_products: total,
      pages_fetched: details.length,
      products_per_page_limit: productList.pageSize,
      pagination_details: details,
    };
  };

  async function connectTo(storeId: string): Promise<Connector> {
    try {
      return await connect(storeId);
    } catch (error) {
      throw error instanceof SourceError ? sourceProblem(error) : error;
    }
  }
}

function previewOf(cursor: string): string {
  return cursor.length > PREVIEW_LENGTH ? `${cursor.slice(0, PREVIEW_LENGTH)}…` : cursor;
}
