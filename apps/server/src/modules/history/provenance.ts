import type { Provenance, ProvenanceQuery } from '@storefleet/contract/edits/history';
import type { Queryable } from '../../platform/db/database.ts';
import { listHistoryBatches } from './batches/list-batches.ts';
import { presentHistory } from './history.presenter.ts';
import type { HistoryRow } from './history.repository.ts';

/** Who or what set a value: one index lookup, regardless of the history's size. */
export async function findProvenance(db: Queryable, query: ProvenanceQuery): Promise<Provenance> {
  const { product_id, variant_id, attribute } = query;
  const isOf = variant_id === undefined || variant_id === null ? 'variant_id is null' : 'variant_id = $3';
  const of = [product_id, attribute, ...(isOf.includes('$3') ? [variant_id] : [])];
  const { rows } = await db.query<HistoryRow>(
    `select * from change_history where product_id = $1 and attribute = $2 and ${isOf}
     order by changed_at desc, id desc limit 1`,
    of,
  );
  const [change = null] = await presentHistory(db, rows);
  const { batches } = change
    ? await listHistoryBatches(db, { batchId: change.batch_id }, { before: undefined, limit: 1 })
    : { batches: [] };
  const { rows: seen } = await db.query<{ created_at: Date }>(
    isOf.includes('$3')
      ? 'select created_at from variants where id = $1'
      : 'select created_at from products where id = $1',
    [variant_id ?? product_id],
  );
  return {
    change,
    title: batches[0]?.title ?? null,
    note: batches[0]?.note ?? null,
    override: batches[0]?.override ?? null,
    approved_by: batches[0]?.approved_by ?? null,
    first_seen: seen[0]?.created_at.toISOString() ?? null,
  };
}
