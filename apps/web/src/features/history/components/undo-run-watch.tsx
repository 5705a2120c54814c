import type { BulkUpdateBatch } from '@storefleet/contract/bulk-updates';
import { type UndoRun, useUndoRun } from '../use-undo-run.ts';

/** Follows one running undo; several may run at a time, each with a watch of its own. */
export function UndoRunWatch({ run, onEnd }: { run: UndoRun; onEnd: (batch: BulkUpdateBatch) => void }) {
  useUndoRun(run, onEnd);
  return null;
}
