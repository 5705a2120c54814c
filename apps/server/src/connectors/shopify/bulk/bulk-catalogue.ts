import { z } from 'zod';
import {
  type CatalogueEnd,
  type CataloguePage,
  type ReadCatalogueOptions,
  ReadingHandedOnError,
  type SourceProduct,
} from '../../connector.ts';
import { SourceError } from '../../source-error.ts';
import { protocolError } from '../client/errors.ts';
import { COST_NOT_READABLE, probeProducts } from '../read/catalogue-probe.ts';
import { bulkCatalogueQuery } from '../read/documents.ts';
import { NO_METAFIELDS, type ShopReading } from '../read/extras/metafields.ts';
import { MalformedObjectError } from '../read/normalise.ts';
import { createProductReader, type ProductReader } from '../read/paged-catalogue.ts';
import { type AssembledPage, createAssembler, type Position } from './bulk-assembler.ts';
import { type FileDeps, readWholeFile } from './bulk-file.ts';
import type { BulkOperation } from './bulk-operations.ts';

/** Reads a catalogue of any size: Shopify exports it to a file, which is read as a stream. */

const checkpointSchema = z.object({
  kind: z.literal('bulk'),
  operationId: z.string(),
  /** Exports started for this reading, including this one. */
  tries: z.int().positive().default(1),
  /**
   * Our own clock when the export was requested: nothing in the file is newer, whatever Shopify's clock says.
   */
  startedAt: z.iso.datetime(),
  costReadable: z.boolean(),
  byteOffset: z.int().nonnegative(),
  lines: z.int().nonnegative(),
  roots: z.int().nonnegative(),
  /**
   * How much the products passed on differ from the file, because of products that were read again
   * individually.
   */
  correction: z.object({ products: z.int(), variants: z.int() }),
});

type Checkpoint = z.output<typeof checkpointSchema>;

/** Exports started for one reading before it continues without one. */
const MAX_TRIES = 2;
/** Shopify itself gave up: a new export would most likely fail again, hours later. */
const TOO_MUCH_WORK = new Set(['TIMEOUT', 'INTERNAL_SERVER_ERROR']);
/** A product edited during the export may be incomplete; if more are, something else is wrong. */
const MAX_REREAD_SHARE = 0.01;
const MIN_REREADS_ALLOWED = 100;

/** Why Shopify does not export this catalogue, as a part of a sentence. */
type NoExport = { readonly noExport: string };

/** Ends with `NoExport`, before any product, if the catalogue has to be read another way. */
export async function* readBulk(
  deps: FileDeps,
  options: ShopReading,
): AsyncGenerator<CataloguePage, CatalogueEnd | NoExport, void> {
  let checkpoint: Checkpoint | null = checkpointSchema.safeParse(options.checkpoint).data ?? null;
  for (let tries = checkpoint?.tries ?? 1; ; tries += 1) {
    if (checkpoint === null) {
      checkpoint = await startExport(deps, options, tries);
      yield* handOn(deps, options, checkpoint);
    }
    const operation = await finishedExport(deps, checkpoint.operationId, options);
    let lost: string;
    if (operation?.status === 'COMPLETED') {
      const end = yield* readFile(deps, options, checkpoint, operation);
      if (end !== 'file gone') return end;
      lost = 'its file is gone';
    } else {
      lost = reasonWithoutFile(operation, deps);
    }
    if (tries >= MAX_TRIES || TOO_MUCH_WORK.has(operation?.errorCode ?? '')) return { noExport: lost };
    checkpoint = null;
  }
}

async function startExport(
  deps: FileDeps,
  { signal, onWaiting, metafields = NO_METAFIELDS, descriptions = false }: ShopReading,
  tries: number,
): Promise<Checkpoint> {
  const { client, operations, clock } = deps;
  // Checked first, because an export refused for lack of a scope does not name it.
  const { costReadable } = await probeProducts(client, { signal, onWaiting });
  const startedAt = clock.now();
  const query = bulkCatalogueQuery({ withCost: costReadable, metafields, descriptions });
  const operation = await operations.start(query, { signal, onWaiting });
  return {
    kind: 'bulk',
    operationId: operation.id,
    tries,
    startedAt: startedAt.toISOString(),
    costReadable,
    byteOffset: 0,
    lines: 0,
    roots: 0,
    correction: { products: 0, variants: 0 },
  };
}

/**
 * A page without products: nothing is read yet, but a worker that resumes from here adopts this export
 * instead of starting another.
 */
async function* handOn(
  { operations }: FileDeps,
  { signal }: ReadCatalogueOptions,
  checkpoint: Checkpoint,
): AsyncGenerator<CataloguePage, void, void> {
  let goesOn = false;
  try {
    yield { products: [], checkpoint, pages: 0, readAt: new Date(checkpoint.startedAt) };
    goesOn = true;
  } finally {
    if (!goesOn && isCalledOff(signal)) await operations.cancel(checkpoint.operationId);
  }
}

