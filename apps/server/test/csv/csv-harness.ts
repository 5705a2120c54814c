import { Readable } from 'node:stream';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';
import { createCsvService } from '@storefleet/server/modules/csv/csv.service';
import { type Table, toCsv } from '@storefleet/server/modules/csv/export/table';
import type { Database } from '@storefleet/server/platform/db/database';
import type { FileAnswer } from '@storefleet/server/platform/http/file-answer';
import { addProduct, type ProductInput, type VariantInput } from '../products/catalogue.ts';
import { createPlanning, readBatch, SAM } from '../products/planning.ts';

export type Imported = { batch: BulkUpdateBatch; items: BulkUpdateItem[] };

/** Imports and exports with a real database. */
export function createCsvHarness(db: Database) {
  const planning = createPlanning(db);
  const get = async (batchId: string) => (await readBatch(db, batchId)).batch;
  const csv = createCsvService({ ...planning, bulkUpdates: { get } });
  const { signal } = new AbortController();

  return {
    ...planning,
    csv,
    signal,
    async importBytes(bytes: Buffer, query: Record<string, string> = {}): Promise<Imported> {
      const { batch_id } = await csv.importFile(Readable.from(pieces(bytes)), query, {
        user: SAM,
        signal,
        progress: { done: 0, total: null },
      });
      return readBatch(db, batch_id);
    },
    async importText(text: string, query?: Record<string, string>): Promise<Imported> {
      return this.importBytes(Buffer.from(text), query);
    },
    /** The sentence that refuses a file. */
    async refusalOf(file: string | Buffer): Promise<string> {
      try {
        await this.importBytes(Buffer.from(file as string));
      } catch (error) {
        return (error as Error).message;
      }
      throw new Error('The file was taken.');
    },
    async exportText(query: string): Promise<string> {
      return textOf(await csv.productTable({ query, type: 'name', sort_direction: 'asc' }, signal));
    },
  };
}

export async function textOf(file: Table | FileAnswer): Promise<string> {
  let text = '';
  for await (const row of 'rows' in file ? file.rows : toCsv(file).rows) text += row;
  return text;
}

/** A product with values that only files show; returns its id and its variants' ids in order. */
export async function addFullProduct(
  db: Database,
  storeId: string,
  title: string,
  details: ProductInput,
  variants: readonly VariantInput[],
): Promise<{ id: string; variantIds: string[] }> {
  const id = await addProduct(db, storeId, title, variants, details);
  const ofProduct = 'select id from variants where product_id = $1 order by position';
  const { rows } = await db.query<{ id: string }>(ofProduct, [id]);
  return { id, variantIds: rows.map((row) => row.id) };
}

/** Small chunks, which split characters and quoted cells. */
function* pieces(bytes: Buffer): Generator<Buffer> {
  const size = bytes.length > 100_000 ? 65_536 : 7;
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
