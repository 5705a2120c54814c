import { Button } from '@mantine/core';
import type { HistoryRecord } from '@storefleet/contract/history';
import { IconArrowBackUp, IconStack2 } from '@tabler/icons-react';
import { memo, type Ref } from 'react';
import { paths } from '../../../app/paths.ts';
import { TextLink } from '../../../components/links.tsx';
import { formatQuantity } from '../../../lib/format-number.ts';
import type { UndoSubject } from '../api/undo.ts';
import { ORIGIN_LABELS, personName } from '../record-names.ts';
import classes from './history-table.module.css';
import { UndoneMark } from './undone-mark.tsx';

type Props = {
  /** Any change of the batch. */
  record: HistoryRecord;
  undone: boolean;
  index: number;
  /** From the top of the rows, in pixels. */
  offset: number;
  onUndo: (subject: UndoSubject) => void;
  ref: Ref<HTMLTableRowElement>;
};

/** Says that the changes below were made in one go, and undoes all of them. */
export const BatchHeading = memo(function BatchHeading({
  record,
  undone,
  index,
  offset,
  onUndo,
  ref,
}: Props) {
  const { batch_id, batch_size, origin, user_details, undone_by_batch_id } = record;
  const changes = formatQuantity(batch_size, 'change');
  return (
    <tr
      ref={ref}
      aria-rowindex={index + 2}
      data-index={index}
      className={`${classes.bodyRow} ${classes.headingRow}`}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <th scope="rowgroup" colSpan={8} className={classes.heading}>
        <span className={classes.headingName}>
          <IconStack2 size={15} stroke={1.7} aria-hidden />
          {ORIGIN_LABELS[origin]}: <span className="tabular">{changes}</span>
          <span className={classes.headingUser}>by {personName(user_details)}</span>
        </span>
        <span className={classes.headingActions}>
          <TextLink to={paths.bulkUpdate} params={{ batchId: batch_id }} size="xs">
            Details
            <span className={classes.srOnly}> of this batch of {changes}</span>
          </TextLink>
          {undone && undone_by_batch_id !== null ? (
            <UndoneMark batchId={undone_by_batch_id} />
          ) : (
            <Button
              variant="default"
              size="compact-xs"
              leftSection={<IconArrowBackUp size={13} aria-hidden />}
              onClick={() => onUndo({ kind: 'batch', batchId: batch_id, size: batch_size })}
            >
              Undo {changes}
            </Button>
          )}
        </span>
      </th>
    </tr>
  );
});
