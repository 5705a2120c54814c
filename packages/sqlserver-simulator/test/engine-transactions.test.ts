import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type SimulatedEngine } from '../src/engine/create-engine.ts';
import type { EngineSession } from '../src/engine/engine.ts';
import { type Answer, ask, failureOf, listOf, OWNER, READER, rowsOf, testEngine } from './engine-support.ts';

let engine: SimulatedEngine;
let one: EngineSession;
let two: EngineSession;

beforeEach(async () => {
  engine = testEngine();
  one = engine.open(OWNER, 'Shop');
  two = engine.open(OWNER, 'Shop');
  await rowsOf(
    one,
    'CREATE TABLE dbo.T (id int NOT NULL PRIMARY KEY, v int NULL); INSERT dbo.T VALUES (1, 10), (2, 20)',
  );
});

afterEach(() => engine.close());

const valuesOf = (session: EngineSession) => listOf(session, 'SELECT v FROM dbo.T ORDER BY id');
/** The statement's answer, once it is known that it waits for somebody. */
async function waiting(
  answer: Promise<Answer>,
): Promise<{ readonly isWaiting: boolean; readonly answer: Promise<Answer> }> {
  const first = await Promise.race([
    answer.then(() => 'done'),
    new Promise((resolve) => setImmediate(() => setImmediate(() => resolve('waiting')))),
  ]);
  return { isWaiting: first === 'waiting', answer };
}

describe('transactions', () => {
  it('commit and roll back, as statements and as requests', async () => {
    await rowsOf(one, 'BEGIN TRAN; UPDATE dbo.T SET v = 0; ROLLBACK');
    expect(await valuesOf(one)).toEqual([10, 20]);
    await rowsOf(one, 'BEGIN TRANSACTION work; UPDATE dbo.T SET v = 1 WHERE id = 1; COMMIT TRANSACTION work');
    one.beginTransaction('serializable');
    expect(one.transactionDepth).toBe(1);
    await rowsOf(one, 'UPDATE dbo.T SET v = 2 WHERE id = 2');
    one.commitTransaction();
    expect(await valuesOf(two)).toEqual([1, 2]);
    expect(await failureOf(one, 'COMMIT')).toBe(3902);
    expect(await failureOf(one, 'ROLLBACK')).toBe(3903);
    expect(await failureOf(one, 'SAVE TRAN x')).toBe(628);
  });

  it('nest by counting, and a rollback ends them all', async () => {
    expect(
      await listOf(one, 'BEGIN TRAN BEGIN TRAN UPDATE dbo.T SET v = 0 COMMIT SELECT @@TRANCOUNT'),
    ).toEqual([1]);
    expect(await listOf(one, 'BEGIN TRAN ROLLBACK SELECT @@TRANCOUNT')).toEqual([0]);
    expect(await valuesOf(one)).toEqual([10, 20]);
  });

  it('go back to a savepoint, taken before or after the first change', async () => {
    await rowsOf(
      one,
      'BEGIN TRAN; SAVE TRAN a; UPDATE dbo.T SET v = 1 WHERE id = 1; SAVE TRAN b; UPDATE dbo.T SET v = 2 WHERE id = 2; ROLLBACK TRAN b',
    );
    expect(await valuesOf(one)).toEqual([1, 20]);
    await rowsOf(one, 'ROLLBACK TRAN a');
    expect(await valuesOf(one)).toEqual([10, 20]);
    expect(await failureOf(one, 'ROLLBACK TRAN nowhere')).toBe(6401);
    await rowsOf(one, 'COMMIT');
  });

  it('undo tables as well as rows', async () => {
    await rowsOf(
      one,
      'BEGIN TRAN; CREATE TABLE dbo.U (a int); INSERT dbo.U VALUES (1); DROP TABLE dbo.T; ROLLBACK',
    );
    expect(await failureOf(one, 'SELECT * FROM dbo.U')).toBe(208);
    expect(await valuesOf(one)).toEqual([10, 20]);
  });

  it('are rolled back when a connection is reset or closed', async () => {
    await rowsOf(one, 'BEGIN TRAN; UPDATE dbo.T SET v = 0; SET NOCOUNT ON; SELECT 1 AS a INTO #x');
    one.reset();
    expect(one.transactionDepth).toBe(0);
    expect((await ask(one, 'UPDATE dbo.T SET v = v')).counts).toEqual([2]);
    expect(await failureOf(one, 'SELECT * FROM #x')).toBe(208);
    await rowsOf(one, 'BEGIN TRAN; UPDATE dbo.T SET v = 0');
    one.close();
    expect(await valuesOf(two)).toEqual([10, 20]);
  });
});

