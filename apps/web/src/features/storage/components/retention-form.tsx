import { Button, TextInput } from '@mantine/core';
import { RETENTION_KINDS } from '@storefleet/contract/constants';
import type { Retention } from '@storefleet/contract/retention';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { announce } from '../../../components/feedback/announce.ts';
import { EditConflicts, isChangedMeanwhile } from '../../../components/feedback/edit-conflicts.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { type Draft, type Labels, useDraft } from '../../../components/form/use-draft.ts';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { useUnsavedWork } from '../../../components/unsaved/unsaved-work.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { retentionQuery, useSaveRetention } from '../queries.ts';
import {
  type DaysDraft,
  daysOf,
  daysProblems,
  draftOf,
  inWords,
  retentionWords,
  rowsOf,
} from '../retention-words.ts';
import { ConfirmRemoval, type ShorterDays } from './confirm-removal.tsx';
import classes from './retention-form.module.css';

const labels = Object.fromEntries(
  RETENTION_KINDS.map((kind) => [kind, `Days to keep: ${retentionWords[kind].name}`]),
) as Labels<DaysDraft>;

/** Days for each kind. Says what a shorter time would remove before it is saved. */
export function RetentionForm({ retention }: { retention: Retention }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const kept = draftOf(retention);
  /** The state when typing started, or what somebody else has saved since. */
  const [base, setBase] = useState(kept);
  const [shorter, setShorter] = useState<ShorterDays | null>(null);
  const saving = useSaveRetention();
  const draft = useDraft<DaysDraft>({
    saved: base,
    labels,
    problemsOf: daysProblems,
    change: saving,
    onSave: (values) => {
      const wanted = Object.entries(shorterThan(base, values));
      if (wanted.length > 0) setShorter(Object.fromEntries(wanted));
      else save(values);
    },
  });
  const isSame = useMemo(() => JSON.stringify(base) === JSON.stringify(kept), [base, kept]);
  if (!draft.isDirty && !isSame) setBase(kept);
  useUnsavedWork(draft.isDirty);

  const reset = () => {
    draft.reset();
    saving.reset();
  };
  function save(values: DaysDraft) {
    saving.mutate(
      { ...daysOf(values), based_on: daysOf(base) },
      {
        onSuccess: (saved) => {
          announce('Retention was saved.');
          setBase(draftOf(saved));
          saving.reset();
        },
        onError: async (error) => {
          if (!isChangedMeanwhile(error)) return;
          const current = await queryClient
            .fetchQuery({ ...retentionQuery(api), staleTime: 0 })
            .catch(() => null);
          if (!current) return;
          setBase(draftOf(current));
          saving.reset();
        },
        onSettled: () => setShorter(null),
      },
    );
  }

  return (
    <form {...draft.form} aria-label="Retention">
      <EditConflicts {...draft.conflicts} saveLabel="Save Retention" />
      <FailureBanner
        spaced
        title="Retention could not be saved."
        error={draft.failure}
        onDismiss={saving.reset}
      />
      <ul className={classes.kinds}>
        {retention.kinds.map((held) => (
          <KindDays key={held.kind} held={held} draft={draft} />
        ))}
      </ul>
      <div className={classes.foot}>
        {draft.isDirty && (
          <Button variant="default" disabled={saving.isPending} onClick={reset}>
            Cancel
          </Button>
        )}
        <Button type="submit" disabled={!draft.isDirty} loading={saving.isPending}>
          Save Retention
        </Button>
      </div>
      {shorter && (
        <ConfirmRemoval
          shorter={shorter}
          pending={saving.isPending}
          onConfirm={() => save(draft.values)}
          onCancel={() => setShorter(null)}
        />
      )}
    </form>
  );
}

type KindProps = { held: Retention['kinds'][number]; draft: Pick<Draft<DaysDraft>, 'fields' | 'values'> };

function KindDays({ held, draft }: KindProps) {
  return (
    <li>
      <div>
        <strong>{retentionWords[held.kind].name}</strong>
        <p className={classes.note}>{retentionWords[held.kind].what}</p>
        <p className={classes.note}>
          Holds {rowsOf(held.kind, held.rows)}, {formatBytes(held.bytes)}
          <LastRun held={held} />
        </p>
      </div>
      <TextInput
        {...draft.fields.text(held.kind)}
        label="Days to keep"
        aria-label={labels[held.kind]}
        inputMode="numeric"
        description={inWords(Number(draft.values[held.kind])) ?? ' '}
      />
    </li>
  );
}

function shorterThan(base: DaysDraft, values: DaysDraft): ShorterDays {
  const [before, after] = [daysOf(base), daysOf(values)];
  return Object.fromEntries(
    RETENTION_KINDS.filter((kind) => after[kind] < before[kind]).map((kind) => [kind, after[kind]]),
  );
}

function LastRun({ held: { kind, last_run: run } }: { held: Retention['kinds'][number] }) {
  if (!run) return null;
  if (!run.ended_at) return <> · removing now, {rowsOf(kind, run.removed)} so far</>;
  if (run.error) {
    return <span className="danger"> · the last removal broke off and is tried again: {run.error}</span>;
  }
  return (
    <>
      {' '}
      · last removal <RelativeTime value={run.ended_at} />
      {run.removed > 0 && `, ${rowsOf(kind, run.removed)}`}
    </>
  );
}
