import { describe, expect, it } from 'vitest';
import type { SqlValue } from '../src/engine/engine.ts';
import { type FunctionContext, SCALAR_FUNCTIONS } from '../src/types/functions.ts';
import { fromStored, toStored } from '../src/types/stored.ts';
import { formatType, parseType } from '../src/types/type-names.ts';

type Argument = readonly [SqlValue, string];

const context: FunctionContext = {
  now: '2026-11-21T11:34:56.1234567+01:00',
  catalogue: { databases: [], nextObjectId: 1 },
  session: {
    spid: 51,
    user: 'sa',
    database: 'Shop',
    serverName: 'WAREHOUSE\\SQL2022',
    version: '16.0.4135.4',
  },
};

function call(name: string, ...args: Argument[]): [SqlValue, string] {
  const called = SCALAR_FUNCTIONS.get(name);
  if (called === undefined) throw new Error(`There is no function ${name}.`);
  const types = args.map(([, type]) => parseType(type));
  const values = args.map(([value], at) => toStored(value, types[at] ?? { name: 'int' }));
  const { type } = called.result(
    values.map((value, at) => ({ type: types[at] ?? { name: 'int' }, nullable: true, constant: value })),
  );
  return [fromStored(called.call(values, types, type, context), type), formatType(type)];
}
const value = (name: string, ...args: Argument[]): SqlValue => call(name, ...args)[0];
const n = (text: string | null): Argument => [text, 'nvarchar(50)'];
const v = (text: string | null): Argument => [text, 'varchar(50)'];
const i = (number: number | null): Argument => [number, 'int'];

describe('functions of texts', () => {
  it('LEN leaves out blanks at the end, DATALENGTH counts all bytes', () => {
    expect(value('LEN', n(' Zelt  '))).toBe(5);
    expect(value('DATALENGTH', n('Zelt '))).toBe(10);
    expect(value('DATALENGTH', v('Zelt '))).toBe(5);
    expect(value('DATALENGTH', [1, 'int'])).toBe(4);
    expect(value('DATALENGTH', ['1.5', 'decimal(18,4)'])).toBe(9);
    expect(call('LEN', ['x', 'nvarchar(max)'])).toEqual([1n, 'bigint']);
    expect(value('LEN', n(null))).toBeNull();
  });

  it('LEFT, RIGHT and SUBSTRING cut; a start before the text takes from the length', () => {
    expect(value('LEFT', n('Wanderschuh'), i(6))).toBe('Wander');
    expect(value('RIGHT', n('Wanderschuh'), i(5))).toBe('schuh');
    expect(value('RIGHT', n('Wanderschuh'), i(0))).toBe('');
    expect(value('SUBSTRING', n('Wanderschuh'), i(7), i(3))).toBe('sch');
    expect(value('SUBSTRING', n('Wanderschuh'), i(-1), i(4))).toBe('Wa');
    expect(() => value('SUBSTRING', n('x'), i(1), i(-1))).toThrow(
      'Invalid length parameter passed to the LEFT or SUBSTRING function.',
    );
    expect(() => value('LEFT', n('x'), i(-1))).toThrow('LEFT or SUBSTRING function.');
    expect(() => value('RIGHT', n('x'), i(-1))).toThrow('passed to the right function.');
  });

  it('UPPER and LOWER, and the three trims, which take blanks alone', () => {
    expect(value('UPPER', n('Größe'))).toBe('GRÖßE');
    expect(value('LOWER', n('ÄÖÜ'))).toBe('äöü');
    expect(value('LTRIM', n('  a '))).toBe('a ');
    expect(value('RTRIM', n(' a  '))).toBe(' a');
    expect(value('TRIM', n(' \ta '))).toBe('\ta');
  });

  it('REPLACE and CHARINDEX go by the collation: without regard to case', () => {
    expect(value('REPLACE', n('Zelt zelt'), n('ZELT'), n('Tarp'))).toBe('Tarp Tarp');
    expect(value('REPLACE', n('abc'), n(''), n('x'))).toBe('abc');
    expect(value('CHARINDEX', n('Z'), n('Holzzelt'))).toBe(4);
    expect(value('CHARINDEX', n('z'), n('Holzzelt'), i(5))).toBe(5);
    expect(value('CHARINDEX', n('x'), n('Holz'))).toBe(0);
    expect(value('PATINDEX', n('%[0-9]%'), n('Zelt 4P'))).toBe(6);
  });

  it('CONCAT takes NULL for nothing and numbers as text', () => {
    expect(value('CONCAT', n('Zelt '), i(4), n(null), ['1.50', 'decimal(9,2)'])).toBe('Zelt 41.50');
    expect(value('CONCAT_WS', v(', '), v('a'), v(null), v('b'))).toBe('a, b');
    expect(call('CONCAT', v('a'), i(1))).toEqual(['a1', 'varchar(61)']);
  });

  it('STUFF, REPLICATE, REVERSE, SPACE, QUOTENAME, CHAR and its like', () => {
    expect(value('STUFF', n('abcdef'), i(2), i(3), n('XY'))).toBe('aXYef');
    expect(value('REPLICATE', v('ab'), i(3))).toBe('ababab');
    expect(value('REVERSE', v('abc'))).toBe('cba');
    expect(value('SPACE', i(3))).toBe('   ');
    expect(value('QUOTENAME', n('a]b'))).toBe('[a]]b]');
    expect(value('QUOTENAME', n('a"b'), v('"'))).toBe('"a""b"');
    expect(value('QUOTENAME', n('a'), v('x'))).toBeNull();
    expect(value('CHAR', i(128))).toBe('€');
    expect(value('ASCII', v('€'))).toBe(128);
    expect(value('UNICODE', n('€'))).toBe(8364);
  });
});

