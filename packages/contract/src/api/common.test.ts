import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  MoneyInput,
  optionalText,
  ProblemDetails,
  QueryBoolean,
  queryFilter,
  secretInput,
  Tags,
  Timestamp,
} from './common.ts';
import { type ErrorCode, problems } from './problems.ts';

test.each([
  ['19.90', '19.90'],
  ['19.9', '19.90'],
  ['19', '19.00'],
  [' 5 ', '5.00'],
  ['007.5', '7.50'],
  ['0', '0.00'],
  ['000.10', '0.10'],
  [0, '0.00'],
  [19.9, '19.90'],
  [1e9, '1000000000.00'],
  ['999999999999.99', '999999999999.99'],
])('money %j is parsed as %s', (input, expected) => {
  expect(MoneyInput.parse(input)).toBe(expected);
});

test.each([
  '',
  '  ',
  'abc',
  '-1',
  -0.01,
  '1e9',
  '1,234.50',
  '12,5',
  '1.23456',
  0.1 + 0.2,
  '.5',
  '5.',
  '$5',
  '1234567890123',
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  null,
  undefined,
  true,
  ['5'],
])('money %j is refused with one sentence', (input) => {
  const result = MoneyInput.safeParse(input);
  expect(result.error?.issues).toHaveLength(1);
});

test('an optional field distinguishes omitted from cleared', () => {
  const Fields = z.object({ notes: optionalText(5) });
  expect(Fields.parse({})).toEqual({});
  expect(Fields.parse({ notes: null })).toEqual({ notes: null });
  expect(Fields.parse({ notes: '  ' })).toEqual({ notes: null });
  expect(Fields.parse({ notes: ' a ' })).toEqual({ notes: 'a' });
  expect(Fields.safeParse({ notes: 'abcdef' }).error?.issues[0]?.message).toBe(
    'Must be at most 5 characters long.',
  );
});

test.each([undefined, null, '', '   '])('a secret of %j keeps the present one', (value) => {
  expect(secretInput().parse(value)).toBeUndefined();
});

test('tags are trimmed, without empty or repeated ones', () => {
  expect(Tags.parse([' eu', '', 'b2b ', '  ', 'eu'])).toEqual(['eu', 'b2b']);
  expect(Tags.safeParse('eu,b2b').error?.issues[0]?.message).toBe('Tags must be a list of texts.');
});

test('a boolean in a query string is a word', () => {
  expect(QueryBoolean.parse('true')).toBe(true);
  expect(QueryBoolean.parse('false')).toBe(false);
  expect(QueryBoolean.safeParse('yes').error?.issues[0]?.message).toBe('Must be true or false.');
});

test('a blank filter is no filter, and an invalid one gets its own sentence', () => {
  const filter = queryFilter(z.enum(['a', 'b'], { error: 'Must be a or b.' }));
  expect(filter.parse('')).toBeUndefined();
  expect(filter.parse(undefined)).toBeUndefined();
  expect(filter.parse('a')).toBe('a');
  expect(filter.safeParse('c').error?.issues[0]?.message).toBe('Must be a or b.');
});

test('times are in UTC with a Z', () => {
  expect(Timestamp.safeParse('2026-01-31T08:00:00.000Z').success).toBe(true);
  expect(Timestamp.safeParse('2026-01-31T08:00:00+01:00').success).toBe(false);
  expect(Timestamp.safeParse('2026-01-31').success).toBe(false);
});

test.each(Object.entries(problems))('problem %s has an error status and a sentence', (_, problem) => {
  expect(problem.status).toBeGreaterThanOrEqual(400);
  expect(problem.status).toBeLessThan(600);
  expect(problem.detail).toMatch(/[.!]$/);
});

test('problem details have the listed codes', () => {
  expectTypeOf<ProblemDetails['code']>().toEqualTypeOf<ErrorCode>();
  expect(ProblemDetails.shape.code.options.toSorted()).toEqual(Object.keys(problems).toSorted());
});
