import {
  type Engine,
  type EngineSession,
  type IsolationLevel,
  type ResultEvent,
  type SqlParameter,
  SqlServerError,
} from '../src/engine/engine.ts';

export type Script = (input: {
  parameters: readonly SqlParameter[];
  session: ScriptedSession;
  signal: AbortSignal;
}) => AsyncGenerator<ResultEvent, void, void> | Generator<ResultEvent, void, void>;

/** What a session was told, for tests of transactions. */
export class ScriptedSession implements EngineSession {
  readonly calls: string[] = [];
  database: string;
  transactionDepth = 0;
  readonly #scripts: ReadonlyMap<string, Script>;

  constructor(database: string, scripts: ReadonlyMap<string, Script>) {
    this.database = database;
    this.#scripts = scripts;
  }

  async *execute(batch: string, parameters: readonly SqlParameter[], signal: AbortSignal) {
    this.calls.push(batch);
    const script = this.#scripts.get(batch) ?? (isSetting(batch) ? undefined : unknown(batch));
    if (script === undefined) yield { kind: 'done', rowCount: null } as const;
    else yield* script({ parameters, session: this, signal });
  }

  beginTransaction(isolation?: IsolationLevel): void {
    this.calls.push(`begin ${isolation ?? ''}`.trimEnd());
    this.transactionDepth += 1;
  }

  commitTransaction(): void {
    if (this.transactionDepth === 0) {
      throw new SqlServerError({
        number: 3902,
        message: 'The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.',
      });
    }
    this.calls.push('commit');
    this.transactionDepth -= 1;
  }

  rollbackTransaction(savepoint?: string): void {
    this.calls.push(`rollback ${savepoint ?? ''}`.trimEnd());
    if (savepoint === undefined) this.transactionDepth = 0;
  }

  saveTransaction(name: string): void {
    this.calls.push(`save ${name}`);
  }

  reset(): void {
    this.calls.push('reset');
    this.transactionDepth = 0;
  }

  close(): void {
    this.calls.push('close');
  }
}

/** What drivers send of themselves after the login. */
function isSetting(batch: string): boolean {
  return /^\s*set /i.test(batch);
}

function unknown(batch: string): Script {
  return () => {
    const [name] = /[^\s]+$/.exec(batch) ?? [batch];
    throw new SqlServerError({ number: 208, line: 3, message: `Invalid object name '${name}'.` });
  };
}

export type ScriptedEngine = Engine & {
  readonly sessions: ScriptedSession[];
  on(batch: string, script: Script): void;
};

/**
 * An engine that answers what a test has written down, to test the wire alone: user `sa`, password
 * `Geheim#1ü`, databases `master` and `shop`.
 */
export function scriptedEngine(): ScriptedEngine {
  const scripts = new Map<string, Script>();
  const sessions: ScriptedSession[] = [];
  return {
    version: '16.0.1000.6',
    sessions,
    on: (batch, script) => void scripts.set(batch, script),
    open({ user, password }, database) {
      if (user !== 'sa' || password !== 'Geheim#1ü') {
        throw new SqlServerError({ number: 18_456, class: 14, message: `Login failed for user '${user}'.` });
      }
      const name = database ?? 'master';
      if (name !== 'master' && name !== 'shop') {
        throw new SqlServerError({
          number: 4060,
          class: 11,
          message: `Cannot open database "${name}" requested by the login. The login failed.`,
        });
      }
      const session = new ScriptedSession(name, scripts);
      sessions.push(session);
      return session;
    },
    close() {},
  };
}
