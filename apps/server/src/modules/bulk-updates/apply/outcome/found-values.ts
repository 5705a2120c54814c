import { valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '../../../../platform/db/database.ts';
import type { ChangedItem, ChangedValue } from '../../../catalogue/history-writer.ts';
import { noteFoundChanges } from '../../../catalogue/note-found.ts';
import { type CatalogueCopy, readCopy } from '../../plan/catalogue-copy.ts';
import type { StoreBatchLease } from '../../store-batch-lease.ts';
import { valueInCopy } from '../../values/attribute-value.ts';
import { attributesOf, entriesOf } from '../../values/changes.ts';
import type { ItemEnd } from './decisions.ts';

/**
 * Records what somebody changed in the store, as an edit found it and left it: our copy is about to take these values,
 * so no sync would find a difference.
 */
export async function noteFoundValues(
  tx: Queryable,
  { storeId, batchId: edit }: StoreBatchLease,
  ended: readonly ItemEnd[],
  now: Date,
): Promise<void> {
  const left = ended.filter(
    ({ status, item }) => status === 'conflict' || status === 'unchanged' || hasFoundNew(item),
  );
  if (left.length === 0) return;
  const copy = await readCopy(
    tx,
    left.map(({ item }) => ({ productId: item.product_id, variantId: item.variant_id })),
    left.flatMap(({ held }) => attributesOf(held ?? {})),
  );
  const found = left.flatMap((end): ChangedItem[] => {
    const changed = differencesTo(copy, end);
    return changed.length === 0 ? [] : [{ item: { ...end.item, changes: {} }, changed, oldKnown: false }];
  });
  await noteFoundChanges(tx, storeId, { foundBy: null, batchId: uuidv7(), edit }, found, now);
}

/** Whether the source had one of the new values already: that one was not sent. */
const hasFoundNew = ({ changes }: ItemEnd['item']) =>
  entriesOf(changes).some(([, change]) => change.old === change.new);

/** Without what the edit itself records, and what our copy has never had. */
function differencesTo(
  { products, variants }: CatalogueCopy,
  { item, held, changed }: ItemEnd,
): ChangedValue[] {
  const product = products.get(item.product_id);
  const variant = item.variant_id === null ? null : variants.get(item.variant_id);
  if (product === undefined || variant === undefined) return [];
  return entriesOf(held ?? {}).flatMap(([attribute, value]) => {
    const old = valueInCopy(attribute, product, variant);
    const isOurs = changed.some((change) => change.attribute === attribute);
    if (isOurs || old === undefined || valuesAreEqual(attribute, old, value)) return [];
    return [{ attribute, old, new: value }];
  });
}
