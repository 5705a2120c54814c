import { Button } from '@mantine/core';
import type { EqualityRule } from '@storefleet/contract/articles/rules';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { RowButton } from '../../../components/data-table/row-button.tsx';
import { Cell, CellDetail, TableRow } from '../../../components/data-table/table-row.tsx';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { Loading } from '../../../components/feedback/loading.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { rulesQuery, useDeleteRule } from '../compare-queries.ts';
import { RuleDialog } from './rule-dialog.tsx';
import classes from './rules.module.css';

const columns: readonly Column<EqualityRule>[] = [
  { id: 'rule', label: 'Rule', namesRow: true },
  { id: 'stores', label: 'Applies in', look: 'muted', cardLabel: 'Applies in' },
  { id: 'actions', label: 'Actions', width: '13rem', align: 'end' },
];
const cards = { areas: '"rule" "stores" "actions"', columns: 'minmax(0, 1fr)' };

type Props = { stores: readonly { id: string; shop_name: string }[] };

/** Which values should be equal across stores, and how. */
export function RulesPanel({ stores }: Props) {
  const query = useQuery(rulesQuery(useApi()));
  const [edited, setEdited] = useState<EqualityRule | 'new' | null>(null);
  const [asked, setAsked] = useState<EqualityRule | null>(null);
  const deletion = useDeleteRule();
  const nameOf = (id: string) => stores.find((store) => store.id === id)?.shop_name ?? 'A deleted store';
  const rules = query.data?.rules;
  return (
    <Panel
      title="Rules"
      description="Which values should be equal across stores, and how. Rules change nothing by themselves: Compare shows deviations and plans corrections."
      actions={
        <Permitted call="rules.create">
          <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setEdited('new')}>
            Add rule
          </Button>
        </Permitted>
      }
    >
      {query.error && <QueryErrorBanner title="The rules could not be read." query={query} />}
      {rules?.length === 0 && (
        <p className="note">
          No rules yet. Add one such as “the price in the German shop is the Swiss one times 1.05, ending
          .90”.
        </p>
      )}
      {query.isPending && <Loading label="Loading the rules" height={21} />}
      {rules !== undefined && rules.length > 0 && (
        <DataTable
          label="Rules"
          place="panel"
          columns={columns}
          rows={rules}
          keyOf={({ id }) => id}
          cards={cards}
        >
          {(rule, position) => (
            <TableRow {...position}>
              <Cell column="rule">
                {rule.title}
                {!rule.is_enabled && <CellDetail>Not in use</CellDetail>}
                {rule.problem && <CellDetail className={classes.problem}>{rule.problem}</CellDetail>}
                {rule.deviations !== null && (
                  <CellDetail>{formatQuantity(rule.deviations, 'variant')} against it</CellDetail>
                )}
              </Cell>
              <Cell column="stores">{rule.store_ids.map(nameOf).join(', ')}</Cell>
              <Cell column="actions">
                {rule.way.kind !== 'ignore' && (
                  <TextLink
                    to={paths.compare}
                    search={{ show: 'deviating', of: rule.id, attributes: rule.attribute }}
                    size="sm"
                  >
                    Show<span className="sr-only"> what is against {rule.title}</span>
                  </TextLink>
                )}
                <Permitted call="rules.update">
                  <RowButton
                    variant="subtle"
                    aria-label={`Edit ${rule.title}`}
                    onClick={() => setEdited(rule)}
                  >
                    Edit
                  </RowButton>
                  <RowButton danger aria-label={`Delete ${rule.title}`} onClick={() => setAsked(rule)}>
                    Delete
                  </RowButton>
                </Permitted>
              </Cell>
            </TableRow>
          )}
        </DataTable>
      )}
      {edited && (
        <RuleDialog rule={edited === 'new' ? null : edited} stores={stores} onClose={() => setEdited(null)} />
      )}
      <ConfirmChange
        opened={asked !== null}
        title="Delete the rule?"
        confirmLabel="Delete rule"
        tone="danger"
        change={deletion}
        variables={asked?.id ?? ''}
        onDone={() => announce('Rule deleted.')}
        onClose={() => setAsked(null)}
        effect="Products stay as they are."
      >
        {asked?.title ?? ''}
      </ConfirmChange>
    </Panel>
  );
}
