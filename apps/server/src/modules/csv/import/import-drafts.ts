import type { EditableAttribute } from '@storefleet/contract/constants';
import type { AttributeValue, AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { Queryable } from '../../../platform/db/database.ts';
import type { ItemDraft, RefusedDraft } from '../../bulk-updates/plan/drafts.ts';
import { valueInCopy } from '../../bulk-updates/values/attribute-value.ts';
import { type FileProduct, findProductsById, findVariantsById } from '../export/csv.repository.ts';
import { readCell, type Target } from './cell-values.ts';
import type { Delimiter } from './csv-file.ts';
import {
  type AttributeColumn,
  belongsToProduct,
  type ImportColumns,
  MATCH_KEYS,
  type MatchKey,
} from './import-columns.ts';
import { cellOf, changesVariant, findFollowUps, type ImportRow } from './import-rows.ts';
import type { Candidate } from './match.repository.ts';
import { addStatements, newValues, type ProductStatements } from './product-agreement.ts';
import type { RowMatch } from './row-matching.ts';

export type RowCounts = { matched: number; unmatched: number; ambiguous: number; invalid: number };

export type ImportDrafts = {
  readonly drafts: ItemDraft[];
  readonly refused: RefusedDraft[];
  readonly counts: RowCounts;
  readonly matchedBy: ReadonlySet<MatchKey>;
};

type Import = {
  readonly rows: readonly ImportRow[];
  readonly columns: ImportColumns;
  readonly delimiter: Delimiter;
  readonly matchRow: (row: ImportRow) => RowMatch;
};

type Values = Map<EditableAttribute, { value: AttributeValue; isNew: boolean }>;

/** Rows that are measured together against our copy. */
const ROWS_PER_CHUNK = 1_000;

/** One draft for each variant that a row is about, one for each product whose own values change, and every refusal. */
export async function draftImport(
  db: Queryable,
  { rows, columns, delimiter, matchRow }: Import,
): Promise<ImportDrafts> {
  const drafts: ItemDraft[] = [];
  const refused: RefusedDraft[] = [];
  const counts: RowCounts = { matched: 0, unmatched: 0, ambiguous: 0, invalid: 0 };
  const matchedBy = new Set<MatchKey>();
  const rowOfVariant = new Map<string, number>();
  const products = new Map<string, ProductStatements & { product: FileProduct; hasVariantDrafts: boolean }>();
  const followUps = findFollowUps(rows, columns);
  const fileChangesVariants = columns.changeable.some((column) => !belongsToProduct(column));

  function draftRow(row: ImportRow, candidate: Candidate, target: Target): string | null {
    const { product, variant } = target;
    if (variant !== null) {
      const earlier = rowOfVariant.get(variant.id);
      if (earlier !== undefined) return `Row ${earlier} is about the same variant. Keep one of the two rows.`;
      rowOfVariant.set(variant.id, row.rowNumber);
    } else if (changesVariant(row, columns)) {
      return 'This product has more than one variant: fill in the SKU or the barcode of the one that is meant.';
    }
    const statements = products.get(product.id);
    const ofProduct: Values = new Map();
    const ofVariant: AttributeValues = {};
    for (const column of columns.changeable) {
      const cell = cellOf(row, column);
      const isBlank = !cell?.trim();
      const { attribute } = column;
      if (cell === undefined || attribute === row.match?.by) continue;
      if (belongsToProduct(column)) {
        if (isBlank && followUps.has(row)) continue;
        const read = readCell(cell, column, target, delimiter);
        if (read.kind === 'refused') return read.sentence;
        const value = read.kind === 'new' ? read.value : valueInCopy(attribute, product, null);
        ofProduct.set(attribute, { value, isNew: read.kind === 'new' });
      } else if (variant !== null && !(isBlank && isUnusedKey(row, column))) {
        const read = readCell(cell, column, target, delimiter);
        if (read.kind === 'refused') return read.sentence;
        if (read.kind === 'new') ofVariant[attribute] = read.value;
      }
    }
    const stated = statements ?? {
      product,
      firstRow: row.rowNumber,
      values: new Map(),
      refusal: null,
      hasVariantDrafts: false,
    };
    products.set(product.id, stated);
    const disagreement = addStatements(stated, row.rowNumber, ofProduct);
    if (disagreement !== null) return disagreement;
    if (variant !== null && fileChangesVariants) {
      const { storeId, productId } = candidate;
      drafts.push({ storeId, productId, variantId: variant.id, values: ofVariant, rowNumber: row.rowNumber });
      stated.hasVariantDrafts = true;
    }
    return null;
  }

  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK) {
    const matched = rows.slice(start, start + ROWS_PER_CHUNK).map((row) => ({ row, match: matchRow(row) }));
    const targets = await readTargets(
      db,
      matched.flatMap(({ match }) => (match.kind === 'matched' ? [match.target] : [])),
    );
    for (const { row, match } of matched) {
      if (match.kind !== 'matched') {
        counts[match.kind] += 1;
        refused.push(refuse(row, columns, null, match.sentence));
        continue;
      }
      const target = targets(match.target);
      const sentence =
        row.problem ??
        (target === null
          ? 'This variant was deleted while the file was read.'
          : draftRow(row, match.target, target));
      if (sentence === null) {
        counts.matched += 1;
        if (row.match !== null) matchedBy.add(row.match.by);
      } else {
        counts.invalid += 1;
        refused.push(refuse(row, columns, target, sentence));
      }
    }
  }

  const ofProducts: ItemDraft[] = [];
  for (const stated of products.values()) {
    const { product, firstRow, refusal, hasVariantDrafts } = stated;
    const values = newValues(stated);
    if (refusal !== null) {
      refused.push({ ...namesOf({ product, variant: null }), rowNumber: firstRow, error: refusal });
    } else if (Object.keys(values).length > 0 || (!hasVariantDrafts && stated.values.size > 0)) {
      const { id: productId, store_id: storeId } = product;
      ofProducts.push({ storeId, productId, variantId: null, values, rowNumber: firstRow });
    }
  }
  // In the order of the file; a product stands before its variants.
  const inOrder = [...ofProducts, ...drafts].sort((a, b) => (a.rowNumber ?? 0) - (b.rowNumber ?? 0));
  return { drafts: inOrder, refused, counts, matchedBy };
}

