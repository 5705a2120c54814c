import { BULK_UPDATE_WARNINGS } from '@storefleet/contract/constants';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { ItemsFilter, ShownItems } from '../../batches/queries.ts';

type Choices<Value extends string> = Readonly<Record<Value, true>>;

const SHOWN: Choices<ShownItems> = {
  changes: true,
  problems: true,
  warnings: true,
  unchanged: true,
  left_out: true,
};
const MOVES: Choices<NonNullable<ItemsFilter['moves']>> = { up: true, down: true };
const SORTS: Choices<NonNullable<ItemsFilter['sort']>> = {
  name: true,
  store: true,
  sku: true,
  before: true,
  after: true,
  change: true,
  margin: true,
};
const DIRECTIONS: Choices<NonNullable<ItemsFilter['direction']>> = { asc: true, desc: true };

/** Parses the row filter in the URL; ignores invalid parts. */
export function readItemsView(
  raw: Readonly<Record<string, unknown>>,
  { stores, attributes }: Pick<BulkUpdateBatch, 'stores' | 'attributes'>,
): ItemsFilter {
  const percent = Number(raw.by_at_least ?? Number.NaN);
  const read: ItemsFilter = {
    show: choice(SHOWN, raw.show),
    q: typeof raw.q === 'string' && raw.q !== '' ? raw.q.slice(0, LONGEST_QUERY) : undefined,
    store_id: stores.find(({ store_id }) => store_id === raw.store_id)?.store_id,
    attribute: attributes.find((attribute) => attribute === raw.attribute),
    warning: BULK_UPDATE_WARNINGS.find((code) => code === raw.warning),
    moves: choice(MOVES, raw.moves),
    by_at_least: percent >= 0 && percent <= MOST_PERCENT ? percent : undefined,
    sort: choice(SORTS, raw.sort),
    direction: choice(DIRECTIONS, raw.direction),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Query parameters for the server. */
const LONGEST_QUERY = 200;
const MOST_PERCENT = 1_000_000;

function choice<Value extends string>(choices: Choices<Value>, value: unknown): Value | undefined {
  return typeof value === 'string' && Object.hasOwn(choices, value) ? (value as Value) : undefined;
}
