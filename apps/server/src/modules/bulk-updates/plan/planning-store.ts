import { problems } from '@storefleet/contract/api/problems';
import { type EditableAttribute, labelOf } from '@storefleet/contract/attributes/attributes';
import { currencyIn } from '@storefleet/contract/attributes/list-prices';
import { type DefinitionOf, isMetafield, metafieldName } from '@storefleet/contract/attributes/metafields';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import { currencyDecimals } from '@storefleet/contract/edits/price-change';
import {
  type AttributeValue,
  type AttributeValues,
  isMoneyAttribute,
} from '@storefleet/contract/values/attribute-value';
import { metafieldProblem } from '@storefleet/contract/values/metafield-values';
import type { Editing, EditTarget } from '../../../connectors/editing.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import { AppError } from '../../../platform/http/problem.ts';
import type { OpenStore, PlannerDeps } from './drafts/drafts.ts';

type RemovedTarget = EditTarget & { readonly attributes: readonly EditableAttribute[] };

/** What planning needs to know about a store. */
export type PlanningStore = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly isArchived: boolean;
  /** Null if the store cannot be edited. */
  readonly editing: Editing | null;
  /** Why nothing in this store can be changed, or null. */
  readonly refusal: string | null;
  /** Whether that is only because its source does not answer now. */
  readonly isAway: boolean;
  readonly attributes: ReadonlySet<EditableAttribute>;
  /** That of the price list, or of the store; empty for a list that is not read. */
  currencyOf(attribute: EditableAttribute): string;
  /** The number of decimals that it keeps. */
  decimalsOf(attribute: EditableAttribute): number;
  /** The shop's definition of a metafield. */
  readonly definitionOf: DefinitionOf;
  /** Why its definition does not allow a value, as a sentence. */
  problemOf(attribute: EditableAttribute, value: AttributeValue): string | null;
  /** Why an unsupported attribute cannot be changed. */
  refusalOf(attribute: EditableAttribute): string;
  /** Whether changing it may make the row leave the store. */
  decidesOnBelonging(attribute: EditableAttribute): boolean;
  /**
   * Reads removed rows at the source, null for those gone there too; null if the source cannot find removed
   * rows.
   */
  readonly readRemoved: ((targets: readonly RemovedTarget[]) => Promise<(AttributeValues | null)[]>) | null;
};

export type StoreLookup = (storeId: string) => Promise<PlanningStore | null>;

type LookupDeps = Pick<PlannerDeps, 'openStore'>;

/** Reads each store once; null for one that does not exist. */
export function createStoreLookup(deps: LookupDeps): StoreLookup {
  const known = new Map<string, PlanningStore | null>();
  return async (storeId) => {
    const found = known.get(storeId);
    if (found !== undefined) return found;
    const store = await readStore(deps, storeId);
    known.set(storeId, store);
    return store;
  };
}

async function readStore({ openStore }: LookupDeps, storeId: string): Promise<PlanningStore | null> {
  try {
    const { store, connect } = await openStore(storeId);
    const { id, shop_name: name, store_currency } = store;
    const currency = store_currency ?? DEFAULT_CURRENCY;
    const isArchived = store.store_status === 'archived';
    const { editing, refusal, isAway } = isArchived
      ? { editing: null, refusal: problems.store_archived.detail, isAway: false }
      : await readEditing(connect, store.shop_name);
    const definitions = new Map(
      editing?.metafields?.map((metafield) => [metafieldName(metafield.owner, metafield.key), metafield]),
    );
    const definitionOf: DefinitionOf = (attribute) =>
      isMetafield(attribute) ? definitions.get(attribute) : undefined;
    const price_lists = editing?.priceLists ?? [];
    const currencyOf = (attribute: EditableAttribute) =>
      currencyIn({ store_currency: currency, price_lists }, attribute) ?? '';
    return {
      id,
      name,
      currency,
      isArchived,
      editing,
      refusal,
      isAway,
      attributes: new Set(editing?.attributes),
      currencyOf,
      decimalsOf: (attribute) =>
        isMoneyAttribute(attribute) && editing?.decimalsOf
          ? editing.decimalsOf(attribute)
          : currencyDecimals(currencyOf(attribute)),
      definitionOf,
      problemOf(attribute, value) {
        const definition = definitionOf(attribute);
        const problem = definition ? metafieldProblem(definition, value) : null;
        return problem === null ? null : `${definition?.name}: ${problem}`;
      },
      refusalOf: editing?.refusalOf ?? cannotBeChanged,
      decidesOnBelonging: editing?.decidesOnBelonging ?? (() => false),
      readRemoved: editing?.reachesOutside
        ? (targets) => editing.readValues(targets, { signal: new AbortController().signal })
        : null,
    };
  } catch (error) {
    if (error instanceof AppError && error.code === 'store_not_found') return null;
    throw error;
  }
}

async function readEditing(
  connect: OpenStore['connect'],
  storeName: string,
): Promise<Pick<PlanningStore, 'editing' | 'refusal' | 'isAway'>> {
  try {
    const { editing, readOnlyBecause } = await connect();
    const reason = readOnlyBecause ?? `Products of “${storeName}” cannot be changed from here.`;
    return { editing, refusal: editing === null ? reason : null, isAway: false };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { editing: null, refusal: error.message, isAway: error.retryable };
  }
}

function cannotBeChanged(attribute: EditableAttribute): string {
  return `${labelOf(attribute)} cannot be changed in this store.`;
}
