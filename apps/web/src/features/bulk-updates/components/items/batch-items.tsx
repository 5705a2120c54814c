import { UnstyledButton } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId } from 'react';
import pill from '../../../../components/pill.module.css';
import { useApi } from '../../../../lib/api/api-context.ts';
import { bulkUpdateItemsQuery, type ShownItems } from '../../../batches/queries.ts';
import { useItemsView } from '../../items/use-items-view.ts';
import type { LeavingOut } from '../../items/use-leaving-out.ts';
import classes from './batch-items.module.css';
import { ItemRows } from './item-rows.tsx';

type Props = {
  batch: BulkUpdateBatch;
  /** Initial tab. */
  initial?: ShownItems;
  /** For a preview. */
  leavingOut?: LeavingOut | undefined;
};

type Tab = { show: ShownItems; label: string; count: number | null };

/** An update's rows by tab: changes, problems, warnings and unchanged rows. */
export function BatchItems({ batch, initial = 'changes', leavingOut }: Props) {
  const id = useId();
  const items = useItemsView(batch);
  const choose = (show: ShownItems) => items.change({ ...items.view, show });
  const tabs = useTabs(batch);
  const wanted = items.view.show ?? (initial === 'changes' && tabs[0]?.count === 0 ? null : initial);
  const tab = tabs.find(({ show }) => show === wanted) ?? tabs.find(({ count }) => count !== 0) ?? tabs[0];
  if (!tab) return null;

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    choose(next.show);
    document.getElementById(`${id}-${next.show}`)?.focus();
  };

  return (
    <div>
      <div role="tablist" aria-label="Rows" className={classes.tabs}>
        {tabs.map(({ show, label, count }) => (
          <UnstyledButton
            key={show}
            id={`${id}-${show}`}
            role="tab"
            aria-selected={show === tab.show}
            aria-controls={`${id}-rows`}
            tabIndex={show === tab.show ? 0 : -1}
            className={pill.pill}
            onClick={() => choose(show)}
            onKeyDown={move}
          >
            {label}
            {count !== null && <span className={pill.count}>{formatCount(count)}</span>}
          </UnstyledButton>
        ))}
      </div>
      <div id={`${id}-rows`} role="tabpanel" aria-labelledby={`${id}-${tab.show}`}>
        <ItemRows
          key={tab.show}
          batch={batch}
          show={tab.show}
          items={items}
          leavingOut={tab.show === 'problems' || tab.show === 'unchanged' ? undefined : leavingOut}
        />
      </div>
    </div>
  );
}

function useTabs(batch: BulkUpdateBatch): Tab[] {
  const { batch_id: batchId, warnings, status, failed, unchanged } = batch;
  const hasWarnings = warnings.length > 0 && status === 'planned';
  const warned = useQuery({
    ...bulkUpdateItemsQuery(useApi(), { batchId, filter: { show: 'warnings' }, page: 0, status }),
    enabled: hasWarnings,
  });
  const tabs: Tab[] = [
    { show: 'changes', label: 'Changes', count: batch.total - failed - unchanged },
    { show: 'problems', label: 'Problems', count: failed },
  ];
  if (hasWarnings) tabs.push({ show: 'warnings', label: 'Warnings', count: warned.data?.total ?? null });
  tabs.push({ show: 'unchanged', label: 'Unchanged', count: unchanged });
  if (batch.left_out > 0) tabs.push({ show: 'left_out', label: 'Left out', count: batch.left_out });
  return tabs;
}
