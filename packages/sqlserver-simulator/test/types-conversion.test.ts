import { describe, expect, it } from 'vitest';
import { SqlServerError, type SqlValue } from '../src/engine/engine.ts';
import { assignStored, conversionKind, convertStored } from '../src/types/convert.ts';
import { dayNumber, dayOfText, daysInMonth, formatDate } from '../src/types/moment.ts';
import { fromStored, toStored } from '../src/types/stored.ts';
import { formatType, parseType } from '../src/types/type-names.ts';

/** CONVERT(to, value, style), seen as the wire shows it. */
function convert(value: SqlValue, from: string, to: string, style?: number): SqlValue {
  const [source, target] = [parseType(from, 'cast'), parseType(to, 'cast')];
  return fromStored(
    convertStored(toStored(value, source), source, target, {
      explicit: true,
      ...(style === undefined ? {} : { style }),
    }),
    target,
  );
}

function failure(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof SqlServerError) return `${error.number}: ${error.message}`;
    throw error;
  }
  return 'no error';
}
const refusal = (value: SqlValue, from: string, to: string, style?: number): string =>
  failure(() => convert(value, from, to, style));

describe('declared types', () => {
  it('decimal is decimal(18,0), datetime2 has seven digits, char one character, and thirty in CAST', () => {
    expect(formatType(parseType('decimal'))).toBe('decimal(18,0)');
    expect(formatType(parseType('DATETIME2'))).toBe('datetime2(7)');
    expect(formatType(parseType('varchar'))).toBe('varchar(1)');
    expect(formatType(parseType('nvarchar', 'cast'))).toBe('nvarchar(30)');
    expect(formatType(parseType('NVarChar(MAX)'))).toBe('nvarchar(max)');
    expect(formatType(parseType('numeric(9, 2)'))).toBe('numeric(9,2)');
    expect(formatType(parseType('float(24)'))).toBe('real');
    expect(formatType(parseType('timestamp'))).toBe('timestamp');
  });

  it('refuses what is out of the limits or unknown', () => {
    expect(failure(() => parseType('decimal(39,2)'))).toMatch(/^2750: /);
    expect(failure(() => parseType('decimal(5,6)'))).toMatch(/^192: /);
    expect(failure(() => parseType('nvarchar(4001)'))).toMatch(/^2717: /);
    expect(failure(() => parseType('varchar(8001)'))).toMatch(/^131: /);
    expect(failure(() => parseType('int(4)'))).toMatch(/^2716: /);
    expect(failure(() => parseType('varchar(0)'))).toBe(
      '1001: Line 1: Length or precision specification 0 is invalid.',
    );
    expect(failure(() => parseType('constructor'))).toMatch(/^2715: /);
    expect(failure(() => parseType('strange'))).toBe(
      '2715: Column, parameter, or variable #1: Cannot find data type strange.',
    );
    expect(failure(() => parseType('strange', 'cast'))).toBe(
      '243: Type strange is not a defined system type.',
    );
  });
});

describe('what is stored comes back exactly', () => {
  it.each<[SqlValue, string]>([
    [true, 'bit'],
    [255, 'tinyint'],
    [-32768, 'smallint'],
    [2147483647, 'int'],
    [9223372036854775807n, 'bigint'],
    ['12345678901234567890123456789012345.678', 'decimal(38,3)'],
    ['-0.0001', 'decimal(10,4)'],
    ['0.00', 'decimal(10,2)'],
    ['922337203685477.5807', 'money'],
    ['-214748.3648', 'smallmoney'],
    [0.1, 'float'],
    ['Grüße, 世界 🎒', 'nvarchar(max)'],
    ['2026-11-21', 'date'],
    ['0001-01-01', 'date'],
    ['12:34:56.1234567', 'time'],
    ['23:59:59.12', 'time(2)'],
    ['2026-11-21T12:34:56.997', 'datetime'],
    ['1753-01-01T00:00:00.003', 'datetime'],
    ['9999-12-31T23:59:59.9999999', 'datetime2'],
    ['2026-11-21T12:34:56', 'datetime2(0)'],
    ['2026-11-21T12:34:00', 'smalldatetime'],
    ['2026-11-21T00:34:56.1234567+05:30', 'datetimeoffset'],
    ['2026-11-21T12:34:56-11:00', 'datetimeoffset(0)'],
    ['00112233-4455-6677-8899-AABBCCDDEEFF', 'uniqueidentifier'],
    [Buffer.from([0, 255, 7]), 'varbinary(10)'],
    [null, 'int'],
  ])('%s as %s', (value, type) => {
    const parsed = parseType(type);
    expect(fromStored(toStored(value, parsed), parsed)).toEqual(value);
  });
});

