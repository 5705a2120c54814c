import { type EditableAttribute, labelOf } from '@storefleet/contract/attributes/attributes';
import type { DefinitionOf } from '@storefleet/contract/attributes/metafields';
import type { AttributeValue } from '@storefleet/contract/values/attribute-value';
import type { Queryable } from '../../../platform/db/database.ts';
import { findItemsAfter, type ItemRow, type ItemsShown } from '../../bulk-updates/bulk-updates.repository.ts';
import { OWN_COLUMNS } from '../product-columns.ts';
import type { Cell } from './csv-writer.ts';
import type { TableChunk } from './table.ts';
import { valueCell } from './value-cell.ts';

/** Items read at once. */
const ITEMS_PER_CHUNK = 1_000;

type Shape = { readonly attributes: readonly EditableAttribute[]; readonly definitionOf: DefinitionOf };

const text = (value: string | null): Cell => ({ text: value });

/** The items of a batch in order, with old and new values and errors. */
export async function* itemRows(
  db: Queryable,
  batch: Shape & { readonly id: string },
  shown: ItemsShown,
  signal: AbortSignal,
): AsyncGenerator<TableChunk, void, void> {
  let after = -1;
  let done = 0;
  while (true) {
    signal.throwIfAborted();
    const items = await findItemsAfter(db, batch.id, { shown, after, limit: ITEMS_PER_CHUNK });
    done += items.length;
    yield { rows: items.map((item) => cellsOf(item, batch)), done };
    const last = items.at(-1);
    if (last === undefined || items.length < ITEMS_PER_CHUNK) return;
    after = last.position;
  }
}

export function itemHeader({ attributes, definitionOf }: Shape): string[] {
  const ofAttributes = attributes.flatMap((attribute) => {
    const label = labelOf(attribute, definitionOf);
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

function cellsOf(item: ItemRow, { attributes, definitionOf }: Shape): Cell[] {
  return [
    { number: item.row_number?.toString() ?? null },
    text(item.status),
    text(item.error),
    text(item.product_title),
    text(item.variant_title),
    text(item.sku),
    ...attributes.flatMap((attribute) => {
      const cell = (value: AttributeValue | undefined) =>
        valueCell(attribute, value, definitionOf(attribute));
      const change = item.changes[attribute];
      return [cell(change?.old), cell(change?.new), cell(item.current_values?.[attribute])];
    }),
    text(item.store_name),
    text(item.store_id),
    text(item.variant_id),
  ];
}
