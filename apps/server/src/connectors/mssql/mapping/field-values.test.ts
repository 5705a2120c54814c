import { expect, it } from 'vitest';
import { readAs, type ValueType } from './field-values.ts';

const all = (type: ValueType, texts: readonly string[]) => texts.map((text) => readAs(type, text));

it('reads numbers as plain decimals, exactly and without exponents', () => {
  expect(
    all('number', ['12.500', ' 7 ', '+3', '-0.0', '.5', '5.', '00012', '1E3', '1.25e-3', '2.5E+1']),
  ).toEqual(['12.5', '7', '3', '0', '0.5', '5', '12', '1000', '0.00125', '25']);
  expect(readAs('number', '79228162514264337593543950335.1234567890')).toBe(
    '79228162514264337593543950335.123456789',
  );
  expect(readAs('number', '1.7976931348623157e308')).toBe(`17976931348623157${'0'.repeat(292)}`);
});

it('takes no number for what only looks like one', () => {
  const texts = [
    '1,5',
    '1.234,50',
    '12 000',
    '$5',
    '0x10',
    'NaN',
    'Infinity',
    '',
    '-',
    '.',
    '1e',
    '--1',
    '1e9999',
  ];
  expect(all('number', texts)).toEqual(texts.map(() => null));
  expect(readAs('number', '9'.repeat(401))).toBeNull();
});

it('gives money at least two decimals, and takes none away', () => {
  expect(all('money', ['5', '5.5', '5.500', '5.1234', '-0'])).toEqual([
    '5.00',
    '5.50',
    '5.50',
    '5.1234',
    '0.00',
  ]);
});

it('reads truth values in the words that people use', () => {
  expect(all('boolean', ['1', 'TRUE', ' Yes ', 'y', '0', 'false', 'No', 'N'])).toEqual([
    ...Array(4).fill('true'),
    ...Array(4).fill('false'),
  ]);
  expect(all('boolean', ['2', 'maybe', '__proto__', 'constructor'])).toEqual([null, null, null, null]);
});

it('reads dates as ISO 8601 to the last digit, with a zone only where there was one', () => {
  expect(
    all('date', [
      '2026-11-21',
      '20261121',
      '2026-11-21 09:30',
      '2026-11-21T09:30:00.1234567',
      '2026-11-21 09:30:05.100 +01:00',
      '2026-11-21t09:30:00z',
      '2024-02-29',
      '0001-01-01T00:00:00.0000000',
    ]),
  ).toEqual([
    '2026-11-21',
    '2026-11-21',
    '2026-11-21T09:30:00',
    '2026-11-21T09:30:00.1234567',
    '2026-11-21T09:30:05.1+01:00',
    '2026-11-21T09:30:00Z',
    '2024-02-29',
    '0001-01-01T00:00:00',
  ]);
});

it('takes no date for a day that is not in the calendar, nor for a day and month that could be swapped', () => {
  const texts = [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '03/04/2026',
    '21.11.2026',
    '2026-11-21T24:00',
  ];
  expect(all('date', texts)).toEqual(texts.map(() => null));
});
