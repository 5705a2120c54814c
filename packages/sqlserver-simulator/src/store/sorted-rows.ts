import type { SqlValue } from '../engine/engine.ts';
import { compareKeys, type Key } from '../values/order.ts';

/** A row's number, then its values. Never changed: a change makes another row of the same number. */
export type Row = readonly [id: number, ...values: SqlValue[]];

export type RowKey = (row: Row) => Key | null;

const CHUNK = 512;
/** From so many changes on everything is sorted anew. */
const FEW = 64;

/**
 * Rows in the order of an index, in chunks that versions share: a change copies the chunk that it is in and
 * the list of chunks, so that who reads an older version is not disturbed.
 */
export class SortedRows {
  readonly #keys: readonly RowKey[];
  readonly #chunks: readonly (readonly Row[])[];
  readonly size: number;

  private constructor(keys: readonly RowKey[], chunks: readonly (readonly Row[])[], size: number) {
    this.#keys = keys;
    this.#chunks = chunks;
    this.size = size;
  }

  static of(keys: readonly RowKey[], rows: Row[]): SortedRows {
    const sorted = sortRows(rows, keys);
    const chunks: Row[][] = [];
    for (let at = 0; at < sorted.length; at += CHUNK) chunks.push(sorted.slice(at, at + CHUNK));
    return new SortedRows(keys, chunks, sorted.length);
  }

  changed(removed: readonly Row[], added: readonly Row[]): SortedRows {
    if (removed.length + added.length > FEW) {
      const gone = new Set(removed);
      return SortedRows.of(this.#keys, [...[...this.from([])].filter((row) => !gone.has(row)), ...added]);
    }
    const chunks = [...this.#chunks];
    for (const row of removed) {
      const [chunk, at] = this.#place(chunks, row);
      chunks[chunk] = chunks[chunk]?.toSpliced(at, 1) ?? [];
    }
    for (const row of added) {
      const [chunk, at] = this.#place(chunks, row);
      const grown = (chunks[chunk] ?? []).toSpliced(at, 0, row);
      if (grown.length < 2 * CHUNK) chunks[chunk] = grown;
      else chunks.splice(chunk, 1, grown.slice(0, CHUNK), grown.slice(CHUNK));
    }
    const filled = chunks.filter((chunk) => chunk.length > 0);
    return new SortedRows(this.#keys, filled, this.size + added.length - removed.length);
  }

  /** Those that begin with the keys, or come behind them; `after`: only those behind. */
  *from(prefix: readonly (Key | null)[], after = false): Generator<Row, void, void> {
    const isBefore = (row: Row | undefined): boolean => {
      if (row === undefined) return false;
      const compared = this.comparePrefix(row, prefix);
      return compared < 0 || (after && compared === 0);
    };
    let low = 0;
    for (let high = this.#chunks.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (isBefore(this.#chunks[middle]?.at(-1))) low = middle + 1;
      else high = middle;
    }
    const first = this.#chunks[low] ?? [];
    let start = 0;
    for (let high = first.length; start < high; ) {
      const middle = (start + high) >> 1;
      if (isBefore(first[middle])) start = middle + 1;
      else high = middle;
    }
    for (let at = start; at < first.length; at += 1) yield first[at] as Row;
    for (let chunk = low + 1; chunk < this.#chunks.length; chunk += 1) yield* this.#chunks[chunk] ?? [];
  }

  comparePrefix(row: Row, prefix: readonly (Key | null)[]): number {
    for (let index = 0; index < prefix.length; index += 1) {
      const compared = compareKeys(this.#keys[index]?.(row) ?? null, prefix[index] ?? null);
      if (compared !== 0) return compared;
    }
    return 0;
  }

  /** Where the row is, or would be. */
  #place(chunks: readonly (readonly Row[])[], row: Row): [chunk: number, at: number] {
    const keys = this.#keys.map((key) => key(row));
    const isBefore = (other: Row | undefined): boolean => {
      if (other === undefined) return false;
      const compared = this.comparePrefix(other, keys);
      return compared < 0 || (compared === 0 && other[0] < row[0]);
    };
    let low = 0;
    for (let high = Math.max(0, chunks.length - 1); low < high; ) {
      const middle = (low + high) >> 1;
      if (isBefore(chunks[middle]?.at(-1))) low = middle + 1;
      else high = middle;
    }
    const rows = chunks[low] ?? [];
    let at = 0;
    for (let high = rows.length; at < high; ) {
      const middle = (at + high) >> 1;
      if (isBefore(rows[middle])) at = middle + 1;
      else high = middle;
    }
    return [low, at];
  }
}

/** By their keys, then by their numbers; keys are made once for each row. */
function sortRows(rows: Row[], keys: readonly RowKey[]): Row[] {
  const keyed = rows.map((row) => ({ row, keys: keys.map((key) => key(row)) }));
  const compare = (left: (typeof keyed)[number], right: (typeof keyed)[number]): number => {
    for (let index = 0; index < keys.length; index += 1) {
      const compared = compareKeys(left.keys[index] ?? null, right.keys[index] ?? null);
      if (compared !== 0) return compared;
    }
    return left.row[0] - right.row[0];
  };
  const isSorted = keyed.every((row, index) => index === 0 || compare(keyed[index - 1] ?? row, row) <= 0);
  return isSorted ? rows : keyed.sort(compare).map(({ row }) => row);
}
