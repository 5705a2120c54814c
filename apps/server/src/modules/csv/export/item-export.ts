import {
  EDITABLE_ATTRIBUTE_LABELS,
  type EditableAttribute,
  MONEY_ATTRIBUTES,
} from '@storefleet/contract/constants';
import type { AttributeValue } from '@storefleet/contract/values/attribute-value';
import type { Queryable } from '../../../platform/db/database.ts';
import { findItemsAfter, type ItemRow, type ItemsShown } from '../../bulk-updates/bulk-updates.repository.ts';
import { OWN_COLUMNS } from '../product-columns.ts';
import { CSV_BOM, type CsvCell, csvRow } from './csv-writer.ts';

/** Items that are read together. */
const ITEMS_PER_CHUNK = 1_000;

const numberAttributes: ReadonlySet<EditableAttribute> = new Set([...MONEY_ATTRIBUTES, 'weight']);

const text = (value: string | null): CsvCell => ({ text: value });

/** The items of a batch in their order, each with its values before and after, and what went wrong. */
export async function* itemRows(
  db: Queryable,
  batch: { readonly id: string; readonly attributes: readonly EditableAttribute[] },
  shown: ItemsShown,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  yield CSV_BOM + csvRow(headerOf(batch.attributes).map(text));
  let after = -1;
  while (true) {
    signal.throwIfAborted();
    const items = await findItemsAfter(db, batch.id, { shown, after, limit: ITEMS_PER_CHUNK });
    for (const item of items) yield csvRow(cellsOf(item, batch.attributes));
    const last = items.at(-1);
    if (last === undefined || items.length < ITEMS_PER_CHUNK) return;
    after = last.position;
  }
}

function headerOf(attributes: readonly EditableAttribute[]): string[] {
  const ofAttributes = attributes.flatMap((attribute) => {
    const label = EDITABLE_ATTRIBUTE_LABELS[attribute];
    return [`Old ${label}`, `New ${label}`, `Current ${label}`];
  });
  const { storeName, storeId, variantId } = OWN_COLUMNS;
  return [
    'Row',
    'Result',
    'Reason',
    'Product',
    'Variant',
    'SKU',
    ...ofAttributes,
    storeName,
    storeId,
    variantId,
  ];
}

function cellsOf(item: ItemRow, attributes: readonly EditableAttribute[]): CsvCell[] {
  return [
    { number: item.row_number?.toString() ?? null },
    text(item.status),
    text(item.error),
    text(item.product_title),
    text(item.variant_title),
    text(item.sku),
    ...attributes.flatMap((attribute) => {
      const cell = (value: AttributeValue | undefined): CsvCell =>
        numberAttributes.has(attribute) ? { number: value ?? null } : { text: value ?? null };
      const change = item.changes[attribute];
      return [cell(change?.old), cell(change?.new), cell(item.current_values?.[attribute])];
    }),
    text(item.store_name),
    text(item.store_id),
    text(item.variant_id),
  ];
}