describe('functions of numbers', () => {
  it('ROUND rounds half away from zero, at a place before the point too, or cuts', () => {
    expect(call('ROUND', ['2.345', 'decimal(9,3)'], i(2))).toEqual(['2.350', 'decimal(9,3)']);
    expect(value('ROUND', ['-2.345', 'decimal(9,3)'], i(2))).toBe('-2.350');
    expect(value('ROUND', ['2.349', 'decimal(9,3)'], i(2), i(1))).toBe('2.340');
    expect(value('ROUND', i(1250), i(-2))).toBe(1300);
    expect(value('ROUND', [2.675, 'float'], i(2))).toBe(2.68);
  });

  it('FLOOR and CEILING of a decimal have nothing behind the point', () => {
    expect(call('FLOOR', ['-1.5', 'decimal(9,2)'])).toEqual(['-2', 'decimal(9,0)']);
    expect(call('CEILING', ['1.01', 'decimal(9,2)'])).toEqual(['2', 'decimal(9,0)']);
    expect(call('CEILING', ['1.01', 'money'])).toEqual(['2.0000', 'money']);
  });

  it('ABS, SIGN, POWER, SQRT, ISNUMERIC', () => {
    expect(value('ABS', i(-3))).toBe(3);
    expect(value('SIGN', ['-0.5', 'decimal(3,1)'])).toBe('-1.0');
    expect(value('POWER', i(2), i(10))).toBe(1024);
    expect(value('SQRT', i(16))).toBe(4);
    expect(() => value('SQRT', i(-1))).toThrow('An invalid floating point operation occurred.');
    expect(value('ISNUMERIC', v('1e3'))).toBe(1);
    expect(value('ISNUMERIC', v('$1,000.50'))).toBe(1);
    expect(value('ISNUMERIC', v('ten'))).toBe(0);
  });
});

