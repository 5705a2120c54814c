import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { currencyIn } from '@storefleet/contract/attributes/list-prices';
import { definitionsIn, isNumberField } from '@storefleet/contract/attributes/metafields';
import { BULK_UPDATE_MAX_ITEMS, DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import {
  type AttributeValue,
  type AttributeValues,
  attributesOf,
  valuesAreEqual,
} from '@storefleet/contract/values/attribute-value';
import { formatCount } from '@storefleet/contract/values/quantity';
import type { Queryable } from '../../../platform/db/database.ts';
import { type CatalogueCopy, type CopiedProduct, readCopy } from '../../bulk-updates/plan/catalogue-copy.ts';
import type { ItemDraft, RefusedDraft } from '../../bulk-updates/plan/drafts/drafts.ts';
import { valueInCopy } from '../../bulk-updates/values/attribute-value.ts';
import type { FileStore } from '../export/csv.repository.ts';
import { readUnitPrice } from '../unit-price-cells.ts';
import { readCell, type Target } from './cell-values.ts';
import {
  type AttributeColumn,
  belongsToProduct,
  type ImportColumns,
  MATCH_KEYS,
  type MatchKey,
} from './import-columns.ts';
import { cellOf, changesVariant, findFollowUps, type ImportRow } from './import-rows.ts';
import { readInventory } from './inventory-cells.ts';
import { type Candidate, findOnHand } from './match.repository.ts';
import { addStatements, newValues, type ProductStatements } from './product-agreement.ts';
import { refuseFile } from './read/file-refusal.ts';
import { type MatchedRow, SAY_WHICH } from './row-matching.ts';

type RowCounts = { matched: number; unmatched: number; ambiguous: number; invalid: number };

export type ImportDrafts = {
  readonly drafts: ItemDraft[];
  readonly refused: RefusedDraft[];
  readonly counts: RowCounts;
  readonly matchedBy: ReadonlySet<MatchKey>;
};

type Import = {
  readonly rows: readonly ImportRow[];
  readonly columns: ImportColumns;
  readonly decimalComma: boolean;
  /** By id. */
  readonly stores: ReadonlyMap<string, FileStore>;
  readonly matched: AsyncIterable<readonly MatchedRow[]>;
};

const TOO_MANY = `These rows are about more than ${formatCount(BULK_UPDATE_MAX_ITEMS)} variants, and one update takes no more. Choose fewer stores, or split the rows into several files.`;

type Values = Map<EditableAttribute, { value: AttributeValue; isNew: boolean }>;
type StatedProduct = ProductStatements & { product: CopiedProduct; hasVariantDrafts: boolean };

/** The result of the rows so far. */
type Work = Omit<Import, 'matched' | 'rows'> & {
  readonly followUps: ReadonlySet<ImportRow>;
  readonly fileChangesVariants: boolean;
  readonly fileChangesProducts: boolean;
  readonly rowOfVariant: Map<string, number>;
  /** Of the rows at hand, by variant and location. */
  onHand: ReadonlyMap<string, number>;
  readonly products: Map<string, StatedProduct>;
  readonly ofVariants: Map<string, ItemDraft>;
};

/** A draft per matched variant, one per product whose own values change, and every refusal. */
export async function draftImport(db: Queryable, { rows, matched, ...how }: Import): Promise<ImportDrafts> {
  const { columns } = how;
  const work: Work = {
    ...how,
    followUps: findFollowUps(rows, columns),
    fileChangesVariants:
      columns.inventory !== undefined || columns.changeable.some((column) => !belongsToProduct(column)),
    fileChangesProducts: columns.changeable.some(belongsToProduct),
    rowOfVariant: new Map(),
    onHand: new Map(),
    products: new Map(),
    ofVariants: new Map(),
  };
  const refused: RefusedDraft[] = [];
  const counts: RowCounts = { matched: 0, unmatched: 0, ambiguous: 0, invalid: 0 };
  const matchedBy = new Set<MatchKey>();
  const chunks = await allOf(matched);
  for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) {
    const copy = await readCopy(
      db,
      chunk.flatMap(targetsOf),
      columns.changeable.map(({ attribute }) => attribute),
    );
    if (columns.inventory?.onHandCurrent) work.onHand = await findOnHand(db, [...copy.variants.keys()]);
    for (const { row, match } of chunk) {
      if (match.kind !== 'matched') {
        counts[match.kind] += 1;
        refused.push(refuse(row, columns, null, match.reason + match.advice));
        continue;
      }
      const refusals = match.targets.flatMap((candidate) => {
        const target = targetIn(copy, candidate);
        const sentence = draftRow(work, row, target);
        return sentence === null ? [] : [refuse(row, columns, target, sentence)];
      });
      counts[refusals.length > 0 ? 'invalid' : match.ambiguous === null ? 'matched' : 'ambiguous'] += 1;
      if (refusals.length < match.targets.length && row.match !== null) matchedBy.add(row.match.by);
      refused.push(...refusals);
      if (match.ambiguous !== null) {
        refused.push(refuse(row, columns, null, match.ambiguous.reason + SAY_WHICH));
      }
    }
  }
  const ofProducts = [...work.products.values()].flatMap((stated) => draftProduct(stated, refused));
  // In file order; a product comes before its variants.
  const drafts = [...ofProducts, ...work.ofVariants.values()].sort(
    (a, b) => (a.rowNumber ?? 0) - (b.rowNumber ?? 0),
  );
  return { drafts, refused, counts, matchedBy };
}

