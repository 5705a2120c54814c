import { SqlServerError } from '../engine/engine.ts';

export type Statement = {
  readonly text: string;
  /** `@id int, @name nvarchar(50)` */
  readonly declarations: string;
};

/** What sp_prepare keeps for one connection. */
export class PreparedStatements {
  readonly #statements = new Map<number, Statement>();
  #lastHandle = 0;

  prepare(statement: Statement): number {
    this.#lastHandle += 1;
    this.#statements.set(this.#lastHandle, statement);
    return this.#lastHandle;
  }

  /** Throws error 8179 for a handle that is not one. */
  get(handle: number): Statement {
    const statement = this.#statements.get(handle);
    if (statement === undefined) throw unknownHandle(handle);
    return statement;
  }

  unprepare(handle: number): void {
    if (!this.#statements.delete(handle)) throw unknownHandle(handle);
  }

  clear(): void {
    this.#statements.clear();
  }
}

function unknownHandle(handle: number): SqlServerError {
  return new SqlServerError({
    number: 8179,
    state: 2,
    message: `Could not find prepared statement with handle ${handle}.`,
  });
}