async function finishedExport(
  { operations }: FileDeps,
  operationId: string,
  { signal, onWaiting }: ReadCatalogueOptions,
): Promise<BulkOperation | null> {
  try {
    return await operations.finished(operationId, { signal, onWaiting });
  } catch (error) {
    if (isCalledOff(signal)) await operations.cancel(operationId);
    throw error;
  }
}

/** An export that another worker has adopted, or will, is not ours to cancel. */
function isCalledOff(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof ReadingHandedOnError);
}

/**
 * `partialDataUrl` is never read: a partial catalogue would pass for a complete one. Throws if no other way
 * of reading helps.
 */
function reasonWithoutFile(operation: BulkOperation | null, { client }: FileDeps): string {
  if (operation?.errorCode === 'ACCESS_DENIED') {
    const message = `Shopify stopped the export of ${client.context().shop} because the token lacks a permission. Test the connection to see which.`;
    throw new SourceError({ kind: 'scope_missing', message });
  }
  return operation === null
    ? 'it is not known to Shopify any more'
    : `it ended as ${operation.status}${operation.errorCode ? ` (${operation.errorCode})` : ''}`;
}

async function* readFile(
  deps: FileDeps,
  options: ShopReading,
  checkpoint: Checkpoint,
  operation: BulkOperation,
): AsyncGenerator<CataloguePage, CatalogueEnd | 'file gone', void> {
  const { client } = deps;
  const assembler = createAssembler(checkpoint, options.metafields);
  const mender = createMender(deps, options, checkpoint, operation);
  const toPage = async (page: AssembledPage): Promise<CataloguePage> => ({
    products: await mender.mend(page),
    checkpoint: { ...checkpoint, ...page.after, correction: mender.correction() },
    pages: 1,
    readAt: new Date(checkpoint.startedAt),
  });
  const reader = {
    ...assembler,
    offset: () => assembler.position().byteOffset,
    isComplete: () => isComplete(assembler.position(), operation),
  };
  try {
    const pages = readWholeFile(deps, operation, reader, options);
    let next = await pages.next();
    for (; next.done !== true; next = await pages.next()) yield await toPage(next.value);
    if (next.value === 'file gone') return next.value;
    if (next.value === 'incomplete') throw brokenOff(assembler.position(), operation);
    yield await toPage(assembler.finish());
  } catch (error) {
    throw error instanceof MalformedObjectError ? protocolError(error.message, client.context()) : error;
  }
  const { lines, roots } = assembler.position();
  const { products, variants } = mender.correction();
  return {
    sourceProducts: roots + products,
    sourceVariants: lines - roots + variants,
    notices: checkpoint.costReadable && mender.costReadable() ? [] : [COST_NOT_READABLE],
  };
}

/** The operation's counts are the only proof that the file was read completely. */
function isComplete({ lines, roots }: Position, operation: BulkOperation): boolean {
  if (lines > operation.objectCount) {
    throw new MalformedObjectError(
      `a file of more lines than the ${operation.objectCount} it was announced with`,
    );
  }
  if (lines === operation.objectCount && roots !== operation.rootObjectCount) {
    throw new MalformedObjectError(`${roots} products in a file announced with ${operation.rootObjectCount}`);
  }
  return lines === operation.objectCount;
}

function brokenOff({ lines }: Position, operation: BulkOperation): SourceError {
  return new SourceError({
    kind: 'transient',
    message: `The file that Shopify exported broke off: ${lines} of ${operation.objectCount} lines arrived. Start the sync again.`,
  });
}

/** Reads a product again individually if the file has fewer variants than the product reports. */
function createMender(
  { client }: FileDeps,
  options: ShopReading,
  checkpoint: Checkpoint,
  operation: BulkOperation,
) {
  const correction = { ...checkpoint.correction };
  const allowed = Math.max(MIN_REREADS_ALLOWED, operation.rootObjectCount * MAX_REREAD_SHARE);
  const reader: ProductReader = createProductReader(client, options);
  if (!checkpoint.costReadable) reader.withoutCost();
  let rereads = 0;

  async function mend({ products }: AssembledPage): Promise<SourceProduct[]> {
    const mended: SourceProduct[] = [];
    for (const { product, expectedVariants } of products) {
      const found = product.variants.length;
      if (found > 0 && (expectedVariants === null || expectedVariants === found)) {
        mended.push(product);
        continue;
      }
      rereads += 1;
      if (rereads > allowed) {
        throw new MalformedObjectError('an exported file in which many products lack variants');
      }
      const whole = await reader.read(product.sourceId);
      correction.products -= whole === null ? 1 : 0;
      correction.variants += (whole?.variants.length ?? 0) - found;
      if (whole !== null) mended.push(whole);
    }
    return mended;
  }

  return { mend, correction: () => ({ ...correction }), costReadable: () => reader.costReadable() };
}
