import type { SqlServerError } from '../values/errors.ts';
import type { ResultColumn, ResultEvent, SqlValue } from '../values/sql-value.ts';
import type { MessageWriter } from './bytes/message-writer.ts';
import { DONE, writeDone, writeError, writeReturnStatus } from './tokens.ts';
import { type ColumnWriter, columnWriter } from './types/column-writer.ts';

const COLMETADATA = 0x81;
const ROW = 0xd1;
/** A row with a NULL bitmap, in which NULLs take no bytes of their own (MS-TDS 2.2.7.13). */
const NBCROW = 0xd2;

const NULLABLE = 0x01;
/** Does not say whether the column can be updated. */
const UPDATABLE_UNKNOWN = 0x08;
/** UserType of a rowversion. */
const TIMESTAMP = 0x50;

/** Turns the engine's events of a batch or a call into tokens. */
export class ResultWriter {
  readonly #writer: MessageWriter;
  readonly #isCall: boolean;
  readonly #inTransaction: () => boolean;
  #columns: readonly ColumnWriter[] = [];
  #bitmapBytes = 0;
  #isSelect = false;
  /** A DONE is delayed until it is known whether it is the last one. */
  #pending: { rowCount: number | null; isSelect: boolean } | null = null;
  rows = 0;

  constructor(writer: MessageWriter, isCall: boolean, inTransaction: () => boolean) {
    this.#writer = writer;
    this.#isCall = isCall;
    this.#inTransaction = inTransaction;
  }

  write(event: ResultEvent): void {
    switch (event.kind) {
      case 'columns':
        this.#writePending();
        this.#isSelect = true;
        this.#columns = event.columns.map(columnWriter);
        this.#bitmapBytes = Math.ceil(event.columns.length / 8);
        this.#writeMetadata(event.columns);
        return;
      case 'row':
        this.#writeRow(event.values);
        this.rows += 1;
        return;
      case 'done':
        this.#writePending();
        this.#pending = { rowCount: event.rowCount, isSelect: this.#isSelect };
        this.#isSelect = false;
    }
  }

  /** The statement ends with an error; the batch may continue. */
  error(error: SqlServerError): void {
    this.#writePending();
    writeError(this.#writer, error);
  }

  /** The last tokens of a batch or a call. */
  end(failed: boolean): void {
    const status = this.#status(failed ? DONE.error : DONE.final);
    if (failed || this.#isCall) this.#writePending();
    if (this.#isCall) {
      if (!failed) writeReturnStatus(this.#writer, 0);
      writeDone(this.#writer, 'doneProc', { status });
    } else writeDone(this.#writer, 'done', { rowCount: null, ...this.#pending, status });
  }

  /** Says that more follows the previous DONE. */
  #writePending(): void {
    if (this.#pending === null) return;
    const status = this.#status(DONE.more);
    writeDone(this.#writer, this.#isCall ? 'doneInProc' : 'done', { ...this.#pending, status });
    this.#pending = null;
  }

  #status(status: number): number {
    return status | (this.#inTransaction() ? DONE.inTransaction : 0);
  }

  /** MS-TDS 2.2.7.4 */
  #writeMetadata(columns: readonly ResultColumn[]): void {
    const writer = this.#writer;
    writer.u8(COLMETADATA);
    writer.u16(columns.length);
    for (const [index, column] of columns.entries()) {
      writer.u32(column.type.name === 'rowversion' ? TIMESTAMP : 0);
      writer.u16(UPDATABLE_UNKNOWN | (column.nullable ? NULLABLE : 0));
      this.#columns[index]?.info(writer);
      writer.bVarchar(column.name);
    }
  }

  #writeRow(values: readonly SqlValue[]): void {
    const writer = this.#writer;
    const columns = this.#columns;
    const isCompressed = this.#savedByBitmap(values) > 0;
    writer.u8(isCompressed ? NBCROW : ROW);
    if (isCompressed) writer.bytes(nullBitmap(values, this.#bitmapBytes));
    for (let index = 0; index < columns.length; index += 1) {
      const value = values[index] ?? null;
      if (value !== null || !isCompressed) columns[index]?.value(writer, value);
    }
  }

  #savedByBitmap(values: readonly SqlValue[]): number {
    let saved = -this.#bitmapBytes;
    for (let index = 0; index < values.length; index += 1) {
      if (values[index] === null) saved += this.#columns[index]?.nullBytes ?? 0;
    }
    return saved;
  }
}

function nullBitmap(values: readonly SqlValue[], bytes: number): Buffer {
  const bitmap = Buffer.alloc(bytes);
  for (const [index, value] of values.entries()) {
    if (value === null) bitmap[index >> 3] = (bitmap[index >> 3] ?? 0) | (1 << (index & 7));
  }
  return bitmap;
}
