import { EDITABLE_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { isImageAttribute } from '@storefleet/contract/attributes/images';
import { metafieldName } from '@storefleet/contract/attributes/metafields';
import type { StoreEditing } from '@storefleet/contract/stores/store-editing';
import type { PlannerDeps } from './plan/drafts/drafts.ts';
import { createStoreLookup } from './plan/planning-store.ts';

/** What can be changed in a store's products, by the same rules as planning. */
export async function editingOf(
  { openStore }: Pick<PlannerDeps, 'openStore'>,
  storeId: string,
): Promise<StoreEditing> {
  const opened = await openStore(storeId);
  const planned = await createStoreLookup({ openStore: async () => opened })(storeId);
  if (planned === null || planned.refusal !== null) {
    return { read_only_because: planned?.refusal ?? null, locked: {} };
  }
  const metafields = planned.editing?.metafields?.map(({ owner, key }) => metafieldName(owner, key)) ?? [];
  const edited = EDITABLE_ATTRIBUTES.filter((attribute) => !isImageAttribute(attribute));
  const locked = [...edited, ...metafields].filter((attribute) => !planned.attributes.has(attribute));
  return {
    read_only_because: null,
    locked: Object.fromEntries(locked.map((attribute) => [attribute, planned.refusalOf(attribute)])),
  };
}
