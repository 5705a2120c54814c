import type { HistoryFilters } from '@storefleet/contract/edits/history';
import { useMemo, useState } from 'react';
import { changesFilters, historyFilters } from './api/queries.ts';
import type { HistoryView } from './filters/history-address.ts';

export type HistorySelection = {
  readonly ids: ReadonlySet<string>;
  /** All matching changes, on any page. */
  readonly everything: boolean;
  set(ids: readonly string[], selected: boolean): void;
  selectEverything(): void;
  clear(): void;
};

const NOTHING = { ids: new Set<string>(), everything: false };

/** Ticked changes on all pages. Changing filters clears them. */
export function useHistorySelection(view: HistoryView): HistorySelection {
  const of = JSON.stringify(changesFilters(view));
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

/** The view's filters; null without any. */
export function filtersOf(view: HistoryView): HistoryFilters | null {
  const isFiltered = Object.values(historyFilters(view)).some((value) => value !== undefined);
  return isFiltered ? changesFilters(view) : null;
}
