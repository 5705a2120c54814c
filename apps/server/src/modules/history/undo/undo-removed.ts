import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { SourceError } from '../../../connectors/source-error.ts';
import type { PlanningStore } from '../../bulk-updates/plan/planning-store.ts';
import type { HistoryRow } from '../history.repository.ts';
import { valueKey } from './undo-chains.ts';
import type { ValueState } from './value-states.ts';

/**
 * By `valueKey`: values missing from our copy, as held by their store. An edit may take a row out of scope
 * and the next sync out of our copy, but its key still finds it. Skips those that are gone for good.
 */
export async function readRemoved(
  values: readonly { readonly value: HistoryRow; readonly state: ValueState }[],
  findStore: (storeId: string) => Promise<PlanningStore | null>,
): Promise<ReadonlyMap<string, ValueState>> {
  const found = new Map<string, ValueState>();
  const gone = values.filter(({ state }) => state.gone === 'product' || state.gone === 'variant');
  for (const [storeId, ofStore] of Map.groupBy(gone, ({ value }) => value.store_id)) {
    const store = await findStore(storeId);
    if (!store?.readRemoved) continue;
    const held = await readHeld(
      store.readRemoved,
      ofStore.map(({ value }) => value),
    );
    for (const [index, { value, state }] of ofStore.entries()) {
      if ('reason' in held) {
        found.set(valueKey(value), { gone: 'unknown', ...held });
        continue;
      }
      const values = held.values[index];
      if (values) found.set(valueKey(value), stateOf(value, state, values));
    }
  }
  return found;
}

type Away = { readonly reason: string; readonly isAway: boolean };

async function readHeld(
  read: NonNullable<PlanningStore['readRemoved']>,
  values: readonly HistoryRow[],
): Promise<{ readonly values: (AttributeValues | null)[] } | Away> {
  try {
    const targets = values.map((value) => ({
      productId: value.product_source_id,
      variantId: value.variant_source_id,
      attributes: [value.attribute],
    }));
    return { values: await read(targets) };
  } catch (error) {
    if (error instanceof SourceError) return { reason: error.message, isAway: error.retryable };
    throw error;
  }
}

function stateOf(value: HistoryRow, before: ValueState, held: AttributeValues): ValueState {
  return {
    gone: null,
    current: held[value.attribute] ?? null,
    lastChange: 'lastChange' in before ? before.lastChange : null,
    target: { productId: value.product_id, variantId: value.variant_id },
    removed: {
      productSourceId: value.product_source_id,
      variantSourceId: value.variant_source_id,
      productTitle: value.product_title,
      variantTitle: value.variant_title,
      sku: value.sku,
    },
  };
}
