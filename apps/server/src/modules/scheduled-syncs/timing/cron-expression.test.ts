import { describe, expect, it } from 'vitest';
import { normaliseCron } from './cron-expression.ts';

it.each([
  ['0 2 * * *', '0 2 * * *'],
  ['  */15   9-17 * *  mon-fri ', '*/15 9-17 * * 1-5'],
  ['0 2 1 JAN,jul *', '0 2 1 1,7 *'],
  ['0 2 * * 0', '0 2 * * 0'],
  ['0 2 * * 7', '0 2 * * 0'],
  ['0 2 * * sun,7', '0 2 * * 0'],
  ['5,5,05 2 * * *', '5 2 * * *'],
  ['0 2 * * fri-sun', '0 2 * * 5-7'],
  ['0 2 * * sun-tue', '0 2 * * 0-2'],
  ['0 2 * * sun,5-7', '0 2 * * 0,5-7'],
  ['0 10-20/5 1,15 feb-apr *', '0 10-20/5 1,15 2-4 *'],
  ['00 */1 * * *', '0 * * * *'],
])("'%s' is read", (expression, normalised) => {
  expect(normaliseCron(expression)).toBe(normalised);
});

describe('refused with a sentence that says what to change', () => {
  const minutes = 'it takes numbers from 0 to 59, ranges, lists and steps';
  const weekdays = 'it takes numbers from 0 to 7, names such as mon, ranges, lists and steps';
  it.each([
    ['* * * * * *', 'A cron expression has five fields, minute hour day month day_of_week; this one has 6.'],
    ['0 2 * *', 'A cron expression has five fields, minute hour day month day_of_week; this one has 4.'],
    ['@daily', 'A cron expression has five fields, minute hour day month day_of_week; this one has 1.'],
    ['61 * * * *', `The minute '61' is not valid: ${minutes}.`],
    ['0,60 * * * *', `The minute '60' is not valid: ${minutes}.`],
    ['1.5 * * * *', `The minute '1.5' cannot be read: ${minutes}.`],
    ['-5 * * * *', `The minute '-5' cannot be read: ${minutes}.`],
    ['1,,2 * * * *', `The minute '' cannot be read: ${minutes}.`],
    ['0 24 * * *', "The hour '24' is not valid: it takes numbers from 0 to 23, ranges, lists and steps."],
    ['0 2 0 * *', "The day '0' is not valid: it takes numbers from 1 to 31, ranges, lists and steps."],
    ['0 2 L * *', "The day 'L' is not valid: it takes numbers from 1 to 31, ranges, lists and steps."],
    [
      '0 2 * 13 *',
      "The month '13' is not valid: it takes numbers from 1 to 12, names such as feb, ranges, lists and steps.",
    ],
    ['0 2 * * 8', `The day of week '8' is not valid: ${weekdays}.`],
    ['0 2 * * mon#2', `The day of week 'mon#2' cannot be read: ${weekdays}.`],
    ['0 2 * * monday', `The day of week 'monday' is not valid: ${weekdays}.`],
    ['0 22-2 * * *', "The hour '22-2' runs backwards: write it as two ranges with a comma between them."],
    [
      '0 2 * * 5-0',
      "The day of week '5-0' runs backwards: write it as two ranges with a comma between them.",
    ],
    ['1/5 * * * *', "The minute '1/5' needs a range before the step, such as 1-59/5 or */5."],
    ['*/0 * * * *', "The step in the minute '*/0' must be a whole number from 1 to 59."],
    ['*/60 * * * *', "The step in the minute '*/60' must be a whole number from 1 to 59."],
  ])('%s', (expression, sentence) => {
    expect(() => normaliseCron(expression)).toThrow(sentence);
  });
});
