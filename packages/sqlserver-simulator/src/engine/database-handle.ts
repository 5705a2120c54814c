import type { SeedHandle } from '../catalogue/seed.ts';
import { toStored } from '../types/stored.ts';
import type { SqlParameter, SqlValue } from './engine.ts';
import { insertStatement } from './run/insert.ts';
import { storedColumns } from './run/physical.ts';
import { columnOf, targetTable } from './run/target-table.ts';
import type { Session } from './session.ts';

const NEVER = new AbortController().signal;

/** A database as its owner sees it, without the wire. */
export class DatabaseHandle implements SeedHandle {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Runs a batch; its rows by the names of their columns. */
  async query(sql: string, parameters: readonly SqlParameter[] = []): Promise<Record<string, SqlValue>[]> {
    const rows: Record<string, SqlValue>[] = [];
    let names: readonly string[] = [];
    for await (const event of this.#session.execute(sql, parameters, NEVER)) {
      if (event.kind === 'columns') names = event.columns.map((column) => column.name);
      if (event.kind === 'row')
        rows.push(Object.fromEntries(names.map((name, index) => [name, event.values[index] ?? null])));
    }
    return rows;
  }

  async run(sql: string): Promise<void> {
    await this.query(sql);
  }

  /**
   * Many rows at once, the quick way: values as the wire has them, in the order of `columns`; columns not named are NULL.
   * Defaults, CHECKs and foreign keys are not looked at; keys are. Not while somebody else's transaction is writing.
   */
  insertRows(
    schema: string,
    table: string,
    columns: readonly string[],
    rows: Iterable<readonly SqlValue[]>,
  ): void {
    const { state } = this.#session;
    state.transaction.startWritingAtOnce();
    const target = targetTable([schema, table], 'INSERT', state);
    const stored = storedColumns(target.table);
    const given = columns.map((name) => columnOf(target.table, name));
    const places = stored.map((column) => given.indexOf(column));
    const sql = insertStatement(target);
    state.transaction.change(() => {
      for (const row of rows) {
        const values = stored.map((column, index) => {
          const place = places[index] ?? -1;
          if (place < 0 && column.type.name === 'rowversion') return state.server.counters.nextRowVersion();
          return toStored(place < 0 ? null : (row[place] ?? null), column.type);
        });
        state.connection.run(sql, values);
      }
    });
  }

  close(): void {
    this.#session.close();
  }
}
