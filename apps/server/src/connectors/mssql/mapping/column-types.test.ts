import { describe, expect, it } from 'vitest';
import { column as columnNamed } from '../testing/builders.ts';
import {
  bindExpression,
  type ColumnInfo,
  describeType,
  isReadable,
  isWritable,
  problemOfText,
  selectExpression,
  writeExpression,
} from './column-types.ts';

const column = (type: string, more: Partial<ColumnInfo> = {}) =>
  columnNamed('c]1', type, { maxLength: 8, precision: 0, scale: 0, ...more });

describe('a type by its name', () => {
  it.each([
    [column('nvarchar', { maxLength: 100 }), 'nvarchar(50)'],
    [column('nvarchar', { maxLength: -1 }), 'nvarchar(max)'],
    [column('char', { maxLength: 3 }), 'char(3)'],
    [column('varchar', { maxLength: -1 }), 'varchar(max)'],
    [column('varbinary', { maxLength: 16 }), 'varbinary(16)'],
    [column('decimal', { precision: 10, scale: 2 }), 'decimal(10,2)'],
    [column('datetime2', { scale: 7 }), 'datetime2(7)'],
    [column('timestamp'), 'rowversion'],
    [column('money'), 'money'],
    [column('int'), 'int'],
  ])('%j', (of, name) => {
    expect(describeType(of)).toBe(name);
  });

  it('knows what can be read, and what SQL Server generates', () => {
    for (const type of ['varbinary', 'image', 'timestamp', 'geography', 'sql_variant', 'vector'])
      expect([isReadable(column(type)), isWritable(column(type))]).toEqual([false, false]);
    expect(isWritable(column('int'))).toBe(true);
    expect(isWritable(column('int', { isGenerated: true }))).toBe(false);
  });
});

describe('a column in a statement', () => {
  it.each([
    [column('int'), '[c]]1]', 'CAST(@p AS int)', 'CAST(@p AS int)'],
    [column('nvarchar', { maxLength: 20 }), '[c]]1]', 'CAST(@p AS nvarchar(10))', '@p'],
    [column('ntext'), 'CAST([c]]1] AS nvarchar(max))', 'CAST(@p AS nvarchar(max))', '@p'],
    [
      column('decimal', { precision: 9, scale: 4 }),
      'CONVERT(varchar(41), [c]]1])',
      'CAST(@p AS decimal(9,4))',
      'CAST(@p AS decimal(9,4))',
    ],
    [
      column('varchar', { maxLength: 20, collation: 'Greek_CI_AS' }),
      '[c]]1]',
      'CAST(@p COLLATE Greek_CI_AS AS varchar(20))',
      '@p',
    ],
  ])('%j', (of, select, bind, write) => {
    expect(selectExpression(of)).toBe(select);
    expect(bindExpression('@p', of)).toBe(bind);
    expect(writeExpression('@p', of)).toBe(write);
  });

  it('accepts nothing but a name as a collation', () => {
    const odd = column('varchar', { maxLength: 5, collation: 'x; DROP TABLE t' });
    expect(bindExpression('@p', odd)).toBe('CAST(@p AS varchar(5))');
  });
});

describe('a text for a column', () => {
  it.each([
    [column('nvarchar', { maxLength: 6 }), 'äöü'],
    [column('nvarchar', { maxLength: -1 }), 'x'.repeat(5000)],
    [column('tinyint'), '255'],
    [column('smallint'), '-32768'],
    [column('int'), '2147483647'],
    [column('int'), '7.00'],
    [column('bigint'), '9223372036854775807'],
    [column('decimal', { precision: 5, scale: 2 }), '-999.99'],
    [column('decimal', { precision: 5, scale: 2 }), '0.10'],
    [column('decimal', { precision: 38, scale: 38 }), '0.1'],
    [column('money'), '922337203685477.5807'],
    [column('float'), '1.5e-7'],
    [column('bit'), 'true'],
    [column('date'), '2026-11-21'],
    [column('datetime2', { scale: 7 }), '2026-11-21T09:30:00.1234567'],
    [column('datetimeoffset', { scale: 7 }), '2026-11-21T09:30:00+01:00'],
    [column('uniqueidentifier'), '6F9619FF-8B86-D011-B42D-00C04FC964FF'],
  ])('%j accepts %s', (of, text) => {
    expect(problemOfText(text, of)).toBeNull();
  });

  it.each([
    [column('nvarchar', { maxLength: 6 }), 'abcd', /longer than the 3 characters/],
    [column('varchar', { maxLength: 3 }), 'abcd', /longer than the 3 characters/],
    [column('tinyint'), '256', /out of the range of tinyint/],
    [column('int'), '2147483648', /out of the range/],
    [column('int'), '1.5', /not a whole number/],
    [column('int'), 'x', /not a whole number/],
    [column('bigint'), '9223372036854775808', /out of the range/],
    [column('decimal', { precision: 5, scale: 2 }), '1000', /too large for decimal\(5,2\)/],
    [column('decimal', { precision: 5, scale: 2 }), '1.005', /more than the 2 decimals/],
    [column('decimal', { precision: 5, scale: 2 }), '1,5', /not a number/],
    [column('money'), '922337203685477.5808', /out of the range of money/],
    [column('smallmoney'), '1.00005', /more than the 4 decimals/],
    [column('float'), '', /not a number/],
    [column('bit'), 'yes', /neither true nor false/],
    [column('date'), '21.11.2026', /such as 2026-11-21/],
    [column('datetime'), '2026-11-21T09:30:00.1234567', /not written as datetime wants it/],
    [column('uniqueidentifier'), 'x', /not a uniqueidentifier/],
  ])('%j refuses %s', (of, text, problem) => {
    expect(problemOfText(text, of)).toMatch(problem);
  });
});
