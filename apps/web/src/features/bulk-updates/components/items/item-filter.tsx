import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  type EditableAttribute,
  labelOf,
  MONEY_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconSearch } from '@tabler/icons-react';
import { describeError } from '../../../../lib/api/describe-error.ts';
import type { ItemsFilter } from '../../../batches/queries.ts';
import { useDefinitions } from '../../../metafields/use-definitions.ts';
import type { ItemsView } from '../../items/use-items-view.ts';
import type { LeavingOut } from '../../items/use-leaving-out.ts';
import { warningWords } from './item-cells.tsx';
import classes from './item-filter.module.css';

type Props = {
  batch: BulkUpdateBatch;
  filter: ItemsFilter;
  items: Pick<ItemsView, 'change' | 'find'>;
  /** Number of matching rows; null while counting. */
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

/** Sort order; table headers set some of these, too. */
const SORTS: Readonly<Record<string, { label: string } & Pick<ItemsFilter, 'sort' | 'direction'>>> = {
  plan: { label: 'Plan order' },
  name: { label: 'By name', sort: 'name', direction: 'asc' },
  store: { label: 'By store', sort: 'store', direction: 'asc' },
  sku: { label: 'By SKU', sort: 'sku', direction: 'asc' },
  beforeUp: { label: 'Lowest old value first', sort: 'before', direction: 'asc' },
  beforeDown: { label: 'Highest old value first', sort: 'before', direction: 'desc' },
  afterUp: { label: 'Lowest new value first', sort: 'after', direction: 'asc' },
  afterDown: { label: 'Highest new value first', sort: 'after', direction: 'desc' },
};
const MONEY_SORTS: typeof SORTS = {
  changeUp: { label: 'Largest fall first', sort: 'change', direction: 'asc' },
  changeDown: { label: 'Largest rise first', sort: 'change', direction: 'desc' },
  marginUp: { label: 'Lowest new margin first', sort: 'margin', direction: 'asc' },
  marginDown: { label: 'Highest new margin first', sort: 'margin', direction: 'desc' },
};

const isMoney = (attribute: EditableAttribute) => MONEY_ATTRIBUTES.some((money) => money === attribute);

/** Filters and sorts an update's rows, and leaves all matching ones out at once. */
export function ItemFilter({ batch, filter, items, total, leavingOut }: Props) {
  const { show: _, sort, direction, ...narrowing } = filter;
  const definitionOf = useDefinitions()(batch.stores.map(({ store_id }) => store_id));
  const isNarrowed = Object.values(narrowing).some(Boolean);
  const hasMoney = filter.attribute ? isMoney(filter.attribute) : batch.attributes.some(isMoney);
  const sorts = hasMoney && batch.status === 'planned' ? { ...SORTS, ...MONEY_SORTS } : SORTS;
  const move = Object.entries(MOVES).find(
    ([, { moves, by_at_least }]) => moves === filter.moves && by_at_least === filter.by_at_least,
  );
  const order = Object.entries(sorts).find(
    ([, one]) => one.sort === sort && (one.direction ?? 'asc') === (direction ?? 'asc'),
  );
  return (
    <fieldset className={classes.bar} aria-label="Filter rows">
      <TextInput
        type="search"
        size="xs"
        className={classes.search}
        aria-label="Find rows"
        placeholder="Title, SKU or barcode"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={filter.q ?? ''}
        onChange={(event) => items.find(event.currentTarget.value)}
      />
      {batch.stores.length > 1 && (
        <Choice
          label="Store of the rows"
          all="All stores"
          value={filter.store_id}
          choices={batch.stores.map(({ store_id, store_name }) => [store_id, store_name])}
          onChoose={(store_id) => items.change({ ...filter, store_id })}
        />
      )}
      {batch.attributes.length > 1 && (
        <Choice
          label="What changes"
          all="All values"
          value={filter.attribute}
          choices={batch.attributes.map((name) => [name, labelOf(name, definitionOf)])}
          onChoose={(attribute) =>
            items.change({
              ...filter,
              attribute,
              ...(attribute && !isMoney(attribute) ? { moves: undefined, by_at_least: undefined } : {}),
            })
          }
        />
      )}
      {batch.status === 'planned' && batch.warnings.length > 0 && (
        <Choice
          label="Warning of the rows"
          all="With or without warning"
          value={filter.warning}
          // A server of a later version may have others.
          choices={batch.warnings
            .filter(({ code }) => code in warningWords)
            .map(({ code }) => [code, warningWords[code]])}
          onChoose={(warning) => items.change({ ...filter, warning })}
        />
      )}
      {hasMoney && (
        <Choice
          label="Change of the rows"
          value={move?.[0]}
          choices={Object.entries(MOVES).map(([value, { label }]) => [value, label])}
          onChoose={(value = 'any') => {
            const { moves, by_at_least } = MOVES[value] ?? {};
            items.change({ ...filter, moves, by_at_least });
          }}
        />
      )}
      <Choice
        label="Order of the rows"
        value={order?.[0]}
        choices={Object.entries(sorts).map(([value, { label }]) => [value, label])}
        onChoose={(value = 'plan') =>
          items.change({ ...filter, sort: sorts[value]?.sort, direction: sorts[value]?.direction })
        }
      />
      {isNarrowed && (
        <span className="muted small tabular" role="status">
          {total === null ? 'Counting…' : formatQuantity(total, 'row')}
        </span>
      )}
      {leavingOut && <LeaveOut {...{ batch, filter, isNarrowed, total, leavingOut }} />}
    </fieldset>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  /** Label for no choice. */
  all?: string;
  value: Value | undefined;
  choices: readonly (readonly [Value, string])[];
  onChoose: (value: Value | undefined) => void;
};

function Choice<Value extends string>({ label, all, value, choices, onChoose }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value ?? ''}
      data={[
        ...(all === undefined ? [] : [{ value: '', label: all }]),
        ...choices.map(([choice, words]) => ({ value: choice, label: words })),
      ]}
      onChange={(event) => onChoose((event.currentTarget.value || undefined) as Value | undefined)}
    />
  );
}

type LeaveOutProps = Pick<Props, 'batch' | 'filter' | 'total'> & {
  isNarrowed: boolean;
  leavingOut: LeavingOut;
};

function LeaveOut({ batch, filter, total, isNarrowed, leavingOut }: LeaveOutProps) {
  const { onExcludeAll, isPending, error } = leavingOut;
  const nothing = total === null || total === 0;
  return (
    <>
      {isNarrowed && filter.show !== 'left_out' && (
        <Button
          size="compact-sm"
          variant="default"
          loading={isPending}
          disabled={nothing}
          onClick={() => onExcludeAll(filter, true)}
        >
          Leave out {total === null ? 'these' : `these ${formatCount(total)}`}
        </Button>
      )}
      {batch.left_out > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isPending || (isNarrowed && nothing)}
          onClick={() => onExcludeAll(isNarrowed ? filter : {}, false)}
        >
          {isNarrowed ? 'Include these' : 'Include all again'}
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