/** A blank SKU of a row that was found by its barcode could not be used to find it; it is not to be cleared. */
function isUnusedKey(row: ImportRow, { attribute }: AttributeColumn): boolean {
  const strengths: readonly string[] = MATCH_KEYS;
  return (
    row.match !== null &&
    strengths.includes(attribute) &&
    strengths.indexOf(attribute) < strengths.indexOf(row.match.by)
  );
}

async function readTargets(
  db: Queryable,
  candidates: readonly Candidate[],
): Promise<(candidate: Candidate) => Target | null> {
  const productIds = [...new Set(candidates.map(({ productId }) => productId))];
  const variantIds = candidates.flatMap(({ variantId }) => (variantId === null ? [] : [variantId]));
  const products = await findProductsById(db, productIds);
  const variants = await findVariantsById(db, variantIds);
  return ({ productId, variantId }) => {
    const product = products.get(productId);
    if (product === undefined) return null;
    if (variantId === null) return { product, variant: null };
    const variant = variants.get(variantId);
    return variant === undefined ? null : { product, variant };
  };
}

function refuse(row: ImportRow, columns: ImportColumns, target: Target | null, error: string): RefusedDraft {
  if (target !== null) return { ...namesOf(target), rowNumber: row.rowNumber, error };
  const written = (attribute: EditableAttribute) => {
    const column = columns.attributes.find((candidate) => candidate.attribute === attribute);
    return cellOf(row, column)?.trim() || null;
  };
  return {
    storeId: null,
    productId: null,
    variantId: null,
    title: written('title'),
    variantTitle: null,
    sku: written('sku'),
    rowNumber: row.rowNumber,
    error,
  };
}

function namesOf({ product, variant }: Target): Omit<RefusedDraft, 'rowNumber' | 'error'> {
  return {
    storeId: product.store_id,
    productId: product.id,
    variantId: variant?.id ?? null,
    title: product.title,
    variantTitle: variant?.title ?? null,
    sku: variant?.sku ?? null,
  };
}
