import { expect, test, vi } from 'vitest';
import { problemsOf, type RuleDraft, toDraft, toRequest } from './rule-draft.ts';

const formula = (factor: string, amount: string): RuleDraft => ({
  ...toDraft(null),
  kind: 'formula',
  source_store_id: 'atlas',
  store_ids: ['tundra'],
  factor,
  amount,
});

test.each([
  ['1,05', '-2,5', { factor: '1.05', amount: '-2.5' }],
  ['1.125', '', { factor: '1.125', amount: '0' }],
])('in German, × %s and + %s is understood', (factor, amount, way) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  expect(problemsOf(formula(factor, amount))).toEqual({});
  expect(toRequest(formula(factor, amount)).way).toMatchObject(way);
});

test('says how to write a number that is unclear', () => {
  expect(problemsOf(formula('some', '-2,5'))).toEqual({
    factor: 'Enter a factor such as 1.05.',
    amount: 'Write decimals with a point: 2.5.',
  });
});
