import { expect, it } from 'vitest';
import { readAs, type ValueType } from './field-values.ts';

it.each<[ValueType, string, readonly (readonly [text: string, value: string])[]]>([
  [
    'number',
    'as plain decimals, exactly and without exponents',
    [
      ['12.500', '12.5'],
      [' 7 ', '7'],
      ['+3', '3'],
      ['-0.0', '0'],
      ['.5', '0.5'],
      ['5.', '5'],
      ['00012', '12'],
      ['1E3', '1000'],
      ['1.25e-3', '0.00125'],
      ['2.5E+1', '25'],
      ['79228162514264337593543950335.1234567890', '79228162514264337593543950335.123456789'],
      ['1.7976931348623157e308', `17976931348623157${'0'.repeat(292)}`],
    ],
  ],
  [
    'money',
    'with at least two decimals, and none taken away',
    [
      ['5', '5.00'],
      ['5.5', '5.50'],
      ['5.500', '5.50'],
      ['5.1234', '5.1234'],
      ['-0', '0.00'],
    ],
  ],
  ['boolean', 'in the words that people use', ['1', 'TRUE', ' Yes ', 'y'].map((text) => [text, 'true'])],
  ['boolean', 'in the words that people use', ['0', 'false', 'No', 'N'].map((text) => [text, 'false'])],
  [
    'date',
    'as ISO 8601 to the last digit, with a zone only where there was one',
    [
      ['2026-11-21', '2026-11-21'],
      ['20261121', '2026-11-21'],
      ['2026-11-21 09:30', '2026-11-21T09:30:00'],
      ['2026-11-21T09:30:00.1234567', '2026-11-21T09:30:00.1234567'],
      ['2026-11-21 09:30:05.100 +01:00', '2026-11-21T09:30:05.1+01:00'],
      ['2026-11-21t09:30:00z', '2026-11-21T09:30:00Z'],
      ['2024-02-29', '2024-02-29'],
      ['0001-01-01T00:00:00.0000000', '0001-01-01T00:00:00'],
    ],
  ],
])('reads a %s %s', (type, _how, cases) => {
  expect(cases.map(([text]) => readAs(type, text))).toEqual(cases.map(([, value]) => value));
});

const seeming = '1,5|1.234,50|12 000|$5|0x10|NaN|Infinity||-|.|1e|--1|1e9999';
it.each<[ValueType, readonly string[]]>([
  ['number', [...seeming.split('|'), '9'.repeat(401)]],
  ['boolean', ['2', 'maybe', '__proto__', 'constructor']],
  // Not a calendar day, or a day and month that could be swapped.
  ['date', ['2026-02-29', '2026-13-01', '2026-00-10', '0000-01-01', '2026-11-21T24:00']],
  ['date', ['03/04/2026', '21.11.2026']],
])('accepts no lookalike of a %s', (type, texts) => {
  expect(texts.map((text) => readAs(type, text))).toEqual(texts.map(() => null));
});
