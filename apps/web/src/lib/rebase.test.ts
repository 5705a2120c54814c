import { expect, test } from 'vitest';
import { rebase } from './rebase.ts';

test.each([
  ['nobody changed it', 'a', 'a', 'a', 'a', false],
  ['only they changed it', 'a', 'a', 'b', 'b', false],
  ['only I changed it', 'c', 'a', 'a', 'c', false],
  ['both made the same change', 'c', 'a', 'c', 'c', false],
  ['both changed it', 'c', 'a', 'b', 'c', true],
  ['both changed a list', [0], [1], [2], [0], true],
  ['a list that nobody changed', [1], [1], [1], [1], false],
])('%s', (_, typed, seen, theirs, value, isConflict) => {
  expect(rebase({ name: typed }, { name: seen }, { name: theirs })).toEqual({
    values: { name: value },
    conflicts: isConflict ? [{ name: 'name', seen, theirs }] : [],
  });
});
