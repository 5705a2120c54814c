import { formatQuantity } from '@storefleet/contract/values/quantity';
import { z } from 'zod';
import type { Clock } from '../../../platform/time/clock.ts';
import type {
  CatalogueEnd,
  CataloguePage,
  ReadCatalogueOptions,
  SkippedRow,
  SourceCount,
  SourceProduct,
  SourceStock,
} from '../../connector.ts';
import { SourceError } from '../../source-error.ts';
import type { SqlServer } from '../client/sql.ts';
import { quote, targetLabel } from '../mapping/field-mapping.ts';
import type { TablePlan } from './catalogue-plan.ts';
import { type AssembledProduct, assembleProduct } from './catalogue-products.ts';
import {
  countStatement,
  countUnnamedStatement,
  groupPage,
  keysetPage,
  type Statement,
  unnamedPage,
} from './catalogue-statements.ts';
import { keyOf, nameOfRow, type RawRow, rawRow, rowKeyOf } from './row-reader.ts';

/**
 * Reads a table as a catalogue: by keyset, a few thousand rows per statement, so that nothing is locked
 * between pages and memory does not grow with the table.
 */

type CatalogueDeps = {
  readonly server: SqlServer;
  readonly clock: Clock;
  /** Default: 1,900. */
  readonly rowsPerStatement?: number | undefined;
  /** The plan whose rows are counted at the end, if not the one that is read. */
  readonly countedBy?: TablePlan | undefined;
};

/** As many as are stored in one transaction. */
const ROWS_PER_STATEMENT = 1_900;
/** Without an index SQL Server sorts the rest of the table for each statement: there must be few. */
const STATEMENTS_PER_SORT = 50;
const PRODUCTS_PER_PAGE = 1_000;
const ROWS_PER_PAGE = 5_000;
/** Five times what Shopify allows: a column with this many rows per value is no id. */
const MAX_ROWS_PER_PRODUCT = 10_000;
/** Milliseconds; counting reads the whole table, and a sort precedes the first row. */
const COUNT_TIMEOUT_MS = 300_000;
const SORT_TIMEOUT_MS = 300_000;
/** A where clause may match a handful of rows, for which the whole table is scanned. */
const SEARCH_TIMEOUT_MS = 300_000;
/** Milliseconds that a reported problem is shown before the next one may replace it. */
const TROUBLE_MS = 15_000;

const checkpointSchema = z.object({
  kind: z.literal('mssql'),
  plan: z.string(),
  /** `unnamed`: all products are read, and the rows without a product id follow. */
  phase: z.enum(['products', 'unnamed']),
  /** The last row's key, or the last product's id, as JSON, which can store any text. Null at the start. */
  after: z.string().nullable(),
  /** Unnamed rows reported so far, if the table has no key. */
  told: z.int(),
});
type Checkpoint = z.output<typeof checkpointSchema>;
const afterSchema = z.array(z.string());

export async function countRows(
  plan: TablePlan,
  server: SqlServer,
  signal: AbortSignal,
): Promise<SourceCount & { variants: number }> {
  const [row] = await server.query(countStatement(plan), {}, { signal, timeoutMs: COUNT_TIMEOUT_MS });
  return { products: Number(row?.products ?? 0), variants: Number(row?.variants ?? 0), exact: true };
}

export async function* readRows(
  plan: TablePlan,
  deps: CatalogueDeps,
  { checkpoint, signal, onWaiting }: ReadCatalogueOptions,
): AsyncGenerator<CataloguePage, CatalogueEnd, void> {
  const start = checkpointSchema.safeParse(checkpoint).data ?? null;
  if (start !== null && start.plan !== plan.fingerprint) {
    throw new SourceError({
      kind: 'rejected',
      message: `The table, its where clause or the field mappings were changed while ${plan.name} was being synced. Start the sync again.`,
    });
  }
  const seen = { differing: 0 };
  const locations =
    plan.locations.length === 0 ? undefined : plan.locations.map((name) => ({ sourceId: name, name }));
  const reading: Reading = {
    plan,
    ...deps,
    rowsPerStatement: deps.rowsPerStatement ?? ROWS_PER_STATEMENT,
    signal,
    onTrouble: (reason) => onWaiting?.(new Date(deps.clock.now().getTime() + TROUBLE_MS), reason),
    page: (content, at) => ({
      products: content.products ?? [],
      checkpoint: {
        kind: 'mssql',
        plan: plan.fingerprint,
        phase: at.phase,
        after: at.after === null ? null : JSON.stringify(at.after),
        told: at.told ?? 0,
      },
      pages: 1,
      readAt: content.readAt,
      skipped: content.skipped ?? [],
      stock: locations && { locations, variants: content.stock ?? [] },
    }),
    assemble: (rows) => {
      const { differs, ...assembled } = assembleProduct(rows, plan);
      if (differs) seen.differing++;
      return assembled;
    },
  };
  const after = start === null || start.after === null ? null : afterSchema.parse(JSON.parse(start.after));
  if (start === null || start.phase === 'products') {
    yield* plan.isGrouped ? readGroups(reading, after?.[0] ?? null) : readKeyset(reading, after);
  }
  if (plan.isGrouped && plan.productId?.column.nullable === true) {
    const isUnnamed = start?.phase === 'unnamed';
    yield* plan.key.length > 0
      ? readUnnamed(reading, isUnnamed ? after : null)
      : reportUnnamed(reading, isUnnamed ? start.told : 0);
  }
  const { products, variants } = await countRows(deps.countedBy ?? plan, deps.server, signal);
  return { sourceProducts: products, sourceVariants: variants, notices: noticesOf(plan, seen.differing) };
}

