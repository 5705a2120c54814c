import { describeRule } from '@storefleet/contract/edits/guard-rail-words';
import type { GuardRail } from '@storefleet/contract/edits/guard-rails';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { RowButton } from '../../../components/data-table/row-button.tsx';
import { Cell, TableRow } from '../../../components/data-table/table-row.tsx';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { storesQuery } from '../../stores/api/queries.ts';
import { describeScope, EFFECTS } from '../guard-rail-words.ts';
import { useDeleteGuardRail } from '../guard-rails-api.ts';
import classes from './guard-rails.module.css';

const columns: readonly Column<GuardRail>[] = [
  { id: 'rule', label: 'Rule', namesRow: true, skeleton: 'two lines' },
  { id: 'scope', label: 'Applies to', look: 'muted', cardLabel: 'Applies to' },
  { id: 'effect', label: 'Effect', width: '6.5rem' },
  { id: 'actions', label: 'Actions', width: '9rem', align: 'end', skeleton: 'none' },
];
const cards = { areas: '"rule effect" "scope scope" "actions actions"', columns: 'minmax(0, 1fr) auto' };

type Props = {
  /** Undefined while loading. */
  guardRails: readonly GuardRail[] | undefined;
  onEdit: (guardRail: GuardRail) => void;
};

export function GuardRailsTable({ guardRails, onEdit }: Props) {
  const [asked, setAsked] = useState<GuardRail | null>(null);
  const deletion = useDeleteGuardRail();
  const { data: stores } = useQuery(storesQuery(useApi()));
  const storeNames = new Map(stores?.map(({ id, shop_name }) => [id, shop_name]));
  return (
    <>
      <DataTable
        label="Guard rails"
        loading="Loading the guard rails"
        place="panel"
        columns={columns}
        rows={guardRails}
        keyOf={({ id }) => id}
        cards={cards}
      >
        {(guardRail, position) => {
          const { title, name, rule, effect, is_enabled } = guardRail;
          const { label, tone } = EFFECTS[effect];
          return (
            <TableRow {...position}>
              <Cell column="rule">
                {title}
                {name !== null && <span className={classes.demand}>{describeRule(rule)}</span>}
              </Cell>
              <Cell column="scope">{describeScope(guardRail, storeNames)}</Cell>
              <Cell column="effect">
                <StatusBadge tone={is_enabled ? tone : 'neutral'}>{is_enabled ? label : 'Off'}</StatusBadge>
              </Cell>
              <Cell column="actions">
                <Permitted call="guardRails.update">
                  <RowButton variant="subtle" aria-label={`Edit ${title}`} onClick={() => onEdit(guardRail)}>
                    Edit
                  </RowButton>
                  <RowButton danger aria-label={`Delete ${title}`} onClick={() => setAsked(guardRail)}>
                    Delete
                  </RowButton>
                </Permitted>
              </Cell>
            </TableRow>
          );
        }}
      </DataTable>
      {asked && (
        <ConfirmChange
          opened
          title={`Delete “${asked.title}”?`}
          confirmLabel="Delete guard rail"
          tone="danger"
          change={deletion}
          variables={asked.id}
          failed={(reason) => `Failed to delete the guard rail. Please try again. (${reason})`}
          onDone={() => announce(`“${asked.title}” was deleted.`)}
          onClose={() => setAsked(null)}
        >
          It no longer checks changes. Updates that broke it keep its name in the history.
        </ConfirmChange>
      )}
    </>
  );
}
