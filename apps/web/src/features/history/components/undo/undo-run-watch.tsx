import { type UndoRun, type UndoRunEvents, useUndoRun } from '../../undo/use-undo-run.ts';

/** Follows one running undo; several may run at a time, each with a watch of its own. */
export function UndoRunWatch({ run, ...events }: { run: UndoRun } & UndoRunEvents) {
  useUndoRun(run, events);
  return null;
}
