import type { HistoryRecord } from '@storefleet/contract/catalogue/history';

/** The heading of a batch over those of its changes that stand below it. */
export type BatchHeadingRow = {
  kind: 'batch';
  key: string;
  record: HistoryRecord;
};

export type RecordRow = { kind: 'record'; key: string; record: HistoryRecord; inBatch: boolean };

export type HistoryTableRow = BatchHeadingRow | RecordRow;

/** Changes of one batch that stand together come under a heading; a batch of one change needs none. */
export function historyTableRows(records: readonly HistoryRecord[]): HistoryTableRow[] {
  const rows: HistoryTableRow[] = [];
  let heading: BatchHeadingRow | null = null;
  for (const record of records) {
    const inBatch = record.batch_size > 1;
    if (!inBatch) {
      heading = null;
    } else if (heading?.record.batch_id !== record.batch_id) {
      // Batches that ran side by side alternate: a heading may come again, under a key of its own.
      heading = { kind: 'batch', key: `batch ${record.id}`, record };
      rows.push(heading);
    }
    rows.push({ kind: 'record', key: record.id, record, inBatch });
  }
  return rows;
}
