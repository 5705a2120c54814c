import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OpenSqlServer, openSqlServer } from '../testing/open-sql-server.ts';

let open: OpenSqlServer;
const { signal } = new AbortController();

beforeAll(async () => {
  open = await openSqlServer();
  await open.run('CREATE TABLE numbers (n int NOT NULL PRIMARY KEY, text nvarchar(100) NULL)');
  await open.run(
    `INSERT INTO numbers VALUES ${Array.from({ length: 900 }, (_, at) => `(${at + 1}, N'number ${at + 1}')`).join(', ')}`,
  );
  for (const more of [900, 1800, 2700]) {
    await open.run(`INSERT INTO numbers SELECT n + ${more}, text FROM numbers WHERE n <= 900`);
  }
});

afterAll(() => open.close());

describe('values', () => {
  it('come as the server holds them, as JSON, or say that they do not', async () => {
    await open.run(`CREATE TABLE kinds (
      id int NOT NULL PRIMARY KEY, [bit] bit, [tinyint] tinyint, [smallint] smallint, [bigint] bigint,
      wide decimal(38,10), narrow numeric(9,0), small decimal(5,2), [money] money, [smallmoney] smallmoney,
      [float] float, [real] real, [date] date, [time] time(3), [datetime] datetime, [datetime2] datetime2(7),
      seconds datetime2(0), [smalldatetime] smalldatetime, [datetimeoffset] datetimeoffset(7),
      guid uniqueidentifier, [char] char(4), [varchar] varchar(20), [nvarchar] nvarchar(20), long nvarchar(max),
      bytes varbinary(8))`);
    await open.run(`INSERT INTO kinds VALUES (1, 1, 255, -32768, 9223372036854775807,
      -1234567890123456789012345678.0123456789, 999999999, 0.10, -922337203685477.5808, 214748.3647,
      0.1, 0.1, '0001-01-01', '23:59:59.123', '2026-11-21T12:34:56.127', '9999-12-31T23:59:59.9999999',
      '2026-02-28T00:00:00', '2026-11-21T12:34:00', '2026-11-21T00:34:56.1234567+05:30',
      '6f9619ff-8b86-d011-b42d-00c04fc964ff', 'ab', 'O''Brien', N'Größe ☂', N'${'x'.repeat(9_000)}', 0x0AFF)`);
    await open.run('INSERT INTO kinds (id) VALUES (2)');

    const [full, empty] = await open.server.query('SELECT * FROM kinds ORDER BY id', {}, { signal });
    expect(full).toEqual({
      id: 1,
      bit: true,
      tinyint: 255,
      smallint: -32768,
      bigint: '9223372036854775807',
      wide: expect.stringMatching(/^≈-1\.2345678/),
      narrow: '999999999',
      small: '0.10',
      money: '≈-922337203685477.6',
      smallmoney: '214748.3647',
      float: 0.1,
      real: 0.1,
      date: '0001-01-01',
      time: '23:59:59.123',
      datetime: '2026-11-21T12:34:56.127',
      datetime2: '9999-12-31T23:59:59.9999999',
      seconds: '2026-02-28T00:00:00',
      smalldatetime: '2026-11-21T12:34:00',
      datetimeoffset: '2026-11-20T19:04:56.1234567Z',
      guid: '6F9619FF-8B86-D011-B42D-00C04FC964FF',
      char: 'ab  ',
      varchar: "O'Brien",
      nvarchar: 'Größe ☂',
      long: 'x'.repeat(9_000),
      bytes: '0x0AFF',
    });
    expect(Object.values(empty ?? {})).toEqual([2, ...Array(24).fill(null)]);
    expect(JSON.parse(JSON.stringify(full))).toEqual(full);
  });

  it('are bound by their kind, and are never part of the statement', async () => {
    const text = "x'; DROP TABLE numbers; --";
    const params = {
      text,
      long: 'y'.repeat(5_000),
      int: 7,
      bigint: 3_000_000_000,
      float: 1.5,
      bit: true,
      nothing: null,
    };
    const [row] = await open.server.query(
      'SELECT @text AS text, LEN(@long) AS long, @int + 1 AS int, @bigint AS bigint, @float AS float, @bit AS bit, @nothing AS nothing',
      params,
      { signal },
    );
    expect(row).toEqual({
      text,
      long: '5000',
      int: 8,
      bigint: '3000000000',
      float: 1.5,
      bit: true,
      nothing: null,
    });
    expect(await open.rows('SELECT COUNT(*) AS n FROM numbers')).toEqual([{ n: 3_600 }]);
  });

  it.each([['a b'], ['a;b'], ["a'"], ['']])('are not bound under the name %j', async (name) => {
    await expect(open.server.query('SELECT 1', { [name]: 1 }, { signal })).rejects.toThrow();
  });
});

