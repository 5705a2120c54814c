import { createServer } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { simulateSqlServer } from '../testing/sql-server.ts';

const open = await simulateSqlServer();
const { signal } = new AbortController();

await open.owner.run('CREATE TABLE numbers (n int NOT NULL PRIMARY KEY, text nvarchar(100) NULL)');
const rows = Array.from({ length: 3_600 }, (_, at) => [at + 1, `number ${at + 1}`]);
open.owner.insertRows('dbo', 'numbers', ['n', 'text'], rows);

describe('values', () => {
  const long = 'x'.repeat(9_000);
  const kinds = [
    ['bit', '1', true],
    ['tinyint', '255', 255],
    ['smallint', '-32768', -32768],
    ['bigint', '9223372036854775807', '9223372036854775807'],
    ['decimal(38,10)', '-1234567890123456789012345678.0123456789', expect.stringMatching(/^≈-1\.2345678/)],
    ['numeric(9,0)', '999999999', '999999999'],
    ['decimal(5,2)', '0.10', '0.10'],
    ['money', '-922337203685477.5808', '≈-922337203685477.6'],
    ['smallmoney', '214748.3647', '214748.3647'],
    ['float', '0.1', 0.1],
    ['real', '0.1', 0.1],
    ['date', "'0001-01-01'", '0001-01-01'],
    ['time(3)', "'23:59:59.123'", '23:59:59.123'],
    ['datetime', "'2026-11-21T12:34:56.127'", '2026-11-21T12:34:56.127'],
    ['datetime2(7)', "'9999-12-31T23:59:59.9999999'", '9999-12-31T23:59:59.9999999'],
    ['datetime2(0)', "'2026-02-28T00:00:00'", '2026-02-28T00:00:00'],
    ['smalldatetime', "'2026-11-21T12:34:00'", '2026-11-21T12:34:00'],
    ['datetimeoffset(7)', "'2026-11-21T00:34:56.1234567+05:30'", '2026-11-20T19:04:56.1234567Z'],
    ['uniqueidentifier', "'6f9619ff-8b86-d011-b42d-00c04fc964ff'", '6F9619FF-8B86-D011-B42D-00C04FC964FF'],
    ['char(4)', "'ab'", 'ab  '],
    ['varchar(20)', "'O''Brien'", "O'Brien"],
    ['nvarchar(20)', "N'Größe ☂'", 'Größe ☂'],
    ['nvarchar(max)', `N'${long}'`, long],
    ['varbinary(8)', '0x0AFF', '0x0AFF'],
  ] as const;

  it('arrive exactly as JSON, or are marked as inexact', async () => {
    await open.owner.run(
      `CREATE TABLE kinds (id int NOT NULL PRIMARY KEY, ${kinds.map(([type], at) => `c${at} ${type} NULL`).join(', ')})`,
    );
    await open.owner.run(`INSERT INTO kinds VALUES (1, ${kinds.map(([, sql]) => sql).join(', ')})`);
    await open.owner.run('INSERT INTO kinds (id) VALUES (2)');
    const [full = {}, empty = {}] = await open.server.query(
      'SELECT * FROM kinds ORDER BY id',
      {},
      { signal },
    );
    expect(Object.values(full)).toEqual([1, ...kinds.map(([, , value]) => value)]);
    expect(Object.values(empty)).toEqual([2, ...kinds.map(() => null)]);
    expect(JSON.parse(JSON.stringify(full))).toEqual(full);
  });

  it('are bound by type, and are never part of the statement', async () => {
    const params = {
      text: "x'; DROP TABLE numbers; --",
      long: 'y'.repeat(5_000),
      int: 7,
      float: 1.5,
      bit: true,
      nothing: null,
    };
    const names = [...Object.keys(params), 'bigint'].map((name) => `@${name} AS ${name}`).join(', ');
    const [row] = await open.server.query(
      `SELECT ${names}`,
      { ...params, bigint: 3_000_000_000 },
      { signal },
    );
    expect(row).toEqual({ ...params, bigint: '3000000000' });
    expect(await open.rows('SELECT COUNT(*) AS n FROM numbers')).toEqual([{ n: 3_600 }]);
  });

  it.each([['a b'], ['a;b'], ["a'"], ['']])('are not bound under the name %j', async (name) => {
    await expect(open.server.query('SELECT 1', { [name]: 1 }, { signal })).rejects.toThrow();
  });
});

