import { problems } from '@storefleet/contract/api/problems';
import type { Person } from '@storefleet/contract/people/person';
import { valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import type { PlanningStore } from '../../bulk-updates/plan/planning-store.ts';
import { refusalOfRestoredValue } from '../../bulk-updates/values/attribute-value.ts';
import { personOf } from '../history.presenter.ts';
import type { UndoChain } from './undo-chains.ts';
import type { ValueState } from './value-states.ts';

/** A reason against restoring a value. */
type Obstacle = {
  /** A sentence for a person. */
  readonly reason: string;
  /** True if the person may choose to restore the value anyway. */
  readonly canInclude: boolean;
  /** True if its store just does not answer now. */
  readonly isAway?: boolean;
};

export type UndoAssessment = {
  readonly chain: UndoChain;
  readonly state: ValueState;
  /** The current value; also null if nothing is left to hold one. */
  readonly current: string | null;
  /** Who set the current value, if this tool knows. */
  readonly changedBy: Person | null;
  readonly changedAt: Date | null;
  /** Null if nobody has changed the value since. */
  readonly obstacle: Obstacle | null;
  /** No other obstacle, but the old value may not have been the last before the change. */
  readonly isUncertain: boolean;
};

type Circumstances = {
  readonly state: ValueState;
  /** Null if the store no longer exists. */
  readonly store: PlanningStore | null;
  readonly isUndone: boolean;
};

/** True if the value is what it was before the chain. */
export function isRestored({ oldest }: UndoChain, state: ValueState): boolean {
  return state.gone === null && valuesAreEqual(oldest.attribute, state.current, oldest.old_value);
}

/** Whether the value before a chain of changes can be restored, and if not, what has happened since. */
export function assessUndo(chain: UndoChain, circumstances: Circumstances): UndoAssessment {
  const { state } = circumstances;
  const current = state.gone === null ? state.current : null;
  const since = state.gone === null ? changeSince(chain, state) : null;
  const obstacle = obstacleOf(chain, circumstances);
  return {
    chain,
    state,
    current,
    changedBy: since ? personOf(since) : null,
    changedAt: since?.changed_at ?? null,
    obstacle,
    isUncertain: obstacle === null && !chain.oldest.old_value_known,
  };
}

function obstacleOf(chain: UndoChain, { state, store, isUndone }: Circumstances): Obstacle | null {
  const { attribute, old_value } = chain.oldest;
  const final = (reason: string): Obstacle => ({ reason, canInclude: false });
  if (store === null) return final('Its store does not exist any more.');
  if (store.refusal !== null) return { ...final(store.refusal), isAway: store.isAway };
  if (state.gone === 'unknown') return { ...final(state.reason), isAway: state.isAway };
  if (state.gone !== null) {
    return final(
      state.gone === 'product' ? problems.product_not_found.detail : 'This variant does not exist any more.',
    );
  }
  if (!store.attributes.has(attribute)) return final(store.refusalOf(attribute));
  if (isRestored(chain, state)) {
    return final(isUndone ? 'This was undone already.' : 'It holds the old value again already.');
  }
  const refusal = refusalOfRestoredValue(attribute, old_value);
  if (refusal !== null) return final(`It was empty before. ${refusal}`);

  if (chain.interrupted) {
    return { reason: 'It was changed again by something that is not undone here.', canInclude: true };
  }
  const { current, lastChange } = state;
  const { new_value } = chain.newest;
  const heldByHistory = lastChange === null || valuesAreEqual(attribute, lastChange.new_value, new_value);
  if (heldByHistory && valuesAreEqual(attribute, current, new_value)) return null;
  const since = changeSince(chain, state);
  const reason =
    since && since.origin !== 'outside'
      ? 'It was changed again since.'
      : 'It was changed in the store itself since.';
  return { reason, canInclude: true };
}

/** The later change that set the current value, unless the source itself did. */
function changeSince(chain: UndoChain, { current, lastChange }: Extract<ValueState, { gone: null }>) {
  if (lastChange === null || chain.records.some(({ id }) => id === lastChange.id)) return null;
  return valuesAreEqual(chain.oldest.attribute, lastChange.new_value, current) ? lastChange : null;
}