describe('a SELECT of somebody', () => {
  it('tells its columns, and no more rows than wanted', async () => {
    const table = await open.server.select(
      'SELECT n, text, n + 1, n + 2, CAST(n AS decimal(9,2)) AS n FROM numbers AS t ORDER BY t.n',
      {},
      { signal, maxRows: 2 },
    );
    expect(table.columns).toEqual([
      { name: 'n', type: 'int' },
      { name: 'text', type: 'nvarchar(100)' },
      { name: '(no name)', type: 'int' },
      { name: '(no name) (2)', type: 'int' },
      { name: 'n (2)', type: 'decimal(9,2)' },
    ]);
    expect(table.rows).toEqual([
      { n: 1, text: 'number 1', '(no name)': 2, '(no name) (2)': 3, 'n (2)': '1.00' },
      { n: 2, text: 'number 2', '(no name)': 3, '(no name) (2)': 4, 'n (2)': '2.00' },
    ]);
    expect(table.truncated).toBe(true);
  });

  it('of large values is cut short before it fills the memory', async () => {
    const { rows, truncated } = await open.server.select(
      "SELECT REPLICATE(CAST(N'x' AS nvarchar(max)), 1000000) AS big FROM numbers WHERE n <= 40",
      {},
      { signal, maxRows: 1_000 },
    );
    expect(rows).toHaveLength(16);
    expect(truncated).toBe(true);
  });

  it('that has exactly so many rows is not truncated', async () => {
    const table = await open.server.select('SELECT n FROM numbers WHERE n <= 3', {}, { signal, maxRows: 3 });
    expect(table).toMatchObject({ rows: [{ n: 1 }, { n: 2 }, { n: 3 }], truncated: false });
  });

  it('tells its columns when there are no rows', async () => {
    const table = await open.server.select('SELECT n FROM numbers WHERE n < 0', {}, { signal, maxRows: 3 });
    expect(table).toEqual({ columns: [{ name: 'n', type: 'int' }], rows: [], truncated: false });
  });

  it('leaves nothing behind, whatever it does', async () => {
    await open.server.select(
      "UPDATE numbers SET text = 'gone'; SELECT 1 AS done",
      {},
      { signal, maxRows: 1 },
    );
    expect(await open.rows("SELECT COUNT(*) AS n FROM numbers WHERE text = 'gone'")).toEqual([{ n: 0 }]);
  });
});

describe('a stream', () => {
  it('brings every row once, in batches', async () => {
    const seen: unknown[] = [];
    let batches = 0;
    for await (const rows of open.server.stream(
      'SELECT n FROM numbers WHERE n > @from ORDER BY n',
      { from: 100 },
      { signal },
    )) {
      batches += 1;
      seen.push(...rows.map((row) => row.n));
    }
    expect(seen).toEqual(Array.from({ length: 3_500 }, (_, at) => at + 101));
    expect(batches).toBeGreaterThan(1);
  });

  it('gives its connection back when it is left early', async () => {
    for (let round = 0; round < 6; round++) {
      for await (const rows of open.server.stream('SELECT n FROM numbers ORDER BY n', {}, { signal })) {
        expect(rows[0]).toEqual({ n: 1 });
        break;
      }
    }
    expect(open.simulator.connections.length).toBeLessThanOrEqual(4);
    expect(await open.server.query('SELECT 1 AS one', {}, { signal })).toEqual([{ one: 1 }]);
  });

  it('ends with the signal’s reason, also while rows are waiting to be taken', async () => {
    const stop = new AbortController();
    const stream = open.server.stream('SELECT n FROM numbers', {}, { signal: stop.signal });
    await stream.next();
    stop.abort(new Error('stopped'));
    await expect(stream.next()).rejects.toThrow('stopped');
    expect(await open.server.query('SELECT 1 AS one', {}, { signal })).toEqual([{ one: 1 }]);
  });

  it('has no rows of an empty table', async () => {
    const batches = await Array.fromAsync(
      open.server.stream('SELECT n FROM numbers WHERE n < 0', {}, { signal }),
    );
    expect(batches).toEqual([]);
  });

  it('throws what is wrong with the statement', async () => {
    const stream = open.server.stream('SELECT n FROM nowhere', {}, { signal });
    await expect(stream.next()).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('Shop'),
    });
  });
});

