import { describe, expect, it } from 'vitest';
import { escapeLike, searchKey, searchLines } from './search-key.ts';

describe('searchKey', () => {
  it.each([
    ['Crème  Brûlée', 'creme brulee'],
    ['  Straße\t12\n', 'strasse 12'],
    ['ＡＢＣ１２３', 'abc123'],
    ['Đà Nẵng', 'đa nang'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ﬁne', 'fine'],
    ['', ''],
  ])('normalizes %j to %j', (text, key) => expect(searchKey(text)).toBe(key));

  it('is idempotent', () => {
    for (const text of ['İÇ', 'ẞ', 'ﬀ½', 'ΣΑΣ', '한글', '½ inch'])
      expect(searchKey(searchKey(text))).toBe(searchKey(text));
  });
});

describe('searchLines', () => {
  it('puts every value on its own line and leaves out empty ones', () => {
    expect(searchLines(['A-1', null, ' ', 'b\n2'])).toBe('\na-1\nb 2\n');
    expect(searchLines([])).toBe('\n');
  });
});

it('escapeLike makes wildcards literal', () => {
  expect(escapeLike('50%_off\\')).toBe('50\\%\\_off\\\\');
});
