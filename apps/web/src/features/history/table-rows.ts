import type { HistoryRecord } from '@storefleet/contract/edits/history';

/** Heading of a batch above its changes. */
type BatchHeadingRow = {
  kind: 'batch';
  key: string;
  record: HistoryRecord;
};

type RecordRow = { kind: 'record'; key: string; record: HistoryRecord; inBatch: boolean };

export type HistoryTableRow = BatchHeadingRow | RecordRow;

/** Adjacent changes of a batch get a heading; a batch of one needs none. */
export function historyTableRows(records: readonly HistoryRecord[]): HistoryTableRow[] {
  const rows: HistoryTableRow[] = [];
  let heading: BatchHeadingRow | null = null;
  for (const record of records) {
    const inBatch = record.batch_size > 1;
    if (!inBatch) {
      heading = null;
    } else if (heading?.record.batch_id !== record.batch_id) {
      // Parallel batches alternate: a repeated heading needs its own key.
      heading = { kind: 'batch', key: `batch ${record.id}`, record };
      rows.push(heading);
    }
    rows.push({ kind: 'record', key: record.id, record, inBatch });
  }
  return rows;
}
