import type { UndoStarted } from '@storefleet/contract/edits/history';
import type { Queryable } from '../../../platform/db/database.ts';

/** Of one person; `requestKey` as in `platform/http/idempotency-key.ts`. */
export type UndoRequestKey = { readonly requestedBy: string; readonly requestKey: string };

/** The earlier response to the same request, or null. */
export async function findUndoAnswer(
  db: Queryable,
  { requestedBy, requestKey }: UndoRequestKey,
): Promise<UndoStarted | null> {
  const { rows } = await db.query<{ answer: UndoStarted }>(
    'select answer from undo_requests where requested_by = $1 and request_key = $2',
    [requestedBy, requestKey],
  );
  return rows[0]?.answer ?? null;
}

/** Records the response to a request. False if the same request got one meanwhile. */
export async function noteUndoAnswer(
  tx: Queryable,
  { requestedBy, requestKey }: UndoRequestKey,
  answer: UndoStarted,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into undo_requests (requested_by, request_key, batch_id, answer) values ($1, $2, $3, $4::jsonb)
     on conflict do nothing`,
    [requestedBy, requestKey, answer.batch_id, JSON.stringify(answer)],
  );
  return rowCount > 0;
}

/** A change that is undone along with an older one of the same value. */
export type ChainedRecord = { readonly recordId: string; readonly oldestRecordId: string };

export async function noteChains(
  tx: Queryable,
  batchId: string,
  records: readonly ChainedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await tx.query(
    `insert into undone_chains (record_id, batch_id, oldest_record_id)
     select later.record_id, $1, later.oldest_record_id
     from unnest($2::uuid[], $3::uuid[]) as later (record_id, oldest_record_id)`,
    [batchId, records.map(({ recordId }) => recordId), records.map(({ oldestRecordId }) => oldestRecordId)],
  );
}
