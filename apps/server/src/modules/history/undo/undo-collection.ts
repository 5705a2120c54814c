import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { UndoRequest } from '@storefleet/contract/edits/history';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { RemovedRow } from '../../bulk-updates/plan/drafts/drafts.ts';
import type { UndoAssessment } from './undo-assessment.ts';
import { valueKey } from './undo-chains.ts';
import type { ChainedRecord } from './undo-requests.ts';

/** Maximum listed per kind; the counts are exact. */
const LISTED = 1_000;

/** New values of one variant or product, as the planner expects them. */
type UndoDraft = {
  storeId: string;
  productId: string;
  variantId: string | null;
  removed: RemovedRow | undefined;
  values: AttributeValues;
  basedOn: AttributeValues;
  undoes: Partial<Record<EditableAttribute, string>>;
};

/** Sorts assessments into restored and skipped values, with one draft per variant or product. */
export function createUndoCollection({
  include_record_ids,
  include_uncertain,
}: Pick<UndoRequest, 'include_record_ids' | 'include_uncertain'>) {
  const included = new Set(include_record_ids);
  const drafts = new Map<string, UndoDraft>();
  const batchIds = new Set<string>();
  const restoring = new Map<string, UndoAssessment>();
  /** By `valueKey`: all records to undo, the oldest last. */
  const takenBack = new Map<string, readonly string[]>();
  const firstConflicts: UndoAssessment[] = [];
  let conflictsCount = 0;
  const firstUncertain: UndoAssessment[] = [];
  let uncertainCount = 0;

  const isWanted = ({ obstacle, chain }: UndoAssessment) =>
    obstacle === null || (obstacle.canInclude && chain.records.some(({ id }) => included.has(id)));

  /** Of two chains of one value the older comes second, and its old value is restored. */
  function restore(assessment: UndoAssessment): void {
    const { chain, state, current, obstacle } = assessment;
    if (state.gone !== null) return;
    const { productId, variantId } = state.target;
    const { store_id, attribute, old_value } = chain.oldest;
    const value = valueKey(chain.oldest);
    restoring.set(value, assessment);
    takenBack.set(value, [...(takenBack.get(value) ?? []), ...chain.records.map(({ id }) => id)]);
    const key = `${productId}/${variantId ?? ''}`;
    const draft = drafts.get(key) ?? {
      storeId: store_id,
      productId,
      variantId,
      removed: state.removed,
      values: {},
      basedOn: {},
      undoes: {},
    };
    drafts.set(key, draft);
    draft.values[attribute] = old_value;
    draft.basedOn[attribute] = obstacle === null ? chain.newest.new_value : current;
    draft.undoes[attribute] = chain.oldest.id;
  }

  return {
    add(assessments: readonly UndoAssessment[]): void {
      for (const assessment of assessments) {
        for (const record of assessment.chain.records) batchIds.add(record.batch_id);
        if (assessment.isUncertain && !include_uncertain) {
          uncertainCount += 1;
          if (firstUncertain.length < LISTED) firstUncertain.push(assessment);
        } else if (isWanted(assessment)) {
          restore(assessment);
        } else {
          conflictsCount += 1;
          if (firstConflicts.length < LISTED) firstConflicts.push(assessment);
        }
      }
    },
    result() {
      const [batchId] = batchIds;
      return {
        drafts: [...drafts.values()],
        restorableCount: restoring.size,
        chained: [...takenBack.values()].flatMap(chainedIn),
        firstRestorable: [...restoring.values()].slice(0, LISTED),
        uncertainCount,
        firstUncertain,
        conflictsCount,
        firstConflicts,
        /** The batch of all records, if they share one. */
        onlyBatchId: batchIds.size === 1 ? (batchId ?? null) : null,
      };
    },
  };
}

function chainedIn(recordIds: readonly string[]): ChainedRecord[] {
  const oldestRecordId = recordIds.at(-1);
  if (oldestRecordId === undefined) return [];
  return recordIds.slice(0, -1).map((recordId) => ({ recordId, oldestRecordId }));
}
