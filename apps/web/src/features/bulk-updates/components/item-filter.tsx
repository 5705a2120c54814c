import { Button, NativeSelect, TextInput } from '@mantine/core';
import { MONEY_ATTRIBUTES } from '@storefleet/contract/constants';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-updates';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconSearch } from '@tabler/icons-react';
import { describeError } from '../../../lib/api/describe-error.ts';
import type { ItemsFilter } from '../api/queries.ts';
import type { ItemsView } from '../use-items-view.ts';
import type { LeavingOut } from '../use-leaving-out.ts';
import classes from './item-filter.module.css';

type Props = {
  batch: BulkUpdateBatch;
  filter: ItemsFilter;
  items: Pick<ItemsView, 'change' | 'find'>;
  /** How many rows the filter leaves; null while they are counted. */
  total: number | null;
  leavingOut: LeavingOut | undefined;
};

type Move = { label: string } & Pick<ItemsFilter, 'moves' | 'by_at_least'>;
const MOVES: Readonly<Record<string, Move>> = {
  any: { label: 'Any change' },
  up: { label: 'Rises', moves: 'up' },
  up20: { label: 'Rises by 20% or more', moves: 'up', by_at_least: 20 },
  down: { label: 'Falls', moves: 'down' },
  down20: { label: 'Falls by 20% or more', moves: 'down', by_at_least: 20 },
  far: { label: 'Moves by 50% or more', by_at_least: 50 },
};

/** Narrows the rows of an update down, and leaves all of these out at once. */
export function ItemFilter({ batch, filter, items, total, leavingOut }: Props) {
  const isNarrowed = [filter.q, filter.store_id, filter.moves, filter.by_at_least].some(Boolean);
  const hasMoney = batch.attributes.some((name) => MONEY_ATTRIBUTES.some((money) => money === name));
  const chosen = Object.entries(MOVES).find(
    ([, { moves, by_at_least }]) => moves === filter.moves && by_at_least === filter.by_at_least,
  );
  return (
    <fieldset className={classes.bar} aria-label="Narrow the rows down">
      <TextInput
        type="search"
        size="xs"
        className={classes.search}
        aria-label="Find rows"
        placeholder="Title or SKU"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={filter.q ?? ''}
        onChange={(event) => items.find(event.currentTarget.value)}
      />
      {batch.stores.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label="Store of the rows"
          value={filter.store_id ?? ''}
          data={[
            { value: '', label: 'All stores' },
            ...batch.stores.map(({ store_id, store_name }) => ({ value: store_id, label: store_name })),
          ]}
          onChange={(event) => items.change({ ...filter, store_id: event.currentTarget.value || undefined })}
        />
      )}
      {hasMoney && (
        <NativeSelect
          size="xs"
          aria-label="Change of the rows"
          value={chosen?.[0] ?? 'any'}
          data={Object.entries(MOVES).map(([value, { label }]) => ({ value, label }))}
          onChange={(event) => {
            const { moves, by_at_least } = MOVES[event.currentTarget.value] ?? {};
            items.change({ ...filter, moves, by_at_least });
          }}
        />
      )}
      {isNarrowed && (
        <span className={classes.count} role="status">
          {total === null ? 'Counting…' : formatQuantity(total, 'row')}
        </span>
      )}
      {leavingOut && <LeaveOut {...{ filter, isNarrowed, total, leavingOut }} />}
    </fieldset>
  );
}

type LeaveOutProps = Pick<Props, 'filter' | 'total'> & { isNarrowed: boolean; leavingOut: LeavingOut };

function LeaveOut({ filter, total, isNarrowed, leavingOut }: LeaveOutProps) {
  const { excluded, onExclude, onExcludeAll, isPending, error } = leavingOut;
  const nothing = total === null || total === 0;
  if (!isNarrowed) {
    return excluded.size === 0 ? null : (
      <Button
        size="compact-sm"
        variant="default"
        disabled={isPending}
        onClick={() => onExclude([...excluded.values()], false)}
      >
        Include all again
      </Button>
    );
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={isPending}
        disabled={nothing}
        onClick={() => onExcludeAll(filter, true)}
      >
        Leave out {total === null ? 'these' : `these ${formatCount(total)}`}
      </Button>
      {excluded.size > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={nothing || isPending}
          onClick={() => onExcludeAll(filter, false)}
        >
          Include these
        </Button>
      )}
      {error && (
        <span className={classes.error} role="alert">
          {describeError(error)}
        </span>
      )}
    </>
  );
}
