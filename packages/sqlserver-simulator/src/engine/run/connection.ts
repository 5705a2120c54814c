import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { isCollation } from '../../types/compare.ts';
import type { FunctionContext } from '../../types/functions.ts';
import { SqlServerError } from '../engine.ts';
import type { StoredValue } from '../storage.ts';
import { defineCollation, defineFunctions } from './sqlite-functions.ts';

const KEPT_STATEMENTS = 100;

/** A session's own connection to the SQLite file. */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #collations = new Set<string>();
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string, context: () => FunctionContext) {
    this.#database = new DatabaseSync(file);
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;');
    defineFunctions(this.#database, context);
  }

  /** Makes a collation's functions known. Throws 448. */
  useCollation(name: string): void {
    if (this.#collations.has(name)) return;
    if (!isCollation(name))
      throw new SqlServerError({ number: 448, message: `Invalid collation '${name}'.` });
    defineCollation(this.#database, name);
    this.#collations.add(name);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** Statements are kept by their text. */
  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) {
      this.#statements.delete(sql);
      this.#statements.set(sql, known);
      return known;
    }
    const statement = this.#database.prepare(sql, { readBigInts: true, returnArrays: true });
    this.#statements.set(sql, statement);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > KEPT_STATEMENTS && oldest !== undefined) this.#statements.delete(oldest);
    return statement;
  }

  /** Rows as arrays, one by one. */
  *rows(sql: string, values: readonly StoredValue[] = []): Generator<StoredValue[], void, void> {
    const statement = this.#database.prepare(withAll(sql, values), { readBigInts: true, returnArrays: true });
    for (const row of statement.iterate(...values)) yield storedRow(row);
  }

  all(sql: string, values: readonly StoredValue[] = []): StoredValue[][] {
    return this.prepare(withAll(sql, values))
      .all(...values)
      .map(storedRow);
  }

  first(sql: string, values: readonly StoredValue[] = []): StoredValue[] | null {
    return this.all(sql, values)[0] ?? null;
  }

  /** The row id of what was inserted. */
  run(sql: string, values: readonly StoredValue[] = []): bigint {
    return BigInt(this.prepare(sql).run(...values).lastInsertRowid);
  }

  get isOpen(): boolean {
    return this.#database.isOpen;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

/** SQLite takes no more values than a statement names: this one names the last. */
function withAll(sql: string, values: readonly StoredValue[]): string {
  return values.length === 0 || !sql.startsWith('SELECT')
    ? sql
    : `WITH bound AS (SELECT ?${values.length}) ${sql}`;
}

/** The statements ask for arrays; the types of node:sqlite know of objects alone. */
function storedRow(row: unknown): StoredValue[] {
  if (!Array.isArray(row)) throw new TypeError('SQLite handed over a row that is no array.');
  return row;
}
