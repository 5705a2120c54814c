import type { Database, Queryable } from '@storefleet/server/platform/db/database';
import { DatabaseUnavailableError } from '@storefleet/server/platform/db/errors';
import { type Prepared, textOf } from '@storefleet/server/platform/db/statements/prepared';

/** At the matching statement, or right after its transaction's commit. */
export type CrashPoint = {
  readonly at: 'before' | 'after' | 'commit';
  readonly statement: RegExp;
  /** From 1. */
  readonly nth?: number;
};

export type CrashingDatabase = Database & {
  crashAt(point: CrashPoint): void;
  /** Breaks the connection there, once; afterwards the database is back. */
  breakAt(point: CrashPoint): void;
  /** Does not answer this process any more, and rolls back its open transactions. */
  kill(): void;
  /** For a call during which the process dies, so it never returns. */
  dieHere(): Promise<never>;
  /** Resolves when the process has died. */
  readonly died: Promise<void>;
};

class ProcessDied extends Error {}
const never = <T>() => new Promise<T>(() => {});

/** The database as seen by a process that dies in the middle of its work. */
export function createCrashingDatabase(db: Database): CrashingDatabase {
  let dead = false;
  let happens: 'crash' | 'break' = 'crash';
  let point: CrashPoint | null = null;
  let seen = 0;
  const death = Promise.withResolvers<void>();

  function kill(): void {
    dead = true;
    death.resolve();
  }

  function strike(): void {
    if (happens === 'crash') kill();
    else throw new DatabaseUnavailableError(new Error('The connection was cut.'));
  }

  function meets(at: CrashPoint['at'], text: string): boolean {
    return point !== null && point.at === at && point.statement.test(text) && ++seen === (point.nth ?? 1);
  }

  async function run(target: Queryable, statement: string | Prepared, params?: readonly unknown[]) {
    const text = textOf(statement);
    if (dead) throw new ProcessDied();
    if (meets('before', text)) strike();
    if (dead) throw new ProcessDied();
    const result = await target.query(statement, params);
    if (meets('after', text)) strike();
    if (dead) throw new ProcessDied();
    return result;
  }

  async function orNever<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      return dead ? await never<T>() : result;
    } catch (error) {
      if (dead) return never<T>();
      throw error;
    }
  }

  return {
    ...db,
    query: ((statement, params) => orNever(run(db, statement, params))) as Database['query'],
    transaction: (work) =>
      orNever(
        (async () => {
          const texts: string[] = [];
          const result = await db.transaction((tx) =>
            work({
              query: ((statement, params) => {
                texts.push(textOf(statement));
                return run(tx, statement, params);
              }) as Queryable['query'],
            }),
          );
          if (texts.some((text) => meets('commit', text))) strike();
          return result;
        })(),
      ),
    crashAt(next) {
      [point, seen, happens] = [next, 0, 'crash'];
    },
    breakAt(next) {
      [point, seen, happens] = [next, 0, 'break'];
    },
    kill,
    dieHere() {
      kill();
      return never();
    },
    died: death.promise,
  };
}
