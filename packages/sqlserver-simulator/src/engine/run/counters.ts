import type { ColumnModel, TableModel } from '../../catalogue/model.ts';
import { physicalColumn, physicalTable } from '../translate/context.ts';
import type { Connection } from './connection.ts';

/** Identity values and rowversions: given once, and not given back by a rollback. */
export class Counters {
  readonly #identities = new Map<number, bigint>();
  #rowVersion = BigInt(Date.now());

  nextIdentity(table: TableModel, column: ColumnModel, connection: Connection): bigint {
    const { seed, increment } = column.identity ?? { seed: 1, increment: 1 };
    const last = this.#identities.get(table.id) ?? this.#stored(table, column, increment, connection);
    const next = last === null ? BigInt(seed) : last + BigInt(increment);
    this.#identities.set(table.id, next);
    return next;
  }

  /** A value of the user's own, under IDENTITY_INSERT, moves the counter when it is beyond. */
  seen(table: TableModel, column: ColumnModel, value: bigint): void {
    const increment = column.identity?.increment ?? 1;
    const last = this.#identities.get(table.id);
    if (last === undefined || (increment > 0 ? value > last : value < last))
      this.#identities.set(table.id, value);
  }

  /** As TRUNCATE does. */
  restart(table: TableModel): void {
    this.#identities.delete(table.id);
  }

  last(table: TableModel): bigint | null {
    return this.#identities.get(table.id) ?? null;
  }

  nextRowVersion(): Uint8Array {
    this.#rowVersion += 1n;
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(this.#rowVersion);
    return bytes;
  }

  #stored(table: TableModel, column: ColumnModel, increment: number, connection: Connection): bigint | null {
    const name = physicalColumn(column.id);
    const row = connection.first(
      `SELECT ${increment > 0 ? 'max' : 'min'}(${name}) FROM ${physicalTable(table)}`,
    );
    const value = row?.[0] ?? null;
    return value === null ? null : BigInt(String(value));
  }
}