describe('a person’s SELECT', () => {
  it('returns its columns, and no more rows than requested', async () => {
    const sql = 'SELECT n, text, n + 1, n + 2, CAST(n AS decimal(9,2)) AS n FROM numbers AS t ORDER BY t.n';
    expect(await open.server.select(sql, {}, { signal, maxRows: 2 })).toEqual({
      columns: [
        { name: 'n', type: 'int' },
        { name: 'text', type: 'nvarchar(100)' },
        { name: '(no name)', type: 'int' },
        { name: '(no name) (2)', type: 'int' },
        { name: 'n (2)', type: 'decimal(9,2)' },
      ],
      rows: [
        { n: 1, text: 'number 1', '(no name)': 2, '(no name) (2)': 3, 'n (2)': '1.00' },
        { n: 2, text: 'number 2', '(no name)': 3, '(no name) (2)': 4, 'n (2)': '2.00' },
      ],
      truncated: true,
    });
    const none = 'SELECT n FROM numbers WHERE n < 0';
    const empty = { columns: [{ name: 'n', type: 'int' }], rows: [], truncated: false };
    expect(await open.server.select(none, {}, { signal, maxRows: 3 })).toEqual(empty);
  });

  it('of large values is truncated before it fills the memory', async () => {
    await open.owner.run('CREATE TABLE large (n int NOT NULL PRIMARY KEY, text nvarchar(max) NULL)');
    const rows = Array.from({ length: 20 }, (_, n) => [n, 'x'.repeat(1_000_000)]);
    open.owner.insertRows('dbo', 'large', ['n', 'text'], rows);
    const answer = await open.server.select('SELECT text FROM large', {}, { signal, maxRows: 1_000 });
    expect([answer.rows.length, answer.truncated]).toEqual([16, true]);
  });

  it('leaves no trace, whatever it does', async () => {
    const sql = "UPDATE numbers SET text = 'gone'; SELECT 1 AS done";
    await open.server.select(sql, {}, { signal, maxRows: 1 });
    expect(await open.rows("SELECT COUNT(*) AS n FROM numbers WHERE text = 'gone'")).toEqual([{ n: 0 }]);
  });
});

describe('a stream', () => {
  it('returns every row once, in batches', async () => {
    const sql = 'SELECT n FROM numbers WHERE n > @from ORDER BY n';
    const batches = await Array.fromAsync(open.server.stream(sql, { from: 100 }, { signal }));
    expect(batches.flat()).toEqual(Array.from({ length: 3_500 }, (_, at) => ({ n: at + 101 })));
    expect(batches.length).toBeGreaterThan(1);
  });

  it('releases its connection when left early', async () => {
    for (let round = 0; round < 6; round++) {
      for await (const rows of open.server.stream('SELECT n FROM numbers ORDER BY n', {}, { signal })) {
        expect(rows[0]).toEqual({ n: 1 });
        break;
      }
    }
    expect(open.simulator.connections.length).toBeLessThanOrEqual(4);
    expect(await open.server.query('SELECT 1 AS one', {}, { signal })).toEqual([{ one: 1 }]);
  });

  it('ends with the signal’s reason, even while rows wait to be consumed', async () => {
    const stop = new AbortController();
    const stream = open.server.stream('SELECT n FROM numbers', {}, { signal: stop.signal });
    await stream.next();
    stop.abort(new Error('stopped'));
    await expect(stream.next()).rejects.toThrow('stopped');
    expect(await open.server.query('SELECT 1 AS one', {}, { signal })).toEqual([{ one: 1 }]);
  });
});