describe('several sessions', () => {
  it('read what is committed while another one writes', async () => {
    await rowsOf(one, 'BEGIN TRAN; UPDATE dbo.T SET v = 99');
    expect(await valuesOf(two)).toEqual([10, 20]);
    expect(await valuesOf(one)).toEqual([99, 99]);
    await rowsOf(one, 'COMMIT');
    expect(await valuesOf(two)).toEqual([99, 99]);
  });

  it('wait for one another to write, and then see what the first one wrote', async () => {
    await rowsOf(one, 'BEGIN TRAN; UPDATE dbo.T SET v = v + 1 WHERE id = 1');
    const second = await waiting(ask(two, 'UPDATE dbo.T SET v = v + 1 WHERE id = 1'));
    expect(second.isWaiting).toBe(true);
    await rowsOf(one, 'COMMIT');
    expect((await second.answer).counts).toEqual([1]);
    expect(await valuesOf(one)).toEqual([12, 20]);
  });

  it('wait behind UPDLOCK until its transaction ends', async () => {
    await rowsOf(one, 'BEGIN TRAN; SELECT v FROM dbo.T WITH (UPDLOCK, ROWLOCK) WHERE id = 1');
    const second = await waiting(ask(two, 'UPDATE dbo.T SET v = 0 WHERE id = 1'));
    expect(second.isWaiting).toBe(true);
    await rowsOf(one, 'UPDATE dbo.T SET v = 11 WHERE id = 1; COMMIT');
    await second.answer;
    expect(await valuesOf(one)).toEqual([0, 20]);
    await rowsOf(one, 'SELECT v FROM dbo.T WITH (UPDLOCK)');
    expect((await waiting(ask(two, 'UPDATE dbo.T SET v = 5'))).isWaiting).toBe(false);
  });

  it('give up waiting after LOCK_TIMEOUT, and go on', async () => {
    await rowsOf(one, 'BEGIN TRAN; UPDATE dbo.T SET v = 0');
    expect(await failureOf(two, 'SET LOCK_TIMEOUT 0; UPDATE dbo.T SET v = 1')).toBe(1222);
    expect(await failureOf(two, 'SET LOCK_TIMEOUT 5; DELETE dbo.T')).toBe(1222);
    await rowsOf(one, 'ROLLBACK');
    expect((await ask(two, 'UPDATE dbo.T SET v = 1')).counts).toEqual([2]);
  });

  it('stop waiting when they are cancelled, and leave the queue', async () => {
    await rowsOf(one, 'BEGIN TRAN; UPDATE dbo.T SET v = 0');
    const abort = new AbortController();
    const third = engine.open(OWNER, 'Shop');
    const second = ask(two, 'UPDATE dbo.T SET v = 1', {}, abort.signal);
    const later = ask(third, 'UPDATE dbo.T SET v = v + 7');
    abort.abort(new Error('cancelled'));
    await expect(second).rejects.toThrow('cancelled');
    await rowsOf(one, 'ROLLBACK');
    expect((await later).counts).toEqual([2]);
    expect(await valuesOf(one)).toEqual([17, 27]);
  });

  it('hold others off for as long as a serializable transaction has read', async () => {
    await rowsOf(one, 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE; BEGIN TRAN; SELECT COUNT(*) FROM dbo.T');
    const second = await waiting(ask(two, 'INSERT dbo.T VALUES (3, 30)'));
    expect(second.isWaiting).toBe(true);
    expect(await listOf(one, 'SELECT COUNT(*) FROM dbo.T')).toEqual([2]);
    await rowsOf(one, 'COMMIT');
    await second.answer;
  });
});

describe('after an error', () => {
  it('of a constraint the batch goes on', async () => {
    const { error, counts } = await ask(
      one,
      'INSERT dbo.T VALUES (1, 1)\nUPDATE dbo.T SET v = 5 WHERE id = 2\nSELECT @@ERROR',
    );
    expect([error?.number, error?.line]).toEqual([2627, 1]);
    expect(counts).toEqual([1, 1]);
    expect(
      await listOf(one, 'UPDATE dbo.T SET v = 1/0; SELECT @@ERROR').catch((thrown: unknown) => thrown),
    ).toMatchObject({ number: 8134 });
  });

  it('of a conversion it ends, with its transaction', async () => {
    const { error } = await ask(
      one,
      "BEGIN TRAN; UPDATE dbo.T SET v = 0;\nUPDATE dbo.T SET v = 'x'; UPDATE dbo.T SET v = 1; COMMIT",
    );
    expect([error?.number, error?.line]).toEqual([245, 2]);
    expect(one.transactionDepth).toBe(0);
    expect(await valuesOf(one)).toEqual([10, 20]);
  });

  it('under XACT_ABORT all of it is rolled back', async () => {
    expect(
      await failureOf(
        one,
        'SET XACT_ABORT ON; BEGIN TRAN; UPDATE dbo.T SET v = 0; INSERT dbo.T VALUES (1, 1); COMMIT',
      ),
    ).toBe(2627);
    expect(one.transactionDepth).toBe(0);
    expect(await valuesOf(one)).toEqual([10, 20]);
  });

  it('of a name the batch ends, what was done stays', async () => {
    expect(
      await failureOf(
        one,
        'UPDATE dbo.T SET v = 0 WHERE id = 1; SELECT * FROM dbo.Nowhere; UPDATE dbo.T SET v = 0',
      ),
    ).toBe(208);
    expect(await valuesOf(one)).toEqual([0, 20]);
  });

  it('of syntax nothing has run', async () => {
    const { error } = await ask(one, 'UPDATE dbo.T SET v = 0;\nSELEC 1');
    expect([error?.number, error?.class, error?.line]).toEqual([102, 15, 2]);
    expect(await valuesOf(one)).toEqual([10, 20]);
  });

  it('CATCH takes over', async () => {
    expect(
      await rowsOf(
        one,
        `BEGIN TRY
           BEGIN TRAN; UPDATE dbo.T SET v = 0; INSERT dbo.T VALUES (1, 1); COMMIT
         END TRY
         BEGIN CATCH
           SELECT ERROR_NUMBER(), XACT_STATE(), @@TRANCOUNT; ROLLBACK
         END CATCH`,
      ),
    ).toEqual([[2627, 1, 1]]);
    expect(
      await listOf(
        one,
        "BEGIN TRAN; BEGIN TRY UPDATE dbo.T SET v = 'x' END TRY BEGIN CATCH SELECT XACT_STATE(); ROLLBACK END CATCH",
      ),
    ).toEqual([-1]);
    expect(
      await failureOf(one, "BEGIN TRY THROW 50001, N'mine', 1 END TRY BEGIN CATCH THROW END CATCH"),
    ).toBe(50_001);
    expect(await valuesOf(one)).toEqual([10, 20]);
  });
});

describe('what a batch leaves behind', () => {
  it('is no uncommittable transaction', async () => {
    const batch =
      "BEGIN TRAN; UPDATE dbo.T SET v = 0; BEGIN TRY SELECT CAST('x' AS int) END TRY BEGIN CATCH PRINT 'caught' END CATCH";
    const { error, messages } = await ask(one, batch);
    expect([error?.number, messages]).toEqual([3998, ['caught']]);
    expect(one.transactionDepth).toBe(0);
    expect(await valuesOf(two)).toEqual([10, 20]);
  });

  it('is no lock of a statement that was refused', async () => {
    const reader = engine.open(READER, 'Shop');
    expect(await failureOf(reader, 'CREATE TABLE dbo.U (a int)')).toBe(262);
    expect(await failureOf(reader, "EXEC sp_rename 'dbo.T.v', 'w', 'COLUMN'")).toBe(262);
    expect(await failureOf(one, 'DROP TABLE dbo.Nowhere; ALTER TABLE dbo.T ADD v int')).toBe(3701);
    expect(await failureOf(two, 'SET LOCK_TIMEOUT 0; UPDATE dbo.T SET v = 1')).toBeNull();
  });
});

describe('a directory of its own', () => {
  it('keeps databases, tables and rows for the next engine', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'engine-test-'));
    const options = { logins: [OWNER], databases: ['Shop'], directory };
    try {
      const first = createEngine(options);
      await first
        .database('Shop')
        .run(
          "CREATE TABLE dbo.K (k nvarchar(9) NOT NULL PRIMARY KEY, n int IDENTITY); INSERT dbo.K (k) VALUES (N'Ä'), (N'b')",
        );
      first.close();
      const second = createEngine(options);
      const session = second.open(OWNER, 'Shop');
      expect(await failureOf(session, "INSERT dbo.K (k) VALUES (N'ä')")).toBe(2627);
      expect(
        await rowsOf(
          session,
          "INSERT dbo.K (k) OUTPUT inserted.n VALUES (N'c'); SELECT k, n FROM dbo.K ORDER BY k",
        ),
      ).toHaveLength(3);
      second.close();
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

describe('logins', () => {
  it('need their password and a database that is there', () => {
    expect(() => engine.open({ user: 'owner', password: 'geheim-1' }, 'Shop')).toThrow(
      "Login failed for user 'owner'.",
    );
    expect(() => engine.open({ user: 'nobody', password: '' }, 'Shop')).toThrow(
      expect.objectContaining({ number: 18_456 }),
    );
    expect(() => engine.open(OWNER, 'Shoppe')).toThrow(expect.objectContaining({ number: 4060 }));
    expect(engine.open({ ...READER, user: 'READER' }, null).database).toBe('master');
  });
});
