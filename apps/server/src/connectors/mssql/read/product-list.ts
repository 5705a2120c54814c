import { z } from 'zod';
import type { ProductList } from '../../connector.ts';
import type { SqlServer } from '../client/sql.ts';
import type { TablePlan } from './catalogue-plan.ts';
import { listColumns, productsPage } from './catalogue-statements.ts';
import { rawRow } from './row-reader.ts';

const PRODUCTS_PER_PAGE = 250;
/** Milliseconds; a where clause, or an id without an index, may require a full scan for a page. */
const PAGE_TIMEOUT_MS = 300_000;

const cursorSchema = z.array(z.string());

/** The table's products by keyset, as in a sync: a cursor identifies the last product. */
export function createProductList(plan: TablePlan, server: SqlServer): ProductList {
  return {
    pageSize: PRODUCTS_PER_PAGE,
    async readPage(after, { signal }) {
      // One row more than fits on the page shows whether another page follows.
      const { sql, params } = productsPage(
        plan,
        after === null ? null : cursorSchema.parse(JSON.parse(after)),
        PRODUCTS_PER_PAGE + 1,
      );
      const rows = await server.query(sql, params, { signal, timeoutMs: PAGE_TIMEOUT_MS });
      const last = rows.length > PRODUCTS_PER_PAGE ? rows[PRODUCTS_PER_PAGE - 1] : undefined;
      return {
        products: Math.min(rows.length, PRODUCTS_PER_PAGE),
        next: last === undefined ? null : JSON.stringify(rawRow(last, listColumns(plan))),
      };
    },
  };
}