describe('a transaction', () => {
  it('has the rows of the last SELECT, whatever a trigger selects before', async () => {
    const rows = await open.server.transaction(
      (tx) => tx.query('SELECT 1 AS of_trigger; SELECT 2 AS wanted', {}),
      { signal },
    );
    expect(rows).toEqual([{ wanted: 2 }]);
  });

  beforeAll(() =>
    open.run(
      'CREATE TABLE stock (id int NOT NULL PRIMARY KEY, amount int NOT NULL CHECK (amount >= 0)); INSERT INTO stock VALUES (1, 10), (2, 20)',
    ),
  );

  it('commits what the work did, and tells how many rows a statement changed', async () => {
    const answer = await open.server.transaction(
      async (tx) => {
        const changed = await tx.execute('UPDATE stock SET amount = amount - @by WHERE id IN (1, 2)', {
          by: 1,
        });
        const none = await tx.execute('UPDATE stock SET amount = 0 WHERE id = 99', {});
        return { changed, none, rows: await tx.query('SELECT amount FROM stock ORDER BY id', {}) };
      },
      { signal },
    );
    expect(answer).toEqual({ changed: 2, none: 0, rows: [{ amount: 9 }, { amount: 19 }] });
    expect(await open.rows('SELECT amount FROM stock ORDER BY id')).toEqual([{ amount: 9 }, { amount: 19 }]);
  });

  it('undoes it all when the work throws, and hands on its error', async () => {
    const mine = new TypeError('mine');
    const work = open.server.transaction(
      async (tx) => {
        await tx.execute('UPDATE stock SET amount = 0', {});
        throw mine;
      },
      { signal },
    );
    await expect(work).rejects.toBe(mine);
    expect(await open.rows('SELECT amount FROM stock ORDER BY id')).toEqual([{ amount: 9 }, { amount: 19 }]);
  });

  it('goes on after a refused statement', async () => {
    const refused = await open.server.transaction(
      async (tx) => {
        const error = await tx
          .execute('UPDATE stock SET amount = -1 WHERE id = 1', {})
          .catch((reason: unknown) => reason);
        await tx.execute('UPDATE stock SET amount = 5 WHERE id = 2', {});
        return error;
      },
      { signal },
    );
    expect(refused).toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining('rule of the database'),
    });
    expect(await open.rows('SELECT amount FROM stock ORDER BY id')).toEqual([{ amount: 9 }, { amount: 5 }]);
  });
});

describe('connections', () => {
  it('are four at most, shared by all with the same settings', async () => {
    const again = open.servers.open({ ...open.settings });
    const all = Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? open.server : again).query('SELECT @at AS at', { at }, { signal }),
    );
    expect((await Promise.all(all)).map(([row]) => row?.at)).toEqual(
      Array.from({ length: 20 }, (_, at) => at),
    );
    expect(open.simulator.connections.length).toBeLessThanOrEqual(4);
  });

  it('are others for another user or database', async () => {
    const reader = open.servers.open({ ...open.settings, username: 'reader' });
    expect(await reader.query('SELECT SUSER_SNAME() AS who', {}, { signal })).toEqual([{ who: 'reader' }]);
    expect(await open.server.query('SELECT SUSER_SNAME() AS who', {}, { signal })).toEqual([{ who: 'sa' }]);
  });

  it('are all closed when nobody uses them, and made anew', async () => {
    const brief = await openSqlServer({}, { idleMs: 1 });
    try {
      await brief.server.query('SELECT 1 AS one', {}, { signal });
      await vi.waitFor(() => expect(brief.simulator.connections).toEqual([]));
      expect(await brief.server.query('SELECT 1 AS one', {}, { signal })).toEqual([{ one: 1 }]);
    } finally {
      await brief.close();
    }
  });

  it('that are still being made are given up at the end of the process', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const connected = new Promise((resolve) => silent.once('connection', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const ending = await openSqlServer();
    const asked = ending.servers.open({ ...ending.settings, port }).query('SELECT 1', {}, { signal });
    const ended = expect(asked).rejects.toMatchObject({ message: expect.stringContaining('stopped') });
    await connected;
    await ending.close();
    await ended;
    await new Promise((resolve) => silent.close(resolve));
  });

  it('end with the process, and so does what is under way', async () => {
    const ending = await openSqlServer();
    const hold = ending.simulator.hold({ match: 'slow one', when: 'before' });
    const slow = ending.server.query("SELECT 'slow one' AS text", {}, { signal });
    slow.catch(() => undefined);
    await hold.reached;
    await ending.servers.close();
    await expect(slow).rejects.toMatchObject({
      kind: 'transient',
      message: expect.stringContaining('stopped'),
    });
    hold.release();
    await vi.waitFor(() => expect(ending.simulator.connections).toEqual([]));
    await expect(ending.server.query('SELECT 1', {}, { signal })).rejects.toThrow(/stopped/);
    await ending.close();
  });
});
