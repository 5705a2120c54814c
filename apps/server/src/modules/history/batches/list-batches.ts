import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { type DefinitionOf, definitionsIn } from '@storefleet/contract/attributes/metafields';
import { isStock } from '@storefleet/contract/attributes/stock';
import type { BulkUpdateOrigin, BulkUpdateStatus } from '@storefleet/contract/constants';
import type {
  HistoryBatchesQuery,
  HistoryBatchLine,
  HistoryBatchList,
} from '@storefleet/contract/edits/history';
import type { Person } from '@storefleet/contract/people/person';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { Queryable } from '../../../platform/db/database.ts';
import { countedTitle, titleOf } from '../../bulk-updates/plan/batch-title.ts';
import { type OverrideColumns, toOverride } from '../../guard-rails/override.ts';
import { readDefinitions } from '../../stores/stores.repository.ts';
import { personOf } from '../history.presenter.ts';
import { conditions, type HistoryFilter, type HistoryRow } from '../history.repository.ts';
import { findWholeUndos } from '../undo/whole-undos.ts';

type LineRow = Pick<
  HistoryRow,
  'batch_id' | 'user_id' | 'user_email' | 'user_name' | 'origin' | 'found_by'
> & {
  first_at: Date;
  changes: number;
  all_changes: number;
  rows: number | null;
  failed: number | null;
  attributes: EditableAttribute[];
  stores: string[];
  store_ids: string[];
  title: string | null;
  note: string | null;
  file_name: string | null;
  status: BulkUpdateStatus | null;
  approved_by: Person | null;
  scheduled_by: Person | null;
} & OverrideColumns;

/** One page of updates. Its cost depends on the number of lines, not of the changes they stand for. */
export async function listHistoryBatches(
  db: Queryable,
  filter: HistoryFilter,
  { before, limit }: Pick<HistoryBatchesQuery, 'before' | 'limit'>,
): Promise<HistoryBatchList> {
  const { where, params } = narrowed(filter, before);
  const { rows } = await db.query<LineRow>(
    `with page as (
       select h.batch_id, min(h.first_at) as first_at, sum(h.changes)::int as changes,
         array_agg(distinct h.attribute) as attributes,
         array_agg(distinct h.store_name) as stores, array_agg(distinct h.store_id) as store_ids,
         (array_agg(h.origin))[1] as origin, (array_agg(h.found_by))[1] as found_by,
         (array_agg(h.user_id))[1] as user_id, (array_agg(h.user_email))[1] as user_email,
         (array_agg(h.user_name))[1] as user_name
       from change_history_batches as h ${where}
       group by h.batch_id order by h.batch_id desc limit $${params.length + 1}
     )
     select page.*, batch.title, batch.note, batch.override_reason, batch.overridden_by,
       case when batch.decision = 'approved' and batch.decided_by <> batch.requested_by then json_build_object(
         'id', batch.decided_by, 'name', batch.decided_by_name, 'email', batch.decided_by_email) end as approved_by,
       (select json_build_object('id', scheduled_by, 'name', scheduled_by_name, 'email', scheduled_by_email)
        from scheduled_changes change
        where change.batch_id = page.batch_id or change.batch_id = any (array(
          select batch_id from scheduled_change_reverts where revert_batch_id = page.batch_id))
        limit 1) as scheduled_by,
       batch.overridden_by_email, batch.overridden_by_name, batch.status, batch.import_report ->> 'file_name' as file_name,
       outcome.rows, outcome.failed,
       (select sum(changes)::int from change_history_batches as line where line.batch_id = page.batch_id) as all_changes
     from page
     left join edit_batches as batch on batch.id = page.batch_id
     left join lateral (
       select sum(succeeded)::int as rows, sum(failed)::int as failed
       from edit_batch_stores as share where share.batch_id = page.batch_id
     ) as outcome on true
     order by page.batch_id desc`,
    [...params, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const undone = await findWholeUndos(db, new Map(shown.map((row) => [row.batch_id, row.all_changes])));
  const stores = await readDefinitions(
    db,
    shown.flatMap(({ attributes }) => attributes),
  );
  const batches = shown.map((row) =>
    toLine(row, undone.get(row.batch_id) ?? null, definitionsIn(stores, row.store_ids)),
  );
  return { batches, next: rows.length > limit ? (shown.at(-1)?.batch_id ?? null) : null };
}

/**
 * Filters lines by their own columns, and by single changes only where needed: both use an index, and a
 * product or a search has few changes.
 */
function narrowed(filter: HistoryFilter, before: string | undefined): { where: string; params: unknown[] } {
  const { productId, variantId, search, period, ...ofLines } = filter;
  const { where, params } = conditions(ofLines);
  const clauses = where === '' ? [] : [where.replace(/^where /, '')];
  const add = (clause: string, value: unknown) => {
    if (value === undefined || value === null) return;
    params.push(value);
    clauses.push(clause.replace('?', `$${params.length}`));
  };
  add('h.batch_id < ?', before);
  add('h.last_at >= ?', period?.from);
  add('h.first_at < ?', period?.before);
  const ofChanges = conditions({ productId, variantId, search });
  if (ofChanges.where !== '') {
    const shifted = ofChanges.where.replace(/\$(\d+)/g, (_, index) => `$${Number(index) + params.length}`);
    params.push(...ofChanges.params);
    clauses.push(`h.batch_id in (select h.batch_id from change_history as h ${shifted})`);
  }
  return { where: clauses.length === 0 ? '' : `where ${clauses.join(' and ')}`, params };
}

function toLine(
  row: LineRow,
  undone_by_batch_id: string | null,
  definitionOf: DefinitionOf,
): HistoryBatchLine {
  return {
    batch_id: row.batch_id,
    title: titleOfLine(row, definitionOf),
    note: row.note,
    override: toOverride(row),
    approved_by: row.approved_by,
    scheduled_by: row.scheduled_by,
    timestamp: row.first_at.toISOString(),
    origin: row.origin,
    found_by: row.found_by,
    user_details: personOf(row),
    status: row.status,
    changes: row.changes,
    failed: row.failed ?? 0,
    stores: row.stores,
    undone_by_batch_id,
  };
}

function titleOfLine(
  { origin, found_by, changes, stores, title, attributes, file_name, rows }: LineRow,
  definitionOf: DefinitionOf,
): string {
  if (origin === 'outside') {
    // What is found of stock within a day is one batch.
    const isStockOfDay = found_by !== null && attributes.every(isStock);
    const finder = found_by === 'webhook' ? 'webhooks' : isStockOfDay ? 'syncs' : 'a sync';
    const found = found_by === null ? '' : `, found by ${finder}`;
    const made = `${formatQuantity(changes, 'change')}${isStockOfDay ? ' of stock' : ''}`;
    return `${made} made in ${stores.join(', ')}${found}`;
  }
  const ofOurs: BulkUpdateOrigin = origin;
  const named = titleOf({ title, origin: ofOurs, attributes, fileName: file_name, definitionOf });
  return countedTitle(named, rows || changes, stores.length, attributes);
}
