import type { CategoryList } from '@storefleet/contract/catalogue/categories';
import type { Connector } from '../../connectors/connector.ts';
import { SourceError } from '../../connectors/source-error.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';
import { listCategories } from '../products/filter/category-conditions.ts';
import { askSource, sourceProblem } from '../stores/source-problem.ts';

export type CategoriesService = ReturnType<typeof createCategoriesService>;

/** Milliseconds that a person who types waits for a shop. */
const DEADLINE_MS = 10_000;
/** Shops asked before the refusal of the last one is told. */
const SHOPS_ASKED = 3;

type Deps = { readonly db: Database; readonly connect: (storeId: string) => Promise<Connector> };

export function createCategoriesService({ db, connect }: Deps) {
  async function activeStores(storeIds: readonly string[] | null): Promise<string[]> {
    const { rows } = await db.query<{ id: string }>(
      `select id from stores where deleted_at is null and store_status = 'active'
         and ($1::uuid[] is null or id = any ($1::uuid[]))
       order by last_sync_at desc nulls last, id`,
      [storeIds],
    );
    return rows.map(({ id }) => id);
  }

  return {
    /** Asks one shop after the other until one answers. `storeIds`: null for all. */
    async find(
      search: string,
      storeIds: readonly string[] | null,
      signal: AbortSignal,
    ): Promise<CategoryList> {
      const refusals: AppError[] = [];
      for (const storeId of await activeStores(storeIds)) {
        try {
          const { categories } = await connect(storeId);
          if (categories === undefined) continue;
          const ask = (deadline: AbortSignal) => categories(search, deadline);
          return { categories: await askSource(ask, DEADLINE_MS, signal) };
        } catch (error) {
          const problem = error instanceof SourceError ? sourceProblem(error) : error;
          if (!(problem instanceof AppError)) throw problem;
          refusals.push(problem);
          if (refusals.length === SHOPS_ASKED) throw problem;
        }
      }
      const [refusal] = refusals;
      if (refusal !== undefined) throw refusal;
      return { categories: [] };
    },

    held: async (storeIds: readonly string[] | null): Promise<CategoryList> => ({
      categories: await listCategories(db, storeIds),
    }),
  };
}