describe('functions of moments', () => {
  it('the clock: local and UTC, in the type of each', () => {
    expect(call('GETDATE')).toEqual(['2026-11-21T12:34:56.123', 'datetime']);
    expect(call('GETUTCDATE')).toEqual(['2026-11-21T11:34:56.123', 'datetime']);
    expect(call('SYSUTCDATETIME')).toEqual(['2026-11-21T11:34:56.1234567', 'datetime2(7)']);
    expect(call('SYSDATETIMEOFFSET')).toEqual(['2026-11-21T12:34:56.1234567+01:00', 'datetimeoffset(7)']);
  });

  it('DATEADD keeps the type and comes to the end of a shorter month; a text becomes a datetime', () => {
    expect(call('DATEADD', v('MONTH'), i(1), ['2026-01-31', 'date'])).toEqual(['2026-02-28', 'date']);
    expect(call('DATEADD', v('DAY'), i(1), v('2026-12-31'))).toEqual(['2027-01-01T00:00:00.000', 'datetime']);
    expect(value('DATEADD', v('MS'), i(1500), ['2026-01-01T00:00:00.000', 'datetime2(3)'])).toBe(
      '2026-01-01T00:00:01.500',
    );
    expect(value('DATEADD', v('HH'), i(-1), ['00:30:00', 'time(0)'])).toBe('23:30:00');
    expect(() => value('DATEADD', v('HOUR'), i(1), ['2026-01-31', 'date'])).toThrow(
      'The datepart hour is not supported by date function dateadd for data type date.',
    );
    expect(() => value('DATEADD', v('FOO'), i(1), ['2026-01-31', 'date'])).toThrow(
      "'foo' is not a recognized dateadd option.",
    );
    expect(() => value('DATEADD', v('YEAR'), i(9000), ['2026-01-31', 'date'])).toThrow(
      "Adding a value to a 'date' column caused an overflow.",
    );
  });

  it('DATEDIFF counts the boundaries that are crossed', () => {
    expect(value('DATEDIFF', v('YEAR'), v('2025-12-31'), v('2026-01-01'))).toBe(1);
    expect(value('DATEDIFF', v('HOUR'), v('2026-01-01T00:59'), v('2026-01-01T01:01'))).toBe(1);
    expect(value('DATEDIFF', v('WEEK'), v('2026-11-21'), v('2026-11-22'))).toBe(1);
    expect(
      value(
        'DATEDIFF',
        v('MINUTE'),
        ['2026-01-01T10:00:00+02:00', 'datetimeoffset(0)'],
        ['2026-01-01T08:30:00+00:00', 'datetimeoffset(0)'],
      ),
    ).toBe(30);
    expect(() => value('DATEDIFF', v('SECOND'), v('1900-01-01'), v('2026-01-01'))).toThrow(
      'The datediff function resulted in an overflow.',
    );
    expect(value('DATEDIFF_BIG', v('SECOND'), v('1900-01-01'), v('2026-01-01'))).toBe(3976214400n);
  });

  it('DATEPART and DATENAME, with Sunday as first day of the week', () => {
    const saturday: Argument = ['2026-11-21T12:34:56.1234567', 'datetime2(7)'];
    expect(value('DATEPART', v('DW'), saturday)).toBe(7);
    expect(value('DATEPART', v('ISO_WEEK'), saturday)).toBe(47);
    expect(value('DATEPART', v('QUARTER'), saturday)).toBe(4);
    expect(value('DATEPART', v('DAYOFYEAR'), saturday)).toBe(325);
    expect(value('DATEPART', v('MILLISECOND'), saturday)).toBe(123);
    expect(value('DATEPART', v('NANOSECOND'), saturday)).toBe(123456700);
    expect(value('DATENAME', v('MONTH'), saturday)).toBe('November');
    expect(value('DATENAME', v('WEEKDAY'), saturday)).toBe('Saturday');
    expect(value('YEAR', saturday)).toBe(2026);
  });

  it('EOMONTH, DATEFROMPARTS, SWITCHOFFSET, ISDATE', () => {
    expect(value('EOMONTH', ['2024-02-10', 'date'])).toBe('2024-02-29');
    expect(value('EOMONTH', ['2024-01-31', 'date'], i(1))).toBe('2024-02-29');
    expect(value('DATEFROMPARTS', i(2026), i(2), i(28))).toBe('2026-02-28');
    expect(() => value('DATEFROMPARTS', i(2026), i(2), i(30))).toThrow('Cannot construct data type date');
    expect(value('SWITCHOFFSET', ['2026-01-01T10:00:00+02:00', 'datetimeoffset(0)'], v('+00:00'))).toBe(
      '2026-01-01T08:00:00+00:00',
    );
    expect(value('ISDATE', v('2026-02-30'))).toBe(0);
    expect(value('ISDATE', v('2026-02-28'))).toBe(1);
  });
});

describe('functions of the server', () => {
  it('NEWID is new each time, in upper case', () => {
    expect(value('NEWID')).toMatch(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
    expect(value('NEWID')).not.toBe(value('NEWID'));
  });

  it('SERVERPROPERTY knows the version and the instance; one that is unknown is NULL', () => {
    expect(value('SERVERPROPERTY', v('ProductVersion'))).toBe('16.0.4135.4');
    expect(value('SERVERPROPERTY', v('ProductMajorVersion'))).toBe('16');
    expect(value('SERVERPROPERTY', v('InstanceName'))).toBe('SQL2022');
    expect(value('SERVERPROPERTY', v('MachineName'))).toBe('WAREHOUSE');
    expect(value('SERVERPROPERTY', v('Nonsense'))).toBeNull();
    expect(value('SERVERPROPERTY', v('constructor'))).toBeNull();
  });

  it('CHOOSE takes the value at a place, in the type of all of them', () => {
    expect(call('CHOOSE', i(2), i(1), ['2.50', 'decimal(5,2)'])).toEqual(['2.50', 'decimal(12,2)']);
    expect(value('CHOOSE', i(3), i(1), i(2))).toBeNull();
    expect(value('PARSENAME', n('[a.b].c'), i(2))).toBe('a.b');
  });
});
