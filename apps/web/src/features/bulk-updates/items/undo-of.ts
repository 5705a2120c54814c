import { EDITABLE_ATTRIBUTE_LABELS } from '@storefleet/contract/constants';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-updates';
import type { UndoSubject } from '../../history/api/undo.ts';
import type { ItemsFilter } from '../api/queries.ts';

type Undo = { readonly label: string; readonly subject: Extract<UndoSubject, { size: number }> };

/** What Undo takes back of an update: all of it, or what the page is narrowed down to by store and attribute. */
export function undoOf(
  batch: Pick<BulkUpdateBatch, 'batch_id' | 'succeeded' | 'stores' | 'attributes'>,
  { store_id, attribute }: Pick<ItemsFilter, 'store_id' | 'attribute'>,
): Undo {
  const { batch_id: batchId, succeeded, stores, attributes } = batch;
  const store = stores.length > 1 ? stores.find((one) => one.store_id === store_id) : undefined;
  const only = attributes.length > 1 ? attribute : undefined;
  const size = store?.succeeded ?? succeeded;
  if (store === undefined && only === undefined) {
    return { label: 'Undo', subject: { kind: 'batch', batchId, size } };
  }
  const ofStore = store && { store_id: store.store_id };
  const filters = { batch_id: batchId, ...ofStore, ...(only && { attribute: only }) };
  const what = only ? ` ${EDITABLE_ATTRIBUTE_LABELS[only]}` : '';
  return {
    label: `Undo${what}${store ? ` in ${store.store_name}` : ''}`,
    subject: { kind: 'filters', filters, size },
  };
}
