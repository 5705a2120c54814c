import { problems } from '@storefleet/contract/api/problems';
import {
  DEFAULT_CURRENCY,
  EDITABLE_ATTRIBUTE_LABELS,
  type EditableAttribute,
  type MoneyAttribute,
} from '@storefleet/contract/constants';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { currencyDecimals } from '@storefleet/contract/values/price-change';
import { type Editing, type EditTarget, SourceError } from '../../../connectors/connector.ts';
import { AppError } from '../../../platform/http/problem.ts';
import type { PlannerDeps } from './drafts.ts';

type RemovedTarget = EditTarget & { readonly attributes: readonly EditableAttribute[] };

/** What planning needs to know of a store. */
export type PlanningStore = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly isArchived: boolean;
  /** How it is changed; null where it cannot be. */
  readonly editing: Editing | null;
  /** Why nothing of this store can be changed, or null. */
  readonly refusal: string | null;
  readonly attributes: ReadonlySet<EditableAttribute>;
  /** How many decimals it keeps of an amount. */
  decimalsOf(attribute: MoneyAttribute): number;
  /** Why an attribute that is none of these cannot be changed. */
  refusalOf(attribute: EditableAttribute): string;
  /** Whether another value may take the row out of the store. */
  decidesOnBelonging(attribute: EditableAttribute): boolean;
  /** What removed rows hold at the source, null for those gone there; null where none can be found. */
  readonly readRemoved: ((targets: readonly RemovedTarget[]) => Promise<(AttributeValues | null)[]>) | null;
};

export type StoreLookup = (storeId: string) => Promise<PlanningStore | null>;

/** Looks each store up once; null for one that does not exist. */
export function createStoreLookup({
  findStore,
  connect,
}: Pick<PlannerDeps, 'findStore' | 'connect'>): StoreLookup {
  const known = new Map<string, PlanningStore | null>();

  async function read(storeId: string): Promise<PlanningStore | null> {
    try {
      const store = await findStore(storeId);
      const currency = store.store_currency ?? DEFAULT_CURRENCY;
      const base = {
        id: store.id,
        name: store.shop_name,
        currency,
        isArchived: store.store_status === 'archived',
        decimalsOf: () => currencyDecimals(currency),
        refusalOf: cannotBeChanged,
        decidesOnBelonging: () => false,
        readRemoved: null,
        editing: null,
      };
      if (base.isArchived) {
        return { ...base, refusal: problems.store_archived.detail, attributes: new Set() };
      }
      return { ...base, ...(await readEditing(storeId, store.shop_name)) };
    } catch (error) {
      if (error instanceof AppError && error.code === 'store_not_found') return null;
      throw error;
    }
  }

  async function readEditing(storeId: string, name: string) {
    try {
      const { editing, readOnlyBecause } = await connect(storeId);
      const reason = readOnlyBecause ?? `Products of “${name}” cannot be changed from here.`;
      const refusal = editing === null ? reason : null;
      return {
        refusal,
        editing,
        attributes: new Set(editing?.attributes),
        refusalOf: editing?.refusalOf ?? cannotBeChanged,
        ...(editing?.reachesOutside && {
          readRemoved: (targets: readonly RemovedTarget[]) =>
            editing.readValues(targets, { signal: new AbortController().signal }),
        }),
        ...(editing?.decimalsOf && { decimalsOf: editing.decimalsOf }),
        ...(editing?.decidesOnBelonging && { decidesOnBelonging: editing.decidesOnBelonging }),
      };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return {
        refusal: error.message,
        attributes: new Set<EditableAttribute>(),
        refusalOf: cannotBeChanged,
      };
    }
  }

  return async (storeId) => {
    const found = known.get(storeId);
    if (found !== undefined) return found;
    const store = await read(storeId);
    known.set(storeId, store);
    return store;
  };
}

function cannotBeChanged(attribute: EditableAttribute): string {
  return `${EDITABLE_ATTRIBUTE_LABELS[attribute]} cannot be changed in this store.`;
}