type Reading = CatalogueDeps & {
  readonly rowsPerStatement: number;
  readonly plan: TablePlan;
  readonly signal: AbortSignal;
  readonly onTrouble: (reason: string) => void;
  page(
    content: Content & { readonly readAt: Date },
    at: {
      readonly phase: Checkpoint['phase'];
      readonly after: readonly string[] | null;
      readonly told?: number;
    },
  ): CataloguePage;
  assemble(rows: readonly RawRow[]): Omit<AssembledProduct, 'differs'>;
};

type Content = {
  readonly products?: SourceProduct[];
  readonly skipped?: SkippedRow[];
  readonly stock?: SourceStock['variants'];
};

type Pages = AsyncGenerator<CataloguePage, void, void>;

type KeysetReading = {
  readonly phase: Checkpoint['phase'];
  readonly timeoutMs: number | undefined;
  statement(plan: TablePlan, after: readonly string[] | null, limit: number): Statement;
  contentOf(rows: readonly RawRow[]): Content;
};

/** Rows in primary key order, one statement per page. */
async function* readByKey(
  { plan, server, clock, rowsPerStatement: limit, signal, onTrouble, page }: Reading,
  start: readonly string[] | null,
  { phase, timeoutMs, statement, contentOf }: KeysetReading,
): Pages {
  for (let after = start; ; ) {
    const readAt = clock.now();
    const { sql, params } = statement(plan, after, limit);
    const rows = (await server.query(sql, params, { signal, timeoutMs, onTrouble })).map((row) =>
      rawRow(row, plan.columns),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = keyOf(last, plan);
    yield page({ ...contentOf(rows), readAt }, { phase, after });
    if (rows.length < limit) return;
  }
}

function readKeyset(reading: Reading, start: readonly string[] | null): Pages {
  return readByKey(reading, start, {
    phase: 'products',
    timeoutMs: reading.plan.condition === null ? undefined : SEARCH_TIMEOUT_MS,
    statement: keysetPage,
    contentOf(rows) {
      const assembled = rows.map((row) => reading.assemble([row]));
      return {
        products: assembled.flatMap(({ product }) => product ?? []),
        skipped: assembled.flatMap(({ skipped }) => skipped),
        stock: assembled.flatMap(({ stock }) => stock),
      };
    },
  });
}

function readUnnamed(reading: Reading, start: readonly string[] | null): Pages {
  const { plan } = reading;
  const reason = idMissing(plan);
  return readByKey(reading, start, {
    phase: 'unnamed',
    timeoutMs: SORT_TIMEOUT_MS,
    statement: unnamedPage,
    contentOf: (rows) => ({
      skipped: rows.map((row) => ({
        sourceKey: nameOfRow(row, plan),
        productId: null,
        variantId: rowKeyOf(row, plan),
        reason,
      })),
    }),
  });
}

async function* readGroups(reading: Reading, start: string | null): Pages {
  const { plan, server, clock, rowsPerStatement, signal, onTrouble } = reading;
  const id = plan.productId;
  if (id === null) return;
  const isIndexed = plan.table.indexedColumns.includes(id.column.name);
  const limit = isIndexed ? rowsPerStatement : rowsPerStatement * STATEMENTS_PER_SORT;
  const timeoutMs = isIndexed ? undefined : SORT_TIMEOUT_MS;
  for (let after = start, rowsAsked = limit; ; ) {
    const { sql, params } = groupPage(plan, after, rowsAsked);
    const pages = createGroupPages(reading, id.at, clock.now());
    let rows = 0;
    for await (const batch of server.stream(sql, params, { signal, timeoutMs, onTrouble })) {
      rows += batch.length;
      for (const row of batch) {
        const full = pages.add(rawRow(row, plan.columns), String(row.g));
        if (full !== null) yield full;
      }
    }
    const isLast = rows < rowsAsked;
    const rest = pages.end({ isLast });
    if (rest !== null) yield rest;
    if (isLast) return;
    // A single unfinished product: this many rows are all of it, or too many.
    rowsAsked = pages.last() === null ? MAX_ROWS_PER_PRODUCT + 1 : limit;
    after = pages.last() ?? after;
  }
}

/** Collects rows into products and products into pages, with one page in memory. */
function createGroupPages({ plan, assemble, page }: Reading, idAt: number, readAt: Date) {
  let group: RawRow[] = [];
  let groupName = '';
  let last: string | null = null;
  let products: SourceProduct[] = [];
  let skipped: SkippedRow[] = [];
  let stock: SourceStock['variants'] = [];
  let rows = 0;

  function closeGroup(): void {
    const [first] = group;
    if (first === undefined) return;
    const assembled = assemble(group);
    if (assembled.product !== null) products.push(assembled.product);
    skipped.push(...assembled.skipped);
    stock.push(...assembled.stock);
    rows += group.length;
    last = first[idAt] ?? null;
    group = [];
  }

  function closePage(): CataloguePage | null {
    if (rows === 0 || last === null) return null;
    const closed = page({ products, skipped, stock, readAt }, { phase: 'products', after: [last] });
    products = [];
    skipped = [];
    stock = [];
    rows = 0;
    return closed;
  }

  return {
    /** Returns a page if the row begins a new product after a full page. */
    add(row: RawRow, name: string): CataloguePage | null {
      let full: CataloguePage | null = null;
      if (name !== groupName) {
        closeGroup();
        groupName = name;
        if (products.length >= PRODUCTS_PER_PAGE || rows >= ROWS_PER_PAGE) full = closePage();
      }
      group.push(row);
      if (group.length > MAX_ROWS_PER_PRODUCT) throw tooManyRows(plan, row);
      return full;
    },
    /** Unless the table ends here, the last row's product may continue, and is then read again. */
    end({ isLast }: { readonly isLast: boolean }): CataloguePage | null {
      if (isLast) closeGroup();
      return closePage();
    },
    /** The last whole product; null if there was none. */
    last: () => last,
  };
}

/** Rows with neither product id nor key cannot be named: they are only counted. */
async function* reportUnnamed({ plan, server, clock, signal, page }: Reading, start: number): Pages {
  const readAt = clock.now();
  const options = { signal, timeoutMs: COUNT_TIMEOUT_MS };
  const [row] = await server.query(countUnnamedStatement(plan), {}, options);
  const all = Number(row?.variants ?? 0);
  for (let reported = start; reported < all; ) {
    const count = Math.min(ROWS_PER_PAGE, all - reported);
    const one = {
      sourceKey: `${plan.productId?.column.name} = NULL`,
      productId: null,
      variantId: null,
      reason: idMissing(plan),
    };
    reported += count;
    yield page(
      { skipped: Array.from({ length: count }, () => one), readAt },
      { phase: 'unnamed', after: null, told: reported },
    );
  }
}

function idMissing(plan: TablePlan): string {
  return `The column “${plan.productId?.column.name}” is empty, and ${targetLabel('shopify_id')} is required.`;
}

function tooManyRows(plan: TablePlan, row: RawRow): SourceError {
  const { column, at } = plan.productId ?? {};
  return new SourceError({
    kind: 'rejected',
    message:
      `More than ${MAX_ROWS_PER_PRODUCT} rows of ${plan.name} have ${quote(row[at ?? 0] ?? '')} in the column “${column?.name}”, which is mapped to ` +
      `${targetLabel('shopify_id')}. Map a column that tells products apart.`,
  });
}

function noticesOf(plan: TablePlan, differing: number): string[] {
  const notices: string[] = [];
  if (plan.readOnlyBecause !== null) notices.push(plan.readOnlyBecause);
  if (differing > 0) {
    notices.push(
      `Rows of ${formatQuantity(differing, 'product')} do not agree on what belongs to the product, such as its title: what its first row says is shown.`,
    );
  }
  return notices;
}
