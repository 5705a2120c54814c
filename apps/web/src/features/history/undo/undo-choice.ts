import type { UndoConflict, UndoPreview } from '@storefleet/contract/edits/history';
import { formatQuantity } from '@storefleet/contract/values/quantity';

/** What an undo restores anyway: conflicts by record id, and uncertain old values. */
export type UndoChoice = { readonly included: ReadonlySet<string>; readonly uncertain: boolean };

export const NOTHING_CHOSEN: UndoChoice = { included: new Set(), uncertain: false };

/** The preview with the choice applied. */
export function undoCount(preview: UndoPreview, { included, uncertain }: UndoChoice): number {
  return preview.restorable_count + included.size + (uncertain ? preview.uncertain_count : 0);
}

/** Any conflicts beyond this are counted, not listed. */
export const LISTED_CONFLICTS = 100;

/** Ids of the listed conflicts that can be included. */
export function includable(conflicts: readonly UndoConflict[]): string[] {
  return conflicts
    .slice(0, LISTED_CONFLICTS)
    .flatMap(({ can_include, record }) => (can_include ? [record.id] : []));
}

/** What of a choice the preview still shows; it may have been read again since. */
export function shownChoice(preview: UndoPreview, { included, uncertain }: UndoChoice): UndoChoice {
  return {
    included: new Set(includable(preview.conflicts).filter((id) => included.has(id))),
    uncertain: uncertain && preview.uncertain_count > 0,
  };
}

/** "Undo 24 changes" */
export function undoLabel(count: number): string {
  return `Undo ${formatQuantity(count, 'change')}`;
}

/** Summary above the preview's lists. */
export function undoSummary(preview: UndoPreview): string {
  const { restorable_count: restorable, uncertain_count: uncertain, conflicts_count: conflicts } = preview;
  if (restorable === 0 && conflicts === 0 && uncertain > 0)
    return 'Nothing is written back unless you confirm it.';
  if (conflicts === 0) {
    return restorable === 1
      ? 'The old value is written back to the store.'
      : `${formatQuantity(restorable, 'old value')} are written back to their stores.`;
  }
  const left =
    conflicts === 1 ? '1 value stays unchanged' : `${formatQuantity(conflicts, 'value')} stay unchanged`;
  if (restorable === 0) return `${left}.`;
  const restored =
    restorable === 1
      ? '1 old value is written back'
      : `${formatQuantity(restorable, 'old value')} are written back`;
  return `${restored}, ${left}.`;
}