describe('numbers', () => {
  it('a decimal made an int is cut, money made an int is rounded', () => {
    expect(convert('2.9', 'decimal(5,1)', 'int')).toBe(2);
    expect(convert('-2.9', 'decimal(5,1)', 'int')).toBe(-2);
    expect(convert(2.9, 'float', 'int')).toBe(2);
    expect(convert('2.5', 'money', 'int')).toBe(3);
  });

  it('a decimal made a narrower one is rounded half away from zero', () => {
    expect(convert('2.345', 'decimal(9,3)', 'decimal(9,2)')).toBe('2.35');
    expect(convert('-2.345', 'decimal(9,3)', 'decimal(9,2)')).toBe('-2.35');
    expect(convert(0.1, 'float', 'decimal(18,4)')).toBe('0.1000');
    expect(convert('19.99', 'varchar(10)', 'decimal(18,4)')).toBe('19.9900');
  });

  it('text made a number may have blanks around it; an empty text is 0 for int, float and money only', () => {
    expect(convert('  42 ', 'varchar(10)', 'int')).toBe(42);
    expect(convert('', 'varchar(10)', 'int')).toBe(0);
    expect(convert('', 'varchar(10)', 'float')).toBe(0);
    expect(convert('', 'varchar(10)', 'money')).toBe('0.0000');
    expect(refusal('', 'varchar(10)', 'decimal(9,2)')).toBe(
      '8114: Error converting data type varchar to numeric.',
    );
  });

  it('money takes a sign of currency and commas, decimal takes neither', () => {
    expect(convert('$1,234.5678', 'varchar(20)', 'money')).toBe('1234.5678');
    expect(convert('-€12', 'nvarchar(20)', 'money')).toBe('-12.0000');
    expect(refusal('1,234', 'varchar(20)', 'decimal(9,2)')).toMatch(/^8114: /);
    expect(refusal('twelve', 'varchar(20)', 'money')).toBe(
      '235: Cannot convert a char value to money. The char value has incorrect syntax.',
    );
  });

  it('a text that is no number fails with 245, and with 8114 for bigint, decimal and float', () => {
    expect(refusal('abc', 'varchar(10)', 'int')).toBe(
      "245: Conversion failed when converting the varchar value 'abc' to data type int.",
    );
    expect(refusal('12.0', 'nvarchar(10)', 'smallint')).toBe(
      "245: Conversion failed when converting the nvarchar value '12.0' to data type smallint.",
    );
    expect(refusal('abc', 'varchar(10)', 'bigint')).toBe(
      '8114: Error converting data type varchar to bigint.',
    );
    expect(refusal('abc', 'nvarchar(10)', 'float')).toBe(
      '8114: Error converting data type nvarchar to float.',
    );
    expect(refusal('1e3', 'varchar(10)', 'decimal(9,2)')).toMatch(/^8114: /);
  });

  it('a bit is 1 for any number but 0, and reads true and false', () => {
    expect(convert(-3, 'int', 'bit')).toBe(true);
    expect(convert('0.2', 'decimal(3,1)', 'bit')).toBe(true);
    expect(convert('TRUE', 'varchar(5)', 'bit')).toBe(true);
    expect(convert('false', 'varchar(5)', 'bit')).toBe(false);
    expect(refusal('yes', 'varchar(5)', 'bit')).toMatch(/^245: /);
  });

  it('a number out of range is refused in the words of its type', () => {
    expect(refusal(256, 'int', 'tinyint')).toBe(
      '220: Arithmetic overflow error for data type tinyint, value = 256.',
    );
    expect(refusal(3_000_000_000n, 'bigint', 'int')).toBe(
      '8115: Arithmetic overflow error converting expression to data type int.',
    );
    expect(refusal('300', 'varchar(5)', 'tinyint')).toBe(
      "244: The conversion of the varchar value '300' overflowed an INT1 column. Use a larger integer column.",
    );
    expect(refusal('3000000000', 'nvarchar(12)', 'int')).toBe(
      "248: The conversion of the nvarchar value '3000000000' overflowed an int column.",
    );
    expect(refusal('1000', 'decimal(9,0)', 'decimal(5,2)')).toBe(
      '8115: Arithmetic overflow error converting numeric to data type numeric.',
    );
    expect(refusal('1000', 'varchar(9)', 'decimal(5,2)')).toBe(
      '8115: Arithmetic overflow error converting varchar to data type numeric.',
    );
    expect(refusal(1e10, 'float', 'int')).toBe(
      '232: Arithmetic overflow error for type int, value = 10000000000.000000.',
    );
  });

  it('numbers become text: float with six digits, its styles scientific; money with two digits, or four by style 2', () => {
    expect(convert('12.50', 'decimal(9,2)', 'varchar(20)')).toBe('12.50');
    expect(convert(0.1, 'float', 'varchar(20)')).toBe('0.1');
    expect(convert(1234567.891, 'float', 'varchar(20)')).toBe('1.23457e+006');
    expect(convert(0.00001, 'float', 'varchar(20)')).toBe('1e-005');
    expect(convert(1234567.891, 'float', 'varchar(40)', 1)).toBe('1.2345679e+006');
    expect(convert(1234567.891, 'float', 'varchar(40)', 2)).toBe('1.234567891000000e+006');
    expect(convert(0.1, 'float', 'varchar(40)', 3)).toBe('1.0000000000000001e-001');
    expect(convert('1234.5678', 'money', 'varchar(20)')).toBe('1234.57');
    expect(convert('1234567.5678', 'money', 'varchar(20)', 1)).toBe('1,234,567.57');
    expect(convert('1234.5678', 'money', 'varchar(20)', 2)).toBe('1234.5678');
    expect(convert(true, 'bit', 'varchar(5)')).toBe('1');
  });

  it('a number too long for the text is an error, an int a star', () => {
    expect(convert(12345, 'int', 'varchar(3)')).toBe('*');
    expect(refusal(12345, 'int', 'nvarchar(3)')).toMatch(/^8115: .*nvarchar/);
    expect(refusal('12.50', 'decimal(9,2)', 'varchar(3)')).toBe(
      '8115: Arithmetic overflow error converting numeric to data type varchar.',
    );
    expect(refusal('12.50', 'money', 'varchar(3)')).toMatch(/^234: /);
  });
});

