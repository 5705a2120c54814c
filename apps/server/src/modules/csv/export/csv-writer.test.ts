import { describe, expect, it } from 'vitest';
import { csvRow, withoutFormulaMark } from './csv-writer.ts';

const text = (value: string | null) => csvRow([{ text: value }]).slice(0, -2);
const number = (value: string | null) => csvRow([{ number: value }]).slice(0, -2);

describe('csvRow', () => {
  it('separates cells by commas and ends a record with CR and LF', () => {
    expect(csvRow([{ text: 'Hat' }, { number: '19.90' }, { text: null }, { number: null }])).toBe(
      'Hat,19.90,,\r\n',
    );
  });

  it('quotes cells that need it', () => {
    expect(text('a,b')).toBe('"a,b"');
    expect(text('5" pipe')).toBe('"5"" pipe"');
    expect(text('two\r\nlines')).toBe('"two\r\nlines"');
    expect(text(' padded ')).toBe('" padded "');
  });

  it.each([
    '=1+1',
    '+49 30',
    '-12',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '＝1+1',
    "'=1+1",
    "''-",
    '=HYPERLINK("http://example.com","x")',
  ])('keeps %j from running as a formula, and restores it', (value) => {
    const cell = text(value);
    expect(cell.replace(/^"/, '')).toMatch(/^'/);
    const unquoted = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    expect(withoutFormulaMark(unquoted)).toBe(value);
  });

  it.each(["'80s hat", '100-20', 'a=b', '', 'user@example.com'])('does not change %j', (value) => {
    expect(text(value)).toBe(value);
    expect(withoutFormulaMark(value)).toBe(value);
  });

  it('writes negative numbers as they are, and marks text that only looks like one', () => {
    expect(number('-12.50')).toBe('-12.50');
    expect(number('-12+cmd')).toBe("'-12+cmd");
  });
});