const targetsOf = ({ match }: MatchedRow) => (match.kind === 'matched' ? match.targets : []);

/** Collects all rows before comparing any, so that too many are refused early. */
async function allOf(matched: Import['matched']): Promise<(readonly MatchedRow[])[]> {
  const chunks: (readonly MatchedRow[])[] = [];
  let items = 0;
  for await (const chunk of matched) {
    items += chunk.reduce((sum, row) => sum + Math.max(1, targetsOf(row).length), 0);
    if (items > BULK_UPDATE_MAX_ITEMS) throw refuseFile(TOO_MANY);
    chunks.push(chunk);
  }
  return chunks;
}

/** Returns a sentence if the row is refused. */
function draftRow(work: Work, row: ImportRow, target: Target | null): string | null {
  if (row.problem !== null) return row.problem;
  if (target === null) return 'This variant was deleted while the file was read.';
  const { product, variant } = target;
  if (variant !== null) {
    const location = cellOf(row, work.columns.inventory?.location)?.trim() ?? '';
    const subject = `${variant.id} ${location}`;
    const earlier = work.rowOfVariant.get(subject);
    const where = location && ' and location';
    if (earlier !== undefined) {
      return `Row ${earlier} is about the same variant${where}. Keep one of the two rows.`;
    }
    work.rowOfVariant.set(subject, row.rowNumber);
  } else if (changesVariant(row, work.columns)) {
    return 'This product has more than one variant: fill in the SKU or the barcode of the one that is meant.';
  }
  const read = readRow(work, row, target);
  if ('refusal' in read) return read.refusal;
  const stated = work.fileChangesProducts ? statedOf(work, product, row) : null;
  const disagreement = stated && addStatements(stated, row.rowNumber, read.ofProduct);
  if (disagreement !== null) return disagreement;
  if (variant !== null && work.fileChangesVariants) {
    const { store_id: storeId, id: productId } = product;
    const { rowNumber } = row;
    const { ofVariant: values, basedOn } = read;
    const said = work.ofVariants.get(variant.id);
    const other = said && attributesOf(values).find((name) => said.values[name] !== undefined);
    if (said && other && !valuesAreEqual(other, said.values[other] ?? null, values[other] ?? null)) {
      return `Row ${said.rowNumber} says something else of the same variant. Write the same in both.`;
    }
    work.ofVariants.set(variant.id, {
      ...{ storeId, productId, variantId: variant.id, rowNumber },
      ...said,
      values: { ...said?.values, ...values },
      basedOn: { ...said?.basedOn, ...basedOn },
    });
    if (stated !== null) stated.hasVariantDrafts = true;
  }
  return null;
}

