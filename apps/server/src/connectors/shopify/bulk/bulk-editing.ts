import { createHash } from 'node:crypto';
import { z } from 'zod';
import { retry } from '../../../platform/resilience/retry.ts';
import { sleep as realSleep } from '../../../platform/resilience/sleep.ts';
import type { BulkEditing, EditCallOptions, EditOutcome, SourceEdit } from '../../editing.ts';
import type { JsonValue } from '../../json-value.ts';
import { SourceError } from '../../source-error.ts';
import { parseErrors } from '../client/graphql-client.ts';
import { isCostDenied } from '../read/catalogue-probe.ts';
import { type Json, objectOrEmpty } from '../read/normalise.ts';
import { bulkProductMutation, bulkVariantsMutation } from '../write/edit-documents.ts';
import { saysMissing } from '../write/edit-errors.ts';
import {
  productOutcome,
  productPayloadSchema,
  type VariantsPayload,
  variantOutcomes,
  variantsPayloadSchema,
} from '../write/edit-outcomes.ts';
import type { EditReader } from '../write/edit-reading.ts';
import { changedBy, isWrittenApart, prepareEdits } from '../write/edit-writing.ts';
import { groupsFor, type Kind, linesFor } from './bulk-edit-lines.ts';
import type { FileDeps } from './bulk-file.ts';
import type { BulkOperation } from './bulk-operations.ts';
import { readResultLines } from './bulk-result-lines.ts';
import { uploadToStage } from './staged-upload.ts';

/**
 * Very many edits as one file, which Shopify processes without using points. An operation runs one mutation:
 * of edits of variants and of products, the larger group is included and the other left out.
 */

/**
 * A direct call per product costs 10 points or more: the smallest plan allows 200 of these at once and then
 * 10 per second, each with an immediate outcome, and can be cancelled between any two. Fewer products than
 * this take at most a minute and a half; the file has no outcomes before its end.
 */
export const MIN_PRODUCTS = 1_000;

const UPLOADS_TRIED = 3;
/** A start whose answer was lost is in the list of operations, or never happened. */
const LOOKUPS_OF_LOST_START = 3;
const PAUSE_BETWEEN_LOOKUPS_MS = 1_000;
/** Outcomes passed on at once, to be stored before the next ones are read. */
const PRODUCTS_PER_PAGE = 250;

const knownSchema = z.discriminatedUnion('kind', [
  z.object({ key: z.string(), kind: z.literal('missing') }),
  z.object({ key: z.string(), kind: z.literal('refused'), message: z.string() }),
]);
const handleSchema = z.object({
  kind: z.enum(['variants', 'products']),
  operationId: z.string(),
  /** In the file; null if it was found again by its label. */
  lines: z.int().nullable(),
  /** Known without asking Shopify; these edits are not in the file. */
  told: z.array(knownSchema),
});
type Handle = z.output<typeof handleSchema>;

const lineSchema = z.object({
  data: z
    .object({
      productVariantsBulkUpdate: variantsPayloadSchema.nullish(),
      productUpdate: productPayloadSchema.nullish(),
    })
    .nullish(),
  errors: z.unknown().optional(),
});

export type BulkEditingDeps = FileDeps & { reader: EditReader };

export function createBulkEditing(deps: BulkEditingDeps): BulkEditing {
  const { operations } = deps;
  return {
    minProducts: MIN_PRODUCTS,

    async start(all, { label, ...options }) {
      const edits = all.filter((edit) => !isWrittenApart(edit));
      if (edits.length === 0) throw onlyMetafields();
      const kind = moreNumerous(edits);
      const ofKind = edits.filter((edit) => kindOf(edit) === kind);
      const prepared = await prepareEdits(ofKind, deps.reader, options);
      const lines = linesFor(kind, prepared);
      const known = z.array(knownSchema).parse(prepared.outcomes);
      if (lines.length === 0) return { kind, operationId: '', lines: 0, told: known };
      const path = await uploadLines(lines, deps, options);
      const operation = await startOperation(kind, ofKind, { path, label }, deps, options);
      return { kind, operationId: operation.id, lines: lines.length, told: known };
    },

    async find(label, { startedAfter, ...options }) {
      const name = documentName(label);
      const found = await operations.findMutation(name, startedAfter, { ...options, priority: 'person' });
      if (found === null) return null;
      const kind: Kind = found.query.includes('productUpdate') ? 'products' : 'variants';
      return { kind, operationId: found.id, lines: null, told: [] };
    },

    follow: (operation, edits, options) => followOperation(parseHandle(operation), edits, deps, options),

    async cancel(operation, options) {
      const { operationId } = parseHandle(operation);
      return operationId === '' || operations.stop(operationId, { ...options, priority: 'person' });
    },
  };
}

function uploadLines(
  lines: readonly string[],
  { client, allowedHosts, sleep = realSleep }: BulkEditingDeps,
  options: EditCallOptions,
): Promise<string> {
  return retry(() => uploadToStage(`${lines.join('\n')}\n`, { client, allowedHosts }, options), {
    attempts: UPLOADS_TRIED,
    signal: options.signal,
    shouldRetry: (error) => error instanceof SourceError && error.retryable,
    wait: sleep,
  });
}

