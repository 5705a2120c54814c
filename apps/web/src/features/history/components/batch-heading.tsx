import { Button } from '@mantine/core';
import type { HistoryBatch, HistoryFilters, HistoryRecord } from '@storefleet/contract/edits/history';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconArrowBackUp, IconStack2 } from '@tabler/icons-react';
import { memo } from 'react';
import { type RowPosition, TableRow, WideCell } from '../../../components/data-table/table-row.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { paths } from '../../../lib/paths.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import type { UndoSubject } from '../api/undo.ts';
import { authorName, ORIGIN_LABELS } from '../record-names.ts';
import classes from './history-table.module.css';
import { UndoneMark } from './undo/undone-mark.tsx';

export type BatchCounts = Pick<HistoryBatch, 'size' | 'found' | 'undone'>;

type Props = RowPosition & {
  /** Any change of the batch. */
  record: HistoryRecord;
  counts: BatchCounts;
  /** Filters that limit the changes shown. */
  filters: HistoryFilters | null;
  onUndo: (subject: UndoSubject) => void;
};

/** Groups changes made together, and undoes those matching the filters. */
export const BatchHeading = memo(function BatchHeading({
  record,
  counts,
  filters,
  onUndo,
  ...position
}: Props) {
  const { batch_id, origin, undone_by_batch_id } = record;
  const { size, found, undone } = counts;
  const changes = formatQuantity(size, 'change');
  const open = found - undone;
  const subject: UndoSubject =
    filters === null || found === size
      ? { kind: 'batch', batchId: batch_id, size: open }
      : { kind: 'filters', filters: { ...filters, batch_id }, size: open };
  return (
    <TableRow {...position} className={classes.headingRow}>
      <WideCell heads className={classes.heading}>
        <span className={classes.headingName}>
          <IconStack2 size={15} stroke={1.7} aria-hidden />
          {ORIGIN_LABELS[origin]}:{' '}
          <span className="tabular">
            {found < size && `${formatCount(found)} of `}
            {changes}
            {undone > 0 && open > 0 && `, ${formatCount(undone)} undone`}
          </span>
          {origin !== 'outside' && <span className={classes.headingUser}>by {authorName(record)}</span>}
        </span>
        <span className={classes.headingActions}>
          {origin !== 'outside' && (
            <TextLink to={paths.bulkUpdate} params={{ batchId: batch_id }} size="xs">
              Details
              <span className="sr-only"> of this update of {changes}</span>
            </TextLink>
          )}
          {open === 0 && undone_by_batch_id !== null && <UndoneMark batchId={undone_by_batch_id} />}
          <Permitted call="history.undo">
            {open > 0 && (
              <Button
                variant="default"
                size="compact-xs"
                leftSection={<IconArrowBackUp size={13} aria-hidden />}
                onClick={() => onUndo(subject)}
              >
                Undo {formatQuantity(open, 'change')}
              </Button>
            )}
          </Permitted>
        </span>
      </WideCell>
    </TableRow>
  );
});