describe('moments', () => {
  it('every day from the year 1 to 9999 has its date', () => {
    const last = dayNumber(9999, 12, 31) ?? 0;
    let expected = dayNumber(1, 1, 1) ?? 0;
    for (let year = 1; year <= 9999; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        if (dayNumber(year, month, 1) !== expected) throw new Error(`${year}-${month}`);
        const days = daysInMonth(year, month);
        if (dayOfText(formatDate(expected + days - 1)) !== expected + days - 1)
          throw new Error(`${year}-${month}`);
        expected += days;
      }
    }
    expect(expected).toBe(last + 1);
    expect(dayNumber(1970, 1, 1)).toBe(0);
    expect(dayNumber(2026, 11, 21)).toBe(Date.UTC(2026, 10, 21) / 86_400_000);
  });

  it('datetime counts three-hundredths of a second', () => {
    expect(convert('2026-11-21 12:34:56.002', 'varchar(30)', 'datetime')).toBe('2026-11-21T12:34:56.003');
    expect(convert('2026-11-21 12:34:56.005', 'varchar(30)', 'datetime')).toBe('2026-11-21T12:34:56.007');
    expect(convert('2026-11-21 23:59:59.999', 'varchar(30)', 'datetime')).toBe('2026-11-22T00:00:00.000');
    expect(convert('2026-11-21T12:34:56.003', 'datetime', 'datetime2')).toBe('2026-11-21T12:34:56.0033333');
  });

  it('smalldatetime rounds to the minute, time and datetime2 to their digits', () => {
    expect(convert('2026-11-21 12:34:29.998', 'varchar(30)', 'smalldatetime')).toBe('2026-11-21T12:34:00');
    expect(convert('2026-11-21 12:34:29.999', 'varchar(30)', 'smalldatetime')).toBe('2026-11-21T12:35:00');
    expect(convert('12:34:56.6', 'varchar(30)', 'time(0)')).toBe('12:34:57');
    expect(convert('2026-11-21T12:34:56.1234567', 'datetime2', 'datetime2(3)')).toBe(
      '2026-11-21T12:34:56.123',
    );
  });

  it('reads ISO 8601, digits alone, names of months, and the order of the style', () => {
    const read = (text: string, style?: number) => convert(text, 'varchar(60)', 'datetime2(0)', style);
    expect(read('20261121')).toBe('2026-11-21T00:00:00');
    expect(read('2026-11-21T12:34:56')).toBe('2026-11-21T12:34:56');
    expect(read('11/21/2026 1:05 PM')).toBe('2026-11-21T13:05:00');
    expect(read('21/11/2026', 103)).toBe('2026-11-21T00:00:00');
    expect(read('21.11.26', 4)).toBe('2026-11-21T00:00:00');
    expect(read('Nov 21 2026 12:34AM')).toBe('2026-11-21T00:34:00');
    expect(read('21 November 2026')).toBe('2026-11-21T00:00:00');
    expect(read('08:30')).toBe('1900-01-01T08:30:00');
    expect(read('')).toBe('1900-01-01T00:00:00');
  });

  it('refuses what is no moment with 241, a datetime that cannot be with 242', () => {
    const text = 'varchar(30)';
    const no = '241: Conversion failed when converting date and/or time from character string.';
    expect(refusal('yesterday', text, 'datetime')).toBe(no);
    expect(refusal('2026-02-30', text, 'date')).toBe(no);
    expect(refusal('2026-02-30', text, 'datetime')).toBe(
      '242: The conversion of a varchar data type to a datetime data type resulted in an out-of-range value.',
    );
    expect(refusal('1752-12-31', text, 'datetime')).toMatch(/^242: /);
    expect(refusal('2026-11-21 12:00:00.1234567', text, 'datetime')).toBe(no);
    expect(refusal('2026-11-21T12:00:00+02:00', text, 'datetime')).toBe(no);
    expect(convert('2026-11-21T12:00:00Z', text, 'datetime')).toBe('2026-11-21T12:00:00.000');
    expect(refusal('2026-11-21T00:00:00.0000000', 'datetime2', 'smalldatetime')).toBe('no error');
    expect(refusal('2099-11-21T00:00:00.0000000', 'datetime2', 'smalldatetime')).toMatch(/^242: /);
  });

  it('datetimeoffset keeps its clock; without the offset the local clock stays', () => {
    const value = '2026-11-21T01:30:00.0000000+05:30';
    expect(convert(value, 'datetimeoffset', 'datetime2')).toBe('2026-11-21T01:30:00.0000000');
    expect(convert(value, 'datetimeoffset', 'varchar(40)')).toBe('2026-11-21 01:30:00.0000000 +05:30');
    expect(convert('2026-11-21T01:30:00.0000000', 'datetime2', 'datetimeoffset')).toBe(
      '2026-11-21T01:30:00.0000000+00:00',
    );
    expect(convert('2026-11-21 01:30 -08:00', 'varchar(40)', 'datetimeoffset(0)')).toBe(
      '2026-11-21T01:30:00-08:00',
    );
  });

  it.each<[number | undefined, string]>([
    [undefined, 'Nov  1 2026  1:02PM'],
    [0, 'Nov  1 2026  1:02PM'],
    [1, '11/01/26'],
    [2, '26.11.01'],
    [3, '01/11/26'],
    [20, '2026-11-01 13:02:03'],
    [21, '2026-11-01 13:02:03.007'],
    [101, '11/01/2026'],
    [103, '01/11/2026'],
    [104, '01.11.2026'],
    [108, '13:02:03'],
    [109, 'Nov  1 2026  1:02:03:007PM'],
    [112, '20261101'],
    [113, '01 Nov 2026 13:02:03:007'],
    [120, '2026-11-01 13:02:03'],
    [121, '2026-11-01 13:02:03.007'],
    [126, '2026-11-01T13:02:03.007'],
    [127, '2026-11-01T13:02:03.007'],
  ])('a datetime by style %s is %s', (style, text) => {
    expect(convert('2026-11-01T13:02:03.007', 'datetime', 'varchar(40)', style)).toBe(text);
  });

  it('the newer types are written by style 121, with all digits of theirs', () => {
    expect(convert('2026-11-01T13:02:03.1234567', 'datetime2', 'varchar(40)')).toBe(
      '2026-11-01 13:02:03.1234567',
    );
    expect(convert('2026-11-01', 'date', 'varchar(40)')).toBe('2026-11-01');
    expect(convert('13:02:03.50', 'time(2)', 'varchar(40)')).toBe('13:02:03.50');
    expect(convert('2026-11-01T13:02:03.1234567+02:00', 'datetimeoffset', 'varchar(40)', 126)).toBe(
      '2026-11-01T13:02:03.1234567+02:00',
    );
    expect(convert('2026-11-01T13:02:03.1234567+02:00', 'datetimeoffset', 'varchar(40)', 127)).toBe(
      '2026-11-01T11:02:03.1234567Z',
    );
  });

  it('an int made a datetime counts days from 1900; the newer types take no number at all', () => {
    expect(convert(1, 'int', 'datetime')).toBe('1900-01-02T00:00:00.000');
    expect(convert('1900-01-02T12:00:00.000', 'datetime', 'float')).toBe(1.5);
    expect(conversionKind(parseType('int'), parseType('date'))).toBe('none');
    expect(conversionKind(parseType('datetime'), parseType('int'))).toBe('explicit');
  });

  it('an unknown style is refused', () => {
    expect(refusal('2026-11-01T13:02:03.007', 'datetime', 'varchar(40)', 99)).toBe(
      '281: 99 is not a valid style number when converting from datetime to a character string.',
    );
  });
});