/** A start whose answer was lost is looked up by its mutation's name. */
async function startOperation(
  kind: Kind,
  edits: readonly SourceEdit[],
  { path, label }: { path: string; label: string },
  { operations, reader, clock, sleep = realSleep }: BulkEditingDeps,
  options: EditCallOptions,
): Promise<BulkOperation> {
  const name = documentName(label);
  const attributes = changedBy(edits);
  const startedAfter = clock.now();
  const document =
    kind === 'variants'
      ? bulkVariantsMutation(name, attributes)
      : bulkProductMutation(name, attributes, reader.memberships);
  try {
    return await operations.startMutation(
      { document, path, label: label.padEnd(10, '-').slice(0, 255) },
      { ...options, beforeSend: options.beforeWrite, priority: 'person' },
    );
  } catch (error) {
    if (!(error instanceof SourceError) || !error.mayHaveRun) throw error;
    for (let attempt = 0; attempt < LOOKUPS_OF_LOST_START; attempt += 1) {
      await sleep(PAUSE_BETWEEN_LOOKUPS_MS, options.signal);
      const found = await operations.findMutation(name, startedAfter, { ...options, priority: 'person' });
      if (found !== null) return found;
    }
    throw error;
  }
}

type FollowOptions = EditCallOptions & { onProgress?(done: number): void };

async function* followOperation(
  handle: Handle,
  edits: readonly SourceEdit[],
  deps: BulkEditingDeps,
  options: FollowOptions,
): AsyncGenerator<EditOutcome[], void, void> {
  const asked = new Set(edits.map(({ key }) => key));
  const known = handle.told.filter(({ key }) => asked.has(key));
  if (known.length > 0) yield known;
  const ended = await untilEnded(handle, edits.length, deps, options);
  if (ended === null) return;
  const outside = new Set(handle.told.map(({ key }) => key));
  const inFile = edits.filter(
    (edit) => kindOf(edit) === handle.kind && !outside.has(edit.key) && !isWrittenApart(edit),
  );
  const groups = groupsFor(handle.kind, inFile);
  let page: EditOutcome[] = [];
  let products = 0;
  try {
    for await (const part of readResultLines(deps, ended, options)) {
      for (const line of part) {
        page.push(...outcomesOf(line, groups));
        products += 1;
        if (products >= PRODUCTS_PER_PAGE && page.length > 0) {
          yield page;
          [page, products] = [[], 0];
        }
      }
    }
  } catch (error) {
    // It has ended: outcomes missing from its file can be fetched from the shop.
    if (!(error instanceof SourceError) || error.retryable) throw error;
  }
  if (page.length > 0) yield page;
}

async function untilEnded(
  { operationId, lines }: Handle,
  edits: number,
  { operations }: BulkEditingDeps,
  { onProgress, ...options }: FollowOptions,
): Promise<BulkOperation | null> {
  if (operationId === '') return null;
  return operations.finished(operationId, {
    ...options,
    priority: 'person',
    onProgress: ({ objectCount }) => {
      if (lines !== null && lines > 0) {
        onProgress?.(Math.min(edits, Math.floor((edits * objectCount) / lines)));
      }
    },
  });
}

/**
 * The line itself names its product, so it is understood without the uploaded file. A line without one (an
 * unknown product, rejected variables) gives no outcome. Neither does a line with a value that could not be
 * read, or with errors if some of its edits are missing: the errors cannot be assigned.
 */
function outcomesOf(line: Json, groups: Map<string, SourceEdit[]>): EditOutcome[] {
  const parsed = lineSchema.safeParse(line);
  const variants = parsed.data?.data?.productVariantsBulkUpdate ?? null;
  const product = parsed.data?.data?.productUpdate ?? null;
  const edits = groups.get(String(variants?.product?.id ?? objectOrEmpty(product?.product).id)) ?? [];
  const errors = parseErrors(parsed.data?.errors);
  if (!errors.every(isCostDenied)) return [];
  if (variants !== null) {
    if (variants.userErrors.length > 0 && !isAbout(variants, edits)) return [];
    return variantOutcomes(edits, variants, { costReadable: errors.length === 0 });
  }
  return product === null ? [] : edits.map((edit) => productOutcome(edit, product));
}

function isAbout({ productVariants, userErrors }: VariantsPayload, edits: readonly SourceEdit[]): boolean {
  const ours = new Set(edits.map(({ variantId }) => variantId));
  const held = (productVariants ?? []).map(({ id }) => String(id));
  const missing = new Set(userErrors.filter(saysMissing).map(({ field }) => field?.[1]));
  return held.every((id) => ours.has(id)) && held.length + missing.size === edits.length;
}

/**
 * Shopify does not return an operation's label, but its mutation, so the label is in the mutation's name.
 * Hashed, since a name has only letters and digits.
 */
function documentName(label: string): string {
  const digest = createHash('sha256').update(label).digest('hex').slice(0, 32);
  return `Storefleet_${digest}`;
}

/** These are set product by product, each with compare-and-set. */
function onlyMetafields(): SourceError {
  return new SourceError({
    kind: 'rejected',
    message: 'Metafields, stock, images, channels and prices on lists are not written in bulk.',
  });
}

function kindOf({ variantId }: SourceEdit): Kind {
  return variantId === null ? 'products' : 'variants';
}

function moreNumerous(edits: readonly SourceEdit[]): Kind {
  const ofVariants = edits.filter((edit) => kindOf(edit) === 'variants').length;
  return ofVariants * 2 >= edits.length ? 'variants' : 'products';
}

function parseHandle(operation: JsonValue): Handle {
  const parsed = handleSchema.safeParse(operation);
  if (!parsed.success) {
    throw new SourceError({
      kind: 'protocol',
      message: 'The bulk update was started by another version of Storefleet and cannot be followed.',
    });
  }
  return parsed.data;
}
