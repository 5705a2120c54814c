import { expect, test } from 'vitest';
import { effectOfDeletingMapping, ruleWords, targetWords } from './mapping-words.ts';

const rules = {
  data_type: 'string',
  is_required: false,
  default_value: null,
  transformation_type: 'none',
  transformation_config: null,
} as const;

test('rules are listed in the order they apply', () => {
  expect(ruleWords(rules)).toBe('string');
  expect(
    ruleWords({
      ...rules,
      is_required: true,
      default_value: 'n/a',
      transformation_type: 'concat',
      transformation_config: { prefix: 'A-', suffix: '-EU' },
    }),
  ).toBe('“n/a” where empty, required, string, prefix “A-” and suffix “-EU”');
  expect(ruleWords({ ...rules, transformation_type: 'uppercase' })).toBe('string, uppercase');
});

test('targets are shown by label, custom ones by name', () => {
  expect(targetWords('cost')).toBe('Variant Cost');
  expect(targetWords('shelf')).toBe('“shelf”');
  expect(effectOfDeletingMapping({ target_field: 'shelf' })).toContain('lose their “shelf”');
});