describe('texts, binaries, identifiers', () => {
  it('CAST cuts a long text silently and fills char with blanks', () => {
    expect(convert('abcdef', 'varchar(10)', 'varchar(3)')).toBe('abc');
    expect(convert('ab', 'varchar(10)', 'char(4)')).toBe('ab  ');
  });

  it('varchar keeps code page 1252, with a question mark for all else', () => {
    expect(convert('Süd €5 世', 'nvarchar(20)', 'varchar(20)')).toBe('Süd €5 ?');
  });

  it('binary becomes text by its bytes, or by style 1 and 2 its hexadecimal digits, and back', () => {
    expect(convert(Buffer.from('Ab'), 'varbinary(10)', 'varchar(10)')).toBe('Ab');
    expect(convert(Buffer.from([0x4e, 0]), 'varbinary(10)', 'nvarchar(10)')).toBe('N');
    expect(convert(Buffer.from([1, 0xab]), 'varbinary(10)', 'varchar(10)', 1)).toBe('0x01AB');
    expect(convert('0x01AB', 'varchar(10)', 'varbinary(10)', 1)).toEqual(Buffer.from([1, 0xab]));
    expect(convert('01AB', 'varchar(10)', 'varbinary(10)', 2)).toEqual(Buffer.from([1, 0xab]));
    expect(refusal('0x01A', 'varchar(10)', 'varbinary(10)', 1)).toMatch(/^8114: /);
    expect(convert(258, 'int', 'binary(2)')).toEqual(Buffer.from([1, 2]));
  });

  it('uniqueidentifier reads its text with or without braces, writes it in upper case', () => {
    const id = '{6f9619ff-8b86-d011-b42d-00c04fc964ff}';
    expect(convert(id, 'varchar(50)', 'uniqueidentifier')).toBe('6F9619FF-8B86-D011-B42D-00C04FC964FF');
    expect(refusal('6f9619ff', 'varchar(50)', 'uniqueidentifier')).toBe(
      '8169: Conversion failed when converting from a character string to uniqueidentifier.',
    );
    expect(convert('6F9619FF-8B86-D011-B42D-00C04FC964FF', 'uniqueidentifier', 'binary(16)')).toEqual(
      Buffer.from('ff19966f868b11d0b42d00c04fc964ff', 'hex'),
    );
  });
});

describe('writing to a column', () => {
  const target = { table: 'Shop.dbo.Articles', column: 'Name' };
  const assign = (value: SqlValue, from: string, to: string): SqlValue => {
    const [source, column] = [parseType(from), parseType(to)];
    return fromStored(assignStored(toStored(value, source), source, column, target), column);
  };

  it('a text that is too long is refused with 2628 and as much of it as fits; blanks alone are cut', () => {
    expect(assign('abc   ', 'nvarchar(20)', 'nvarchar(3)')).toBe('abc');
    expect(failure(() => assign('abcdef', 'nvarchar(20)', 'nvarchar(3)'))).toBe(
      "2628: String or binary data would be truncated in table 'Shop.dbo.Articles', column 'Name'. Truncated value: 'abc'.",
    );
    expect(failure(() => assign(Buffer.alloc(5), 'varbinary(9)', 'varbinary(4)'))).toMatch(/^2628: /);
  });

  it('a decimal is rounded to the column, and refused when it is too great', () => {
    expect(assign('9.999', 'decimal(9,3)', 'decimal(5,2)')).toBe('10.00');
    expect(failure(() => assign('9999.999', 'decimal(9,3)', 'decimal(5,2)'))).toMatch(/^8115: /);
  });
});
