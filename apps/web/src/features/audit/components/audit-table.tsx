import type { AuditRecord } from '@storefleet/contract/people/audit';
import { useMemo } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { RowButton } from '../../../components/data-table/row-button.tsx';
import { CellDetail } from '../../../components/data-table/table-row.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { actionOf, actorOf, outcomeOf, targetOf } from '../audit-words.ts';

const cards = {
  areas: '"what outcome" "who who" "target target" "at details"',
  columns: 'minmax(0, 1fr) auto',
};

type Props = {
  entries: readonly AuditRecord[] | undefined;
  stale: boolean;
  onOpen: (entry: AuditRecord) => void;
};

/** Who did what, newest first. */
export function AuditTable({ entries, stale, onOpen }: Props) {
  const columns = useMemo(() => columnsOf(onOpen), [onOpen]);
  return (
    <DataTable
      label="Audit log"
      loading="Loading the audit log"
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
      cards={cards}
      stale={stale}
    />
  );
}

function columnsOf(onOpen: Props['onOpen']): Column<AuditRecord>[] {
  return [
    {
      id: 'what',
      label: 'What',
      width: 'minmax(0, 1.3fr)',
      namesRow: true,
      look: 'strong',
      cell: actionOf,
    },
    {
      id: 'target',
      label: 'On',
      width: 'minmax(0, 1.1fr)',
      cell: (entry) => targetOf(entry) ?? <Absent what="target" />,
    },
    {
      id: 'who',
      label: 'Who',
      width: 'minmax(0, 1.5fr)',
      skeleton: 'two lines',
      cell: (entry) => (
        <>
          {actorOf(entry)}
          <CellDetail>{entry.ip}</CellDetail>
        </>
      ),
    },
    {
      id: 'at',
      label: 'When',
      width: 'minmax(0, 0.8fr)',
      look: 'muted',
      cell: ({ at }) => <RelativeTime value={at} />,
    },
    {
      id: 'outcome',
      label: 'Outcome',
      width: 'minmax(6rem, 0.6fr)',
      cell: (entry) => <StatusBadge tone={outcomeOf(entry).tone}>{outcomeOf(entry).label}</StatusBadge>,
    },
    {
      id: 'details',
      label: 'Details',
      hideLabel: true,
      width: '5.5rem',
      align: 'end',
      cell: (entry) => (
        <RowButton
          aria-label={`Details of ${actionOf(entry)}, ${formatDateTime(entry.at)}`}
          onClick={() => onOpen(entry)}
        >
          Details
        </RowButton>
      ),
    },
  ];
}