describe('a transaction', () => {
  const amounts = () => open.rows('SELECT amount FROM stock ORDER BY id');
  beforeAll(async () => {
    await open.owner.run('CREATE TABLE stock (id int NOT NULL PRIMARY KEY, amount int NOT NULL)');
    await open.owner.run('INSERT INTO stock VALUES (1, 10), (2, 20)');
  });

  it('returns the rows of the last SELECT, whatever a trigger selects before', async () => {
    const sql = 'SELECT 1 AS of_trigger; SELECT 2 AS wanted';
    const rows = await open.server.transaction((tx) => tx.query(sql, {}), { signal });
    expect(rows).toEqual([{ wanted: 2 }]);
  });

  it('commits the work, and returns how many rows a statement changed', async () => {
    const sql = 'UPDATE stock SET amount = amount - @by WHERE id IN (1, @id)';
    const answer = await open.server.transaction(
      async (tx) => [await tx.execute(sql, { by: 1, id: 2 }), await tx.execute(sql, { by: 1, id: 99 })],
      { signal },
    );
    expect(answer).toEqual([2, 1]);
    expect(await amounts()).toEqual([{ amount: 8 }, { amount: 19 }]);
  });

  it('rolls back when the work throws, and passes on its error', async () => {
    const mine = new TypeError('mine');
    const work = open.server.transaction(
      async (tx) => {
        await tx.execute('UPDATE stock SET amount = 0', {});
        throw mine;
      },
      { signal },
    );
    await expect(work).rejects.toBe(mine);
    expect(await amounts()).toEqual([{ amount: 8 }, { amount: 19 }]);
  });
});

describe('connections', () => {
  it('are at most four, shared by all with the same settings', async () => {
    const again = open.servers.open({ ...open.settings });
    const all = Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? open.server : again).query('SELECT @at AS at', { at }, { signal }),
    );
    expect(await Promise.all(all)).toEqual(all.map((_, at) => [{ at }]));
    expect(open.simulator.connections.length).toBeLessThanOrEqual(4);
  });

  it('are separate for another user or database', async () => {
    const reader = open.servers.open({ ...open.settings, username: 'reader' });
    expect(await reader.query('SELECT SUSER_SNAME() AS who', {}, { signal })).toEqual([{ who: 'reader' }]);
    expect(await open.server.query('SELECT SUSER_SNAME() AS who', {}, { signal })).toEqual([{ who: 'sa' }]);
  });

  it('are all closed when idle, and reopened', async () => {
    const brief = await simulateSqlServer({}, { idleMs: 1 });
    await brief.server.query('SELECT 1 AS one', {}, { signal });
    await vi.waitFor(() => expect(brief.simulator.connections).toEqual([]));
    expect(await brief.server.query('SELECT 1 AS one', {}, { signal })).toEqual([{ one: 1 }]);
  });

  it('still being opened are abandoned when the process stops', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const connected = new Promise((resolve) => silent.once('connection', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const ending = await simulateSqlServer();
    const asked = ending.servers.open({ ...ending.settings, port }).query('SELECT 1', {}, { signal });
    const ended = expect(asked).rejects.toMatchObject({ message: expect.stringContaining('stopped') });
    await connected;
    await ending.servers.close();
    await ended;
    await new Promise((resolve) => silent.close(resolve));
  });

  it('close with the process, and abort their work', async () => {
    const ending = await simulateSqlServer();
    const hold = ending.simulator.hold({ match: 'slow one', when: 'before' });
    const slow = ending.server.query("SELECT 'slow one' AS text", {}, { signal });
    const message = expect.stringContaining('stopped');
    const ended = expect(slow).rejects.toMatchObject({ kind: 'transient', message });
    await hold.reached;
    await ending.servers.close();
    await ended;
    hold.release();
    await vi.waitFor(() => expect(ending.simulator.connections).toEqual([]));
    await expect(ending.server.query('SELECT 1', {}, { signal })).rejects.toThrow(/stopped/);
  });
});
