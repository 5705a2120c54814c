import { expect, test } from 'vitest';
import { formatBytes } from '../../lib/format/format-bytes.ts';
import { daysProblems, describeTimeLeft, inWords } from './retention-words.ts';

const days = { history: '730', batch_items: '90', runs: '90', deliveries: '30', audit: '2557' };

test.each([
  ['730', undefined],
  ['29', 'Enter whole days from 30 to 36,500.'],
  ['', 'Enter whole days from 30 to 36,500.'],
  ['1.5', 'Enter whole days from 30 to 36,500.'],
  ['two', 'Enter whole days from 30 to 36,500.'],
])('%o days of history: %s', (history, problem) => {
  expect(daysProblems({ ...days, history }).history).toBe(problem);
});

test.each([
  [30, null],
  [90, 'about 3 months'],
  [365, 'about 12 months'],
  [730, 'about 2 years'],
])('%i days are %s', (count, words) => {
  expect(inWords(count)).toBe(words);
});

test.each([
  [0, 'within a day'],
  [1, 'in about 1 day'],
  [20, 'in about 3 weeks'],
  [5_000, 'in more than 2 years'],
])('a disk that lasts %i days is full %s', (count, words) => {
  expect(describeTimeLeft(count)).toBe(words);
});

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [10_240, '10 kB'],
  [1_572_864, '1.5 MB'],
  [12 * 1024 ** 3, '12 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
