import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createSamples, PASSWORD, type Sample, shopForTests, USER } from './shop.ts';

/** A second third-party driver: FreeTDS, through its command line `tsql`. */
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

type Options = { readonly encryption?: string; readonly password?: string; readonly database?: string };

/** Runs statements, each followed by GO; returns tsql's output. */
async function tsql(port: number, statements: readonly string[], options: Options = {}) {
  const { encryption = 'off', password = PASSWORD, database = 'shop' } = options;
  const directory = await mkdtemp(join(tmpdir(), 'freetds-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const settings = {
    ...{ host: '127.0.0.1', port, 'tds version': '7.4', 'client charset': 'UTF-8', encryption },
    ...{ 'text size': 4_000_000, timeout: 30, 'connect timeout': 30 },
  };
  const config = join(directory, 'freetds.conf');
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}`);
  await writeFile(config, ['[simulator]', ...lines, ''].join('\n'));
  const child = spawn(
    'tsql',
    ['-S', 'simulator', '-U', USER, '-P', password, '-D', database, '-o', 'q', '-t', '|'],
    { env: { ...process.env, FREETDSCONF: config, LC_ALL: 'C.UTF-8' } },
  );
  const printed = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.errors += text;
  });
  // After a failed login tsql exits without reading.
  child.stdin.on('error', () => {});
  child.stdin.end(`${statements.map((statement) => `${statement}\nGO\n`).join('')}exit\n`);
  await new Promise<void>((resolve) => child.once('close', () => resolve()));
  return printed;
}

/** In tsql's format. */
const samples: readonly (readonly [...Sample, printed: string | RegExp])[] = [
  ['bit', true, '1'],
  ['tinyint', 255, '255'],
  ['smallint', -32_768, '-32768'],
  ['int', 2_147_483_647, '2147483647'],
  ['bigint', -9_223_372_036_854_775_808n, '-9223372036854775808'],
  ['real', 0.5, '0.5'],
  ['float', 0.1, '0.10000000000000001'],
  ['decimal(38,4)', '-1234567890123456789012345678901234.5678', '-1234567890123456789012345678901234.5678'],
  ['numeric(5,0)', '0', '0'],
  ['money', '-922337203685477.5808', '-922337203685477.5808'],
  ['smallmoney', '0.0001', '0.0001'],
  ['date', '2024-02-29', /^Feb 29 2024 12:00(:00[:.0]*)?AM$/],
  ['time(7)', '23:59:59.1234567', /11:59(:59[:.\d]*)?PM$/],
  ['datetime', '2026-11-21T23:59:59.997', /^Nov 21 2026 11:59(:59[:.\d]*)?PM$/],
  ['smalldatetime', '2026-11-21T12:34:00', /^Nov 21 2026 12:34(:00[:.0]*)?PM$/],
  ['datetime2(3)', '1583-01-01T00:01:02.123', /^Jan {2}1 1583 12:01(:02[:.\d]*)?AM$/],
  ['datetimeoffset(0)', '2026-11-21T12:34:56+01:00', /^Nov 21 2026 12:34(:56[:.0]*)?PM( \+01:00)?$/],
  ['uniqueidentifier', '01234567-89AB-CDEF-0123-456789ABCDEF', '01234567-89AB-CDEF-0123-456789ABCDEF'],
  ['char(3)', 'ab ', 'ab '],
  ['varchar(20)', '5 € für Œuvres', '5 € für Œuvres'],
  ['nvarchar(20)', '🦊 文', '🦊 文'],
  ['varchar(max)', 'lang', 'lang'],
  ['nvarchar(max)', 'länger', 'länger'],
  ['varbinary(4)', Buffer.from('cafe', 'hex'), 'cafe'],
];

function testFreeTds(): void {
  const shop = shopForTests();
  const port = () => shop().simulator.port;

  test.each(['off', 'request', 'require'])(
    'FreeTDS: logs in and selects, encryption %s',
    async (encryption) => {
      const { output, errors } = await tsql(port(), ["SELECT N'文字' AS größe"], { encryption });
      expect(errors).not.toContain('Msg');
      expect(output).toContain('größe\n文字\n');
    },
  );

  test('FreeTDS: a wrong password and a missing database', async () => {
    const refused = await tsql(port(), [], { password: 'guess' });
    expect(refused.errors).toContain('Msg 18456 (severity 14, state 1) from SIMULATOR Line 1:');
    expect(refused.errors).toContain(`"Login failed for user '${USER}'."`);
    const lost = await tsql(port(), [], { database: 'attic' });
    expect(lost.errors).toContain('Msg 4060 (severity 11, state 1)');
  });

  test('FreeTDS: errors have number, class and state, and the connection continues', async () => {
    const { output, errors } = await tsql(port(), ['SELECT * FROM gone', 'SELECT 1 AS n']);
    expect(errors).toContain('Msg 208 (severity 16, state 1) from SIMULATOR Line 1:');
    expect(output).toContain('n\n1\n');
  });

  test('FreeTDS: every type, and NULL', async () => {
    await createSamples(shop(), samples);
    const statements = ['SELECT * FROM everything', 'SELECT * FROM fixed'];
    const { output, errors } = await tsql(port(), statements, { encryption: 'require' });
    expect(errors).not.toContain('Msg');
    const lines = output.split('\n').filter((line) => line.includes('|'));
    const [, shown, nulls, , shownFixed] = lines;
    expect(nulls).toBe(samples.map(() => 'NULL').join('|'));
    for (const line of [shown, shownFixed]) {
      expect(line?.split('|')).toEqual(
        samples.map(([, , text]) => (text instanceof RegExp ? expect.stringMatching(text) : text)),
      );
    }
  });
}
