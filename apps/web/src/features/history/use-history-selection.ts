import type { HistoryFilters } from '@storefleet/contract/catalogue/history';
import { useMemo, useState } from 'react';
import { historyFilters } from './api/queries.ts';
import type { HistoryView } from './filters/history-address.ts';

export type HistorySelection = {
  readonly ids: ReadonlySet<string>;
  /** Everything that the filters leave, on whatever page. */
  readonly everything: boolean;
  set(ids: readonly string[], selected: boolean): void;
  selectEverything(): void;
  clear(): void;
};

const NOTHING = { ids: new Set<string>(), everything: false };

/** The ticked changes on all pages of the filters. Other filters begin with nothing ticked. */
export function useHistorySelection(view: HistoryView): HistorySelection {
  const of = JSON.stringify(historyFilters(view));
  const [state, setState] = useState({ of, ...NOTHING });
  const { ids, everything } = state.of === of ? state : NOTHING;
  return useMemo(
    () => ({
      ids,
      everything,
      set: (changed, selected) =>
        setState((present) => {
          const next = new Set(present.of === of ? present.ids : []);
          for (const id of changed) {
            if (selected) next.add(id);
            else next.delete(id);
          }
          return { of, ids: next, everything: false };
        }),
      selectEverything: () => setState({ of, ids: new Set(), everything: true }),
      clear: () => setState({ of, ...NOTHING }),
    }),
    [of, ids, everything],
  );
}

/** The filters of the view; null where it has none. */
export function filtersOf(view: HistoryView): HistoryFilters | null {
  const filters = historyFilters(view);
  return Object.values(filters).some((value) => value !== undefined) ? filters : null;
}
