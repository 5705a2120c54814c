import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResultColumn, SqlType, SqlValue } from '../src/engine/engine.ts';
import { PASSWORD, simulation, USER } from './tds-client.ts';

/** A second driver that nobody here wrote: FreeTDS, by its command line `tsql`. */
const hasTsql = await promisify(execFile)('tsql', ['-C']).then(
  () => true,
  () => false,
);

if (hasTsql) testFreeTds();
else {
  test('FreeTDS is required with REQUIRE_FREETDS=1, as in CI; tsql is not on this PATH (apt-get install freetds-bin)', () => {
    expect(process.env.REQUIRE_FREETDS).not.toBe('1');
  });
}

function testFreeTds(): void {
  const { simulator, engine } = simulation();
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'freetds-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  /** Statements, each followed by GO; what tsql prints. */
  async function tsql(
    statements: readonly string[],
    options: { encryption?: string; password?: string; database?: string } = {},
  ): Promise<{ output: string; errors: string }> {
    const { encryption = 'off', password = PASSWORD, database = 'shop' } = options;
    const config = join(directory, 'freetds.conf');
    const settings = {
      host: '127.0.0.1',
      port: simulator().port,
      'tds version': '7.4',
      'client charset': 'UTF-8',
      'text size': 4_000_000,
      timeout: 30,
      'connect timeout': 30,
      encryption,
    };
    const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}`);
    await writeFile(config, ['[simulator]', ...lines, ''].join('\n'));
    const child = spawn(
      'tsql',
      ['-S', 'simulator', '-U', USER, '-P', password, '-D', database, '-o', 'q', '-t', '|'],
      { env: { ...process.env, FREETDSCONF: config, LC_ALL: 'C.UTF-8' } },
    );
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    // A login that fails ends tsql before it reads.
    child.stdin.on('error', () => {});
    child.stdin.end(`${statements.map((statement) => `${statement}\nGO\n`).join('')}exit\n`);
    await new Promise<void>((resolve) => child.once('close', () => resolve()));
    return { output, errors };
  }

  function answer(statement: string, columns: readonly ResultColumn[], rows: readonly SqlValue[][]): void {
    // tsql ends each line with a line feed.
    engine().on(`${statement}\n`, function* () {
      yield { kind: 'columns', columns };
      for (const values of rows) yield { kind: 'row', values };
      yield { kind: 'done', rowCount: rows.length };
    });
  }

  test.each(['off', 'request', 'require'])(
    'FreeTDS: a login and a query (encryption = %s)',
    async (encryption) => {
      answer(
        'SELECT 1',
        [{ name: 'größe', type: { name: 'nvarchar', length: 20 }, nullable: true }],
        [['文字'], [null]],
      );
      const { output, errors } = await tsql(['SELECT 1'], { encryption });
      expect(errors).not.toContain('Msg');
      expect(output).toContain('größe\n文字\nNULL\n');
    },
  );

  test('FreeTDS: a wrong password and a database that is not there', async () => {
    const refused = await tsql([], { password: 'guess' });
    expect(refused.errors).toContain('Msg 18456 (severity 14, state 1) from SIMULATOR Line 1:');
    expect(refused.errors).toContain(`"Login failed for user '${USER}'."`);
    const lost = await tsql([], { database: 'attic' });
    expect(lost.errors).toContain('Msg 4060 (severity 11, state 1)');
  });

  test('FreeTDS: an error with number, class, state and line, and the connection goes on', async () => {
    answer('SELECT 2', [{ name: 'n', type: { name: 'int' }, nullable: false }], [[2]]);
    const { output, errors } = await tsql(['SELECT * FROM gone', 'SELECT 2']);
    expect(errors).toContain('Msg 208 (severity 16, state 1) from SIMULATOR Line 3:');
    expect(output).toContain('n\n2\n');
  });

  test('FreeTDS: every type, and NULL', async () => {
    const types: [SqlType, Exclude<SqlValue, null>, string | RegExp][] = [
      [{ name: 'bit' }, true, '1'],
      [{ name: 'tinyint' }, 255, '255'],
      [{ name: 'smallint' }, -32_768, '-32768'],
      [{ name: 'int' }, 2_147_483_647, '2147483647'],
      [{ name: 'bigint' }, -9_223_372_036_854_775_808n, '-9223372036854775808'],
      [{ name: 'real' }, 0.5, '0.5'],
      [{ name: 'float' }, 0.1, '0.10000000000000001'],
      [
        { name: 'decimal', precision: 38, scale: 4 },
        '-1234567890123456789012345678901234.5678',
        '-1234567890123456789012345678901234.5678',
      ],
      [{ name: 'numeric', precision: 5, scale: 0 }, '0', '0'],
      [{ name: 'money' }, '-922337203685477.5808', '-922337203685477.5808'],
      [{ name: 'smallmoney' }, '0.0001', '0.0001'],
      [{ name: 'date' }, '2024-02-29', /^Feb 29 2024 12:00(:00[:.0]*)?AM$/],
      [{ name: 'time', scale: 7 }, '23:59:59.1234567', /11:59(:59[:.\d]*)?PM$/],
      [{ name: 'datetime' }, '2026-11-21T23:59:59.9970000', /^Nov 21 2026 11:59(:59[:.\d]*)?PM$/],
      [{ name: 'smalldatetime' }, '2026-11-21T12:34:00', /^Nov 21 2026 12:34(:00[:.0]*)?PM$/],
      [
        { name: 'datetime2', scale: 3 },
        '1583-01-01T00:01:02.1230000',
        /^Jan {2}1 1583 12:01(:02[:.\d]*)?AM$/,
      ],
      [
        { name: 'datetimeoffset', scale: 0 },
        '2026-11-21T12:34:56.0000000+01:00',
        /^Nov 21 2026 12:34(:56[:.0]*)?PM( \+01:00)?$/,
      ],
      [
        { name: 'uniqueidentifier' },
        '01234567-89AB-CDEF-0123-456789ABCDEF',
        '01234567-89AB-CDEF-0123-456789ABCDEF',
      ],
      [{ name: 'char', length: 3 }, 'ab ', 'ab '],
      [{ name: 'varchar', length: 20 }, '5 € für Œuvres', '5 € für Œuvres'],
      [{ name: 'nvarchar', length: 20 }, '🦊 文', '🦊 文'],
      [{ name: 'varchar', length: 'max' }, 'lang', 'lang'],
      [{ name: 'nvarchar', length: 'max' }, 'länger', 'länger'],
      [{ name: 'varbinary', length: 4 }, Buffer.from('cafe', 'hex'), 'cafe'],
    ];
    const columns = types.map(([type], index) => ({ name: `c${index}`, type }));
    const values = types.map(([, value]) => value);
    answer(
      'SELECT nullable',
      columns.map((column) => ({ ...column, nullable: true })),
      [values, values.map(() => null)],
    );
    answer(
      'SELECT fixed',
      columns.map((column) => ({ ...column, nullable: false })),
      [values],
    );
    const { output, errors } = await tsql(['SELECT nullable', 'SELECT fixed'], { encryption: 'require' });
    expect(errors).not.toContain('Msg');
    const lines = output.split('\n').filter((line) => line.includes('|'));
    const names = columns.map(({ name }) => name).join('|');
    const [first, shown, nulls, second, shownFixed] = lines;
    expect([first, nulls, second]).toEqual([names, types.map(() => 'NULL').join('|'), names]);
    for (const line of [shown, shownFixed]) {
      expect(line?.split('|')).toEqual(
        types.map(([, , text]) => (text instanceof RegExp ? expect.stringMatching(text) : text)),
      );
    }
  });

  test('FreeTDS: a large answer of large values', async () => {
    const text = 'ü'.repeat(1_000_000);
    answer(
      'SELECT large',
      [{ name: 'large', type: { name: 'nvarchar', length: 'max' }, nullable: true }],
      [[text], [text]],
    );
    const { output } = await tsql(['SELECT large'], { encryption: 'require' });
    expect(output).toContain(`large\n${text}\n${text}\n`);
  });

  test('FreeTDS: the transaction of a batch is told, and the deadlock that ends it', async () => {
    engine().on('BEGIN TRAN\n', function* ({ session }) {
      session.beginTransaction();
      yield { kind: 'done', rowCount: null };
    });
    simulator().faults.add({ action: { kind: 'deadlock' }, match: 'UPDATE' });
    const { errors } = await tsql(['BEGIN TRAN', 'UPDATE t']);
    expect(errors).toContain('Msg 1205 (severity 13, state 51)');
    expect(engine().sessions.at(-1)?.transactionDepth).toBe(0);
  });
}
