import { Skeleton, Text } from '@mantine/core';
import type { RetentionKind } from '@storefleet/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { removalsQuery } from '../queries.ts';
import { retentionWords, rowsOf } from '../retention-words.ts';
import classes from './retention-form.module.css';

export type ShorterDays = Partial<Record<RetentionKind, number>>;

type Props = { shorter: ShorterDays; pending: boolean; onConfirm: () => void; onCancel: () => void };

/** Says what a shorter time removes, before it is saved. */
export function ConfirmRemoval({ shorter, pending, onConfirm, onCancel }: Props) {
  const removals = useQuery(removalsQuery(useApi(), shorter));
  const found = removals.data?.removals.filter(({ rows }) => rows > 0);
  return (
    <ConfirmDialog
      opened
      title="Keep records for less time?"
      confirmLabel={found?.length === 0 ? 'Save' : 'Save and remove'}
      tone={found?.length === 0 ? 'normal' : 'danger'}
      pending={pending}
      blocked={!found}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {removals.isPending && <Skeleton height="3rem" aria-label="Counting what would be removed" />}
      {removals.isError && (
        <QueryErrorBanner title="Could not count what would be removed." query={removals} />
      )}
      {found?.length === 0 && <Text>Nothing is that old yet.</Text>}
      {found && found.length > 0 && (
        <>
          <Text>This is removed within the hour and cannot be restored:</Text>
          <ul className={classes.removals}>
            {found.map(({ kind, rows, is_more, bytes }) => (
              <li key={kind}>
                {retentionWords[kind].name}: {is_more && 'more than '}
                <strong>{rowsOf(kind, rows)}</strong>, about {formatBytes(bytes)}
              </li>
            ))}
          </ul>
          {found.some(({ kind }) => kind === 'history') && (
            <Text c="dimmed">Changes removed from the history can no longer be undone.</Text>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
