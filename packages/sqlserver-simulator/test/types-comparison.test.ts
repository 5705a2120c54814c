import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { draw } from '../src/demo/draw.ts';
import type { SqlType, SqlValue } from '../src/engine/engine.ts';
import { DEFAULT_COLLATION, isCollation, like, sortKey } from '../src/types/compare.ts';
import { exactKey, formatExact } from '../src/types/exact-number.ts';
import { commonType } from '../src/types/precedence.ts';
import { fromStored, toStored } from '../src/types/stored.ts';
import { formatType, parseType } from '../src/types/type-names.ts';

/** The values in the order in which SQLite sorts what is stored of them. */
function sorted(values: readonly SqlValue[], typeText: string, collation = DEFAULT_COLLATION): SqlValue[] {
  const type = parseType(typeText);
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (value, sort)');
  const insert = database.prepare('INSERT INTO t VALUES (?, ?)');
  for (const value of values) {
    const stored = toStored(value, type);
    insert.run(stored, sortKey(stored, type, collation));
  }
  const select = database.prepare('SELECT value FROM t ORDER BY sort, rowid');
  select.setReadBigInts(true);
  const rows = select.all().map((row) => {
    const { value } = row;
    return fromStored(
      value instanceof Uint8Array || typeof value !== 'object' ? (value ?? null) : null,
      type,
    );
  });
  database.close();
  return rows;
}

const equal = (
  a: string,
  b: string,
  type: SqlType = { name: 'nvarchar', length: 50 },
  collation = DEFAULT_COLLATION,
) => sortKey(a, type, collation) === sortKey(b, type, collation);

describe('what SQLite compares orders as SQL Server does', () => {
  it('decimals of any size and sign', () => {
    const ordered = [
      '-99999999999999999999999999999999999.999',
      '-100.000',
      '-12.500',
      '-12.000',
      '-1.500',
      '-0.500',
      '-0.051',
      '-0.050',
      '0.000',
      '0.001',
      '0.050',
      '0.500',
      '9.000',
      '10.000',
      '12.500',
      '100.000',
      '99999999999999999999999999999999999.999',
    ];
    expect(sorted(ordered.toReversed(), 'decimal(38,3)')).toEqual(ordered);
  });

  it('money and the integers, negative ones first', () => {
    const money = ['-922337203685477.5808', '-0.0001', '0.0000', '0.0001', '922337203685477.5807'];
    expect(sorted(money.toReversed(), 'money')).toEqual(money);
    const big = [-9223372036854775808n, -1n, 0n, 9007199254740993n, 9223372036854775807n];
    expect(sorted(big.toReversed(), 'bigint')).toEqual(big);
  });

  it('any decimals, drawn at random, as their exact values', () => {
    const type = parseType('decimal(38,6)');
    const drawn = Array.from({ length: 2000 }, (_, row) => {
      const digits = String(draw(1, row, 0))
        .repeat(3)
        .slice(0, 1 + (draw(1, row, 1) % 29));
      const unscaled = BigInt(digits) * (draw(1, row, 2) % 2 === 0 ? 1n : -1n);
      return { unscaled, scale: 6 };
    });
    const expected = drawn
      .toSorted((a, b) => (a.unscaled < b.unscaled ? -1 : a.unscaled > b.unscaled ? 1 : 0))
      .map(formatExact);
    expect(sorted(drawn.map(formatExact), 'decimal(38,6)')).toEqual(expected);
    for (const number of drawn) expect(exactKey(number)).toBe(toStored(formatExact(number), type));
  });

  it('equal decimals of different scales are stored alike', () => {
    expect(toStored('1.50', parseType('decimal(9,2)'))).toBe(toStored('1.5000', parseType('money')));
  });

  it('what has more digits than its type is rounded before it is stored, and char is filled with blanks', () => {
    const shown = (value: string, type: string) =>
      fromStored(toStored(value, parseType(type)), parseType(type));
    expect(toStored('1.005', parseType('decimal(9,2)'))).toBe(toStored('1.01', parseType('decimal(9,2)')));
    expect(shown('12:00:00.55', 'time(1)')).toBe('12:00:00.6');
    expect(shown('2026-11-21T12:00:00.9996', 'datetime2(3)')).toBe('2026-11-21T12:00:01.000');
    expect(shown('2026-11-21T12:00:00.5+01:00', 'datetimeoffset(0)')).toBe('2026-11-21T12:00:01+01:00');
    expect(shown('AB', 'char(4)')).toBe('AB  ');
  });

  it('moments; a datetimeoffset by its instant, whatever its clock says', () => {
    const moments = [
      '0001-01-01T00:00:00.0000000',
      '1999-12-31T23:59:59.9999999',
      '2026-11-21T12:00:00.0000001',
    ];
    expect(sorted(moments.toReversed(), 'datetime2')).toEqual(moments);
    const offsets = ['2026-11-21T12:00:00+05:00', '2026-11-21T08:00:00+00:00', '2026-11-21T04:00:00-05:00'];
    expect(sorted(offsets.toReversed(), 'datetimeoffset(0)')).toEqual(offsets);
    const type = parseType('datetimeoffset(0)');
    const key = (text: string) => sortKey(toStored(text, type), type, DEFAULT_COLLATION);
    expect(key('2026-11-21T12:00:00+02:00')).toBe(key('2026-11-21T10:00:00+00:00'));
  });

  it('uniqueidentifier by its last six bytes first, then the groups from the end', () => {
    const ordered = [
      'FF000000-0000-0000-0000-000000000001',
      '00000000-0000-0000-0000-000000000002',
      '01000000-0000-0000-0000-000000000002',
      '00000001-0000-0000-0000-000000000002',
      '00000000-0001-0000-0000-000000000002',
      '00000000-0000-0001-0000-000000000002',
      '00000000-0000-0000-0001-000000000002',
      '00000000-0000-0000-0000-010000000000',
    ];
    expect(sorted(ordered.toReversed(), 'uniqueidentifier')).toEqual(ordered);
  });
});

