import { describe, expect, it } from 'vitest';
import type { SqlValue } from '../src/engine/engine.ts';
import {
  type ArithmeticOperator,
  arithmetic,
  arithmeticType,
  avgType,
  negate,
  sumType,
} from '../src/types/arithmetic.ts';
import { fromStored, toStored } from '../src/types/stored.ts';
import { formatType, parseType } from '../src/types/type-names.ts';

type Operand = readonly [SqlValue, string];

function compute(
  [a, aText]: Operand,
  op: ArithmeticOperator,
  [b, bText]: Operand,
): [SqlValue, string] | null {
  const [aType, bType] = [parseType(aText), parseType(bText)];
  const type = arithmeticType(op, aType, bType);
  if (type === null) return null;
  const value = arithmetic(op, toStored(a, aType), aType, toStored(b, bType), bType, type);
  return [fromStored(value, type), formatType(type)];
}

describe('integers', () => {
  it('divide to an integer, and overflow with 8115 rather than widen', () => {
    expect(compute([7, 'int'], '/', [2, 'int'])).toEqual([3, 'int']);
    expect(compute([-7, 'int'], '%', [2, 'int'])).toEqual([-1, 'int']);
    expect(compute([1, 'tinyint'], '+', [1n, 'bigint'])).toEqual([2n, 'bigint']);
    expect(compute([5, 'int'], '+', ['7', 'varchar(5)'])).toEqual([12, 'int']);
    expect(() => compute([2147483647, 'int'], '+', [1, 'int'])).toThrow(
      'Arithmetic overflow error converting expression to data type int.',
    );
    expect(() => compute([1, 'int'], '/', [0, 'int'])).toThrow('Divide by zero error encountered.');
    expect(() => compute([1, 'int'], '+', ['x', 'varchar(5)'])).toThrow(
      "Conversion failed when converting the varchar value 'x' to data type int.",
    );
  });

  it('have bits; two bit values have nothing else', () => {
    expect(compute([6, 'int'], '&', [3, 'int'])).toEqual([2, 'int']);
    expect(compute([6, 'int'], '^', [3, 'int'])).toEqual([5, 'int']);
    expect(compute([true, 'bit'], '+', [true, 'bit'])).toBeNull();
    expect(compute([true, 'bit'], '|', [false, 'bit'])).toEqual([true, 'bit']);
  });
});

describe('decimals', () => {
  it.each<[ArithmeticOperator, string, string, string]>([
    ['+', 'decimal(10,2)', 'decimal(8,4)', 'decimal(13,4)'],
    ['-', 'decimal(38,10)', 'decimal(38,2)', 'decimal(38,2)'],
    ['*', 'decimal(10,2)', 'decimal(8,4)', 'decimal(19,6)'],
    ['/', 'decimal(10,2)', 'decimal(8,4)', 'decimal(23,11)'],
    ['*', 'decimal(38,20)', 'decimal(38,20)', 'decimal(38,6)'],
    ['/', 'decimal(38,10)', 'decimal(18,8)', 'decimal(38,6)'],
    ['%', 'decimal(10,2)', 'decimal(8,4)', 'decimal(8,4)'],
    ['*', 'decimal(10,2)', 'int', 'decimal(21,2)'],
  ])('%s of %s and %s is %s, by the rules of precision and scale', (op, a, b, result) => {
    const type = arithmeticType(op, parseType(a), parseType(b));
    expect(type === null ? null : formatType(type)).toBe(result);
  });

  it('are exact', () => {
    expect(compute(['0.1', 'decimal(3,1)'], '+', ['0.2', 'decimal(3,1)'])).toEqual(['0.3', 'decimal(4,1)']);
    expect(compute(['19.99', 'decimal(18,4)'], '*', [3, 'int'])).toEqual(['59.9700', 'decimal(29,4)']);
    expect(compute(['-7.5', 'decimal(3,1)'], '%', ['2.0', 'decimal(3,1)'])).toEqual(['-1.5', 'decimal(3,1)']);
  });

  it('a quotient is cut off at its scale: 2.0 / 3.0 is 0.666666', () => {
    expect(compute(['2.0', 'decimal(2,1)'], '/', ['3.0', 'decimal(2,1)'])).toEqual([
      '0.666666',
      'decimal(8,6)',
    ]);
    expect(compute(['2', 'money'], '/', ['3', 'money'])).toEqual(['0.6666', 'money']);
  });

  it('money stays money beside an integer, and becomes decimal beside one', () => {
    expect(compute(['1.5', 'money'], '*', [2, 'int'])).toEqual(['3.0000', 'money']);
    expect(compute(['1.5', 'money'], '*', ['2.00', 'decimal(5,2)'])).toEqual(['3.000000', 'decimal(25,6)']);
  });

  it('beside a float everything is a float', () => {
    expect(compute(['1.5', 'decimal(3,1)'], '*', [2, 'float'])).toEqual([3, 'float']);
  });
});

describe('texts, moments and the rest', () => {
  it('+ joins texts to one as long as both; NULL stays NULL', () => {
    expect(compute(['Zelt', 'nvarchar(10)'], '+', [' 4P', 'varchar(5)'])).toEqual([
      'Zelt 4P',
      'nvarchar(15)',
    ]);
    expect(compute(['a', 'varchar(8000)'], '+', ['b', 'varchar(10)'])).toEqual(['ab', 'varchar(8000)']);
    expect(compute([null, 'varchar(10)'], '+', ['b', 'varchar(10)'])).toEqual([null, 'varchar(20)']);
    expect(compute(['a', 'varchar(10)'], '-', ['b', 'varchar(10)'])).toBeNull();
  });

  it('a datetime and a number add days; date and datetime2 do not', () => {
    expect(compute(['2026-11-21T12:00:00.000', 'datetime'], '+', [1, 'int'])).toEqual([
      '2026-11-22T12:00:00.000',
      'datetime',
    ]);
    expect(compute(['2026-11-21T12:00:00.000', 'datetime'], '-', ['0.5', 'decimal(3,1)'])).toEqual([
      '2026-11-21T00:00:00.000',
      'datetime',
    ]);
    expect(compute(['2026-11-21', 'date'], '+', [1, 'int'])).toBeNull();
    expect(
      compute(['2026-11-21T00:00:00', 'datetime2(0)'], '-', ['2026-11-21T00:00:00', 'datetime2(0)']),
    ).toBeNull();
  });

  it('a minus sign keeps the type', () => {
    const type = parseType('decimal(9,2)');
    expect(fromStored(negate(toStored('12.50', type), type), type)).toBe('-12.50');
    expect(() => negate('x', { name: 'varchar', length: 1 })).toThrow('Operand data type varchar is invalid');
  });

  it('SUM and AVG widen a decimal to 38 digits, small integers to int, and take no text', () => {
    const shown = (type: ReturnType<typeof sumType>) => (type === null ? null : formatType(type));
    expect(shown(sumType(parseType('decimal(10,2)')))).toBe('decimal(38,2)');
    expect(shown(avgType(parseType('decimal(10,2)')))).toBe('decimal(38,6)');
    expect(shown(sumType(parseType('tinyint')))).toBe('int');
    expect(shown(sumType(parseType('smallmoney')))).toBe('money');
    expect(shown(sumType(parseType('varchar(5)')))).toBeNull();
    expect(shown(sumType(parseType('bit')))).toBeNull();
  });
});
