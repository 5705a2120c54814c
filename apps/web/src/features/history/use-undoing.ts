import { notifications } from '@mantine/notifications';
import type { BulkUpdateBatch } from '@storefleet/contract/bulk-updates';
import type { UndoStarted } from '@storefleet/contract/history';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { paths } from '../../app/paths.ts';
import type { UndoSubject } from './api/undo.ts';
import { undoOutcome } from './undo-outcome.ts';
import type { UndoRun } from './use-undo-run.ts';

type UndoFailure = { run: UndoRun; reason: string };

/** The undo of one change is followed here; that of a batch goes on at its own screen. */
export function useUndoing() {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<UndoSubject | null>(null);
  const [runs, setRuns] = useState<readonly UndoRun[]>([]);
  const [failures, setFailures] = useState<readonly UndoFailure[]>([]);
  const underWay = useMemo(() => new Set(runs.map(({ recordId }) => recordId)), [runs]);

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
      setRuns((present) => present.filter(({ batchId }) => batchId !== run.batchId));
      const outcome = undoOutcome(batch);
      if (outcome.undone) {
        notifications.show({ color: 'green', title: outcome.message, message: run.name });
      } else {
        setFailures((present) => [...present, { run, reason: outcome.reason }]);
      }
    },
    dismiss: (run: UndoRun) => setFailures((present) => present.filter((failure) => failure.run !== run)),
  };
}