describe('texts', () => {
  it('the default collation ignores case, tells accents apart, and ignores blanks at the end', () => {
    expect(equal('Zelt', 'ZELT')).toBe(true);
    expect(equal('Zelt', 'Zelt   ')).toBe(true);
    expect(equal(' Zelt', 'Zelt')).toBe(false);
    expect(equal('Café', 'Cafe')).toBe(false);
    expect(equal('CAFÉ', 'café')).toBe(true);
    expect(equal('Cafe\u0301', 'Café')).toBe(true);
  });

  it('a collation may tell case apart, or not tell accents apart, or compare code points', () => {
    const type: SqlType = { name: 'nvarchar', length: 50 };
    expect(equal('a', 'A', type, 'Latin1_General_CS_AS')).toBe(false);
    expect(equal('Café', 'CAFE', type, 'Latin1_General_CI_AI')).toBe(true);
    expect(equal('a', 'A', type, 'Latin1_General_BIN2')).toBe(false);
    expect(equal('a', 'a  ', type, 'Latin1_General_BIN2')).toBe(true);
  });

  it('punctuation, digits, then letters, accents after the plain letter', () => {
    const ordered = [
      '#1',
      '_x',
      '1',
      '10',
      '2',
      'a',
      'ä',
      'ab',
      'Äb',
      'b',
      'B2',
      'o',
      'ø',
      'z',
      'Ω',
      'я',
      '世',
    ];
    expect(sorted(ordered.toReversed(), 'nvarchar(20)')).toEqual(ordered);
  });

  it('with case told apart, a small letter comes before its capital', () => {
    expect(sorted(['B', 'A', 'b', 'a'], 'nvarchar(9)', 'Latin1_General_CS_AS')).toEqual(['a', 'A', 'b', 'B']);
    expect(sorted(['a', 'B', 'b', 'A'], 'nvarchar(9)', 'Latin1_General_BIN2')).toEqual(['A', 'B', 'a', 'b']);
  });

  it('a hyphen counts in varchar under an SQL collation and not in nvarchar: a-c is before ab in the one, behind it in the other', () => {
    expect(sorted(['ab', 'a-c'], 'varchar(9)')).toEqual(['a-c', 'ab']);
    expect(sorted(['a-c', 'ab'], 'nvarchar(9)')).toEqual(['ab', 'a-c']);
    expect(equal('co-op', 'coop')).toBe(false);
  });

  it('knows the names of collations', () => {
    expect(isCollation('SQL_Latin1_General_CP1_CI_AS')).toBe(true);
    expect(isCollation('Latin1_General_100_CI_AS_SC_UTF8')).toBe(true);
    expect(isCollation('German_PhoneBook_CI_AS')).toBe(true);
    expect(isCollation('Latin1_General_BIN2')).toBe(true);
    expect(isCollation('utf8mb4_general_ci')).toBe(false);
  });
});

describe('LIKE', () => {
  const matches = (value: string, pattern: string, escapedBy: string | null = null) =>
    like(value, pattern, escapedBy, DEFAULT_COLLATION);

  it('percent, underscore, sets and ranges, without regard to case', () => {
    expect(matches('Zelt 4P', 'zelt%')).toBe(true);
    expect(matches('Zelt 4P', '%4_')).toBe(true);
    expect(matches('Zelt 4P', 'zelt [0-9]p')).toBe(true);
    expect(matches('Zelt XP', 'zelt [^0-9]p')).toBe(true);
    expect(matches('Zelt', '_elt_')).toBe(false);
    expect(matches('aXbXc', '%x%c')).toBe(true);
    expect(matches('a-b', 'a[-]b')).toBe(true);
    expect(matches('', '%')).toBe(true);
  });

  it('a bracket or an escape makes a wildcard plain', () => {
    expect(matches('100%', '100[%]')).toBe(true);
    expect(matches('1000', '100[%]')).toBe(false);
    expect(matches('100%', '100!%', '!')).toBe(true);
    expect(matches('1000', '100!%', '!')).toBe(false);
    expect(matches('a[b', 'a[[]b')).toBe(true);
  });
});

describe('the type that two types become', () => {
  it.each([
    ['int', 'bigint', 'bigint'],
    ['int', 'varchar(10)', 'int'],
    ['decimal(10,2)', 'decimal(8,4)', 'decimal(12,4)'],
    ['decimal(10,2)', 'int', 'decimal(12,2)'],
    ['money', 'decimal(9,2)', 'decimal(19,4)'],
    ['decimal(9,2)', 'float', 'float'],
    ['varchar(10)', 'nvarchar(4)', 'nvarchar(10)'],
    ['varchar(10)', 'varchar(max)', 'varchar(max)'],
    ['date', 'datetime2(3)', 'datetime2(3)'],
    ['datetime', 'varchar(20)', 'datetime'],
    ['uniqueidentifier', 'nvarchar(36)', 'uniqueidentifier'],
  ])('%s and %s become %s', (a, b, both) => {
    const [first, second] = [parseType(a), parseType(b)];
    expect(formatType(commonType(first, second) ?? first)).toBe(both);
    expect(formatType(commonType(second, first) ?? first)).toBe(both);
  });

  it('types that do not meet have none', () => {
    expect(commonType(parseType('date'), parseType('int'))).toBeNull();
    expect(commonType(parseType('uniqueidentifier'), parseType('int'))).toBeNull();
  });
});
