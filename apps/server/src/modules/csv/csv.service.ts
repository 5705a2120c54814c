import { definitionsIn } from '@storefleet/contract/attributes/metafields';
import type { ProductFileQuery } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateItemsQuery } from '@storefleet/contract/edits/bulk-update-items';
import type { Database } from '../../platform/db/database.ts';
import type { FileAnswer } from '../../platform/http/file-answer.ts';
import { invalidField } from '../../platform/http/problem.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { countItems } from '../bulk-updates/bulk-updates.repository.ts';
import type { BulkUpdatesService } from '../bulk-updates/bulk-updates.service.ts';
import type { Planner } from '../bulk-updates/plan/plan.ts';
import { ALL_PRODUCTS, type ProductsService } from '../products/products.service.ts';
import { readDefinitions } from '../stores/stores.repository.ts';
import { countVariants, findStores } from './export/csv.repository.ts';
import { INVENTORY_HEADER, inventoryRows, requireOneStore } from './export/inventory-export.ts';
import { itemHeader, itemRows } from './export/item-export.ts';
import { productColumns, productHeader, productRows } from './export/product-export.ts';
import { type Table, toCsv } from './export/table.ts';
import { hasProblemRows, problemRows } from './import/problem-rows.ts';
import { createImportService } from './import.service.ts';

type CsvDeps = {
  db: Database;
  clock: Clock;
  products: Pick<ProductsService, 'select'>;
  planner: Pick<Planner, 'plan'>;
  bulkUpdates: Pick<BulkUpdatesService, 'get'>;
};

type ItemsShown = Pick<BulkUpdateItemsQuery, 'show'>;

export type CsvService = ReturnType<typeof createCsvService>;

/** Exports catalogues and bulk updates as CSV, and imports files as bulk updates. */
export function createCsvService({ db, clock, products, planner, bulkUpdates }: CsvDeps) {
  const today = () => clock.now().toISOString().slice(0, 10);

  /**
   * Every variant that a search shows, on all pages and in its order; with `as_of`, those that existed then.
   */
  async function productTable(
    { as_of, layout, columns: chosen, ...query }: ProductFileQuery,
    signal: AbortSignal,
  ): Promise<Table> {
    const asOf = as_of === undefined ? null : new Date(as_of);
    const { store_id, store_ids = store_id === undefined ? null : [store_id] } = query;
    let selected: ReturnType<ProductsService['select']> | undefined;
    const found = () => (selected ??= products.select(query, ALL_PRODUCTS));
    const counted = { counted: 'product', total: async () => (await found()).productIds.length } as const;
    if (layout === 'inventory') {
      if (asOf !== null) throw invalidField('as_of', 'Stock is known of now only.');
      await requireOneStore(db, store_ids, found);
      const chunks = inventoryRows(db, found, signal);
      // Shopify takes text literally: an escape mark would become part of an option or SKU.
      return {
        name: `inventory-${today()}`,
        header: INVENTORY_HEADER,
        ...counted,
        chunks,
        isForMachines: true,
      };
    }
    const stores = (await findStores(db)).filter(({ id }) => store_ids?.includes(id) ?? true);
    const columns = await productColumns(db, { chosen, asOf, stores });
    return {
      name: asOf === null ? `products-${today()}` : `products-as-of-${fileMoment(asOf)}`,
      header: productHeader(columns, asOf),
      ...counted,
      mostRows: async () => countVariants(db, (await found()).productIds),
      chunks: productRows(db, found, { columns, asOf, signal }),
    };
  }

  /** The rows of a bulk update, optionally of one kind. */
  async function itemTable(batchId: string, { show }: ItemsShown, signal: AbortSignal): Promise<Table> {
    const { batch_id: id, attributes, stores } = await bulkUpdates.get(batchId);
    const definitionOf = definitionsIn(
      await readDefinitions(db, attributes),
      stores.map(({ store_id }) => store_id),
    );
    return {
      name: `bulk-update-${show ?? 'rows'}-${today()}`,
      header: itemHeader({ attributes, definitionOf }),
      counted: 'row',
      total: () => countItems(db, id, show ?? 'all'),
      chunks: itemRows(db, { id, attributes, definitionOf }, show ?? 'all', signal),
    };
  }

  /** The rows of an imported file that were refused; the failed items if no rows were kept. */
  async function exportProblems(batchId: string, signal: AbortSignal): Promise<FileAnswer> {
    const { batch_id: id, import_report: report } = await bulkUpdates.get(batchId);
    if (!(await hasProblemRows(db, id))) return toCsv(await itemTable(id, { show: 'problems' }, signal));
    const name = report?.file_name?.replace(/\.\w+$/, '') ?? `bulk-update-${today()}`;
    return { fileName: `${name}-problems.csv`, rows: problemRows(db, id, report?.delimiter || ',', signal) };
  }

  return { productTable, itemTable, exportProblems, ...createImportService({ db, planner, bulkUpdates }) };
}

/** `2026-11-12-1400`; in UTC, like all times in files. */
function fileMoment(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', '-').replace(':', '');
}