/** The changes of a row, or why one of its cells is refused. */
function readRow(
  { columns, decimalComma, stores, followUps, onHand }: Work,
  row: ImportRow,
  target: Target,
): { ofProduct: Values; ofVariant: AttributeValues; basedOn: AttributeValues } | { refusal: string } {
  const ofProduct: Values = new Map();
  const ofVariant: AttributeValues = {};
  const basedOn: AttributeValues = {};
  const { variant } = target;
  if (columns.inventory && variant !== null) {
    const read = readInventory(row, columns.inventory, {
      available: (attribute) => valueInCopy(attribute, target.product, variant),
      onHand: (location) => onHand.get(`${variant.id} ${location}`),
    });
    if (read.kind === 'refused') return { refusal: read.sentence };
    if (read.kind === 'new') {
      ofVariant[read.attribute] = read.value;
      if (read.seen !== undefined) basedOn[read.attribute] = read.seen;
    }
  }
  for (const column of columns.changeable) {
    const { attribute } = column;
    const written = cellOf(row, column);
    const cell =
      attribute === 'unit_price' && written !== undefined
        ? readUnitPrice(written, (key) => cellOf(row, columns.keys.get(key))?.trim() ?? '')
        : written;
    if (cell === undefined || attribute === row.match?.by) continue;
    const isOfProduct = belongsToProduct(column);
    const isBlank = !cell.trim();
    if (isBlank && (isOfProduct ? followUps.has(row) : isUnusedKey(row, column))) continue;
    if (!isOfProduct && target.variant === null) continue;
    const store = stores.get(target.product.store_id);
    const currency = (store && currencyIn(store, attribute)) ?? DEFAULT_CURRENCY;
    const isNumber = isNumberField(store && definitionsIn([store])(attribute));
    const read = readCell(cell, column, target, { decimalComma, currency, isNumber });
    if (read.kind === 'refused') return { refusal: read.sentence };
    const isNew = read.kind === 'new';
    if (!isOfProduct && isNew) ofVariant[attribute] = read.value;
    if (!isOfProduct) continue;
    const value = isNew ? read.value : (valueInCopy(attribute, target.product, null) ?? null);
    ofProduct.set(attribute, { value, isNew });
  }
  return { ofProduct, ofVariant, basedOn };
}

function statedOf({ products }: Work, product: CopiedProduct, { rowNumber }: ImportRow): StatedProduct {
  const known = products.get(product.id);
  if (known !== undefined) return known;
  const stated: StatedProduct = {
    product,
    firstRow: rowNumber,
    values: new Map(),
    refusal: null,
    hasVariantDrafts: false,
  };
  products.set(product.id, stated);
  return stated;
}

function draftProduct(stated: StatedProduct, refused: RefusedDraft[]): ItemDraft[] {
  const { product, firstRow: rowNumber, refusal, hasVariantDrafts } = stated;
  if (refusal !== null) {
    refused.push({ ...namesOf({ product, variant: null }), rowNumber, error: refusal });
    return [];
  }
  const values = newValues(stated);
  if (Object.keys(values).length === 0 && (hasVariantDrafts || stated.values.size === 0)) return [];
  return [{ storeId: product.store_id, productId: product.id, variantId: null, values, rowNumber }];
}

/** A blank SKU in a row matched by barcode was not usable as a key, and does not clear the SKU. */
function isUnusedKey(row: ImportRow, { attribute }: AttributeColumn): boolean {
  const strengths: readonly string[] = MATCH_KEYS;
  return (
    row.match !== null &&
    strengths.includes(attribute) &&
    strengths.indexOf(attribute) < strengths.indexOf(row.match.by)
  );
}

function targetIn({ products, variants }: CatalogueCopy, { productId, variantId }: Candidate): Target | null {
  const product = products.get(productId);
  const variant = variantId === null ? null : variants.get(variantId);
  return product === undefined || variant === undefined ? null : { product, variant };
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
