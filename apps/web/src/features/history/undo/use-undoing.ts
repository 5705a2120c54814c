import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { UndoStarted } from '@storefleet/contract/edits/history';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { showToast } from '../../../components/feedback/toast.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { paths } from '../../../lib/paths.ts';
import type { UndoSubject } from '../api/undo.ts';
import { undoOutcome } from './undo-outcome.ts';

/** A pending undo of one change. */
type UndoRun = { recordId: string; name: string; batchId: string };

type UndoFailure = { run: UndoRun; title: string; reason: string };

/** Undoing one change is followed here; a batch undo has its own screen. */
export function useUndoing() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<UndoSubject | null>(null);
  const [runs, setRuns] = useState<readonly UndoRun[]>([]);
  const [failures, setFailures] = useState<readonly UndoFailure[]>([]);
  const underWay = useMemo(() => new Set(runs.map(({ recordId }) => recordId)), [runs]);

  const forget = (run: UndoRun) =>
    setRuns((present) => present.filter(({ batchId }) => batchId !== run.batchId));
  const fail = (failure: UndoFailure) => setFailures((present) => [...present, failure]);

  return {
    asked,
    runs,
    failures,
    underWay,
    ask: setAsked,
    close: () => setAsked(null),
    start(started: UndoStarted) {
      if (asked?.kind === 'record') {
        setRuns((present) => [
          ...present,
          { recordId: asked.recordId, name: asked.name, batchId: started.batch_id },
        ]);
      } else {
        void navigate({ to: paths.bulkUpdate, params: { batchId: started.batch_id } });
      }
      setAsked(null);
    },
    end(run: UndoRun, batch: BulkUpdateBatch) {
      const outcome = undoOutcome(batch);
      if (outcome.undone) {
        void showToast({ color: 'green', title: outcome.message, message: run.name });
      } else {
        fail({ run, title: `Failed to undo the change of ${run.name}.`, reason: outcome.reason });
      }
      // The row shows "undoing" until it can show the result.
      void queryClient.invalidateQueries({ queryKey: ['history'] }).finally(() => forget(run));
      void queryClient.invalidateQueries({ queryKey: ['products'] });
    },
    lose(run: UndoRun, error: Error) {
      fail({
        run,
        title: `It is not known yet whether the change of ${run.name} was undone.`,
        reason: describeError(error),
      });
      forget(run);
    },
    dismiss: (run: UndoRun) => setFailures((present) => present.filter((failure) => failure.run !== run)),
  };
}
