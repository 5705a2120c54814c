import { Button, UnstyledButton } from '@mantine/core';
import type { HistoryBatchLine } from '@storefleet/contract/edits/history';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconArrowBackUp, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { TextLink } from '../../../components/text/links.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { paths } from '../../../lib/paths.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { historyFilters } from '../api/queries.ts';
import type { UndoSubject } from '../api/undo.ts';
import { UndoneMark } from '../components/undo/undone-mark.tsx';
import type { HistoryView } from '../filters/history-address.ts';
import { authorName, personName } from '../record-names.ts';
import { ChangesOfUpdate } from './changes-of-update.tsx';
import classes from './updates.module.css';

type Props = { line: HistoryBatchLine; view: HistoryView; onUndo: (subject: UndoSubject) => void };

/** One line per update, expandable to its changes. */
export function UpdateLine({ line, view, onUndo }: Props) {
  const [open, setOpen] = useState(false);
  const changesId = useId();
  return (
    <li className={classes.item}>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={open}
        aria-controls={open ? changesId : undefined}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight size={15} className={classes.chevron} aria-hidden />
        <span className={classes.title}>{line.title}</span>
      </UnstyledButton>
      <div className={classes.details}>
        <span>
          {authorName(line)}
          {line.approved_by && `, approved by ${personName(line.approved_by)}`}
          {line.scheduled_by && `, scheduled by ${personName(line.scheduled_by)}`}
        </span>
        <RelativeTime value={line.timestamp} />
        <span>{outcomeOf(line)}</span>
        <span>{storesOf(line)}</span>
      </div>
      {line.note && <p className={classes.note}>{line.note}</p>}
      {line.override && (
        <p className={classes.note}>
          Guard rail overridden: {line.override.reason} ({personName(line.override.by)})
        </p>
      )}
      <div className={classes.actions}>
        {line.status !== null && (
          <TextLink to={paths.bulkUpdate} params={{ batchId: line.batch_id }} size="xs">
            Details<span className="sr-only"> of {line.title}</span>
          </TextLink>
        )}
        {line.undone_by_batch_id === null ? (
          <Permitted call="history.undo">
            <Button
              variant="default"
              size="compact-xs"
              leftSection={<IconArrowBackUp size={13} aria-hidden />}
              disabled={line.status === 'in_progress'}
              onClick={() => onUndo(subjectOf(line, view))}
            >
              Undo<span className="sr-only"> {line.title}</span>
            </Button>
          </Permitted>
        ) : (
          <UndoneMark batchId={line.undone_by_batch_id} />
        )}
      </div>
      {open && (
        <div id={changesId} className={classes.changes}>
          <ChangesOfUpdate line={line} view={view} />
        </div>
      )}
    </li>
  );
}

function outcomeOf({ changes, failed, status }: HistoryBatchLine): string {
  const made = formatQuantity(changes, 'change');
  if (status === 'in_progress') return `${made} so far`;
  return failed > 0 ? `${made}, ${formatCount(failed)} failed` : made;
}

const STORES_NAMED = 2;

function storesOf({ stores }: HistoryBatchLine): string {
  const rest = stores.length - STORES_NAMED;
  const named = stores.slice(0, STORES_NAMED).join(', ');
  return rest > 0 ? `${named} and ${formatQuantity(rest, 'other')}` : named;
}

/** The update's matching changes, as in the table below. */
function subjectOf({ batch_id, changes }: HistoryBatchLine, view: HistoryView): UndoSubject {
  const { batch_id: _, ...filters } = historyFilters(view);
  return Object.values(filters).every((value) => value === undefined)
    ? { kind: 'batch', batchId: batch_id, size: changes }
    : { kind: 'filters', filters: { ...filters, batch_id }, size: changes };
}
