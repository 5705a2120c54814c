import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PREFERENCE_KEYS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { apiPaths } from '@storefleet/contract/paths';
import { describe, expect, it, test } from 'vitest';
import { coverageDocument } from './coverage-document.ts';
import { rows } from './rows.ts';
import { readTestTitles, titlesIn } from './test-titles.ts';

const root = path.join(import.meta.dirname, '..');

describe('each row', () => {
  it('names a test that shows it', () => {
    expect(rows.filter(({ shownBy }) => shownBy.length === 0).map(({ what }) => what)).toEqual([]);
  });

  it('names tests that are there', async () => {
    const named = rows.flatMap(({ shownBy }) => shownBy);
    const missing = new Set<string>();
    for (const file of new Set(named.map(([name]) => name))) {
      const titles = await readTestTitles(path.join(root, file));
      for (const [name, title] of named) {
        if (name === file && !titles?.has(title)) missing.add(`${file}: ${title}`);
      }
    }
    expect([...missing]).toEqual([]);
  });

  it('of a message names a test file that speaks of it', async () => {
    const silent: string[] = [];
    for (const { message, what, shownBy } of rows) {
      if (message === undefined || shownBy.length === 0) continue;
      const sources = await Promise.all(shownBy.map(([file]) => readFile(path.join(root, file), 'utf8')));
      const speaksOf = (source: string) =>
        source.includes(`messages.${message}`) || source.includes(longestPartOf(what));
      if (!sources.some(speaksOf)) silent.push(message);
    }
    expect(silent).toEqual([]);
  });

  it('stands once', () => {
    const seen = rows.map(({ section, kind, what }) => `${section} ${kind} ${what}`);
    expect(seen.filter((row, index) => seen.indexOf(row) !== index)).toEqual([]);
  });
});

describe('the contract', () => {
  it('has no call without a row', () => {
    const covered = new Set(rows.map(({ call }) => call));
    expect(Object.keys(apiPaths).filter((call) => !covered.has(call as keyof typeof apiPaths))).toEqual([]);
  });

  it('has no message without a row', () => {
    const covered = new Set<string | undefined>(rows.map(({ message }) => message));
    expect(keysOf(messages).filter((key) => !covered.has(key))).toEqual([]);
  });

  it('has no preference without a row', () => {
    const covered = new Set(rows.filter(({ kind }) => kind === 'preference').map(({ what }) => what));
    expect(Object.values(PREFERENCE_KEYS).filter((key) => !covered.has(key))).toEqual([]);
  });
});

test('docs/specification-coverage.md is what `node scripts/specification-coverage.ts` makes', async () => {
  const written = await readFile(path.join(root, 'docs/specification-coverage.md'), 'utf8');
  expect(written).toBe(coverageDocument(rows));
});

test('titles are found however they are quoted, also those of a table of cases', () => {
  const source = `
    test('it\\'s one', () => {});
    it("is another", () => {});
    test.each([[1, 'no title']])('case %i', () => {});
    it.each\`a\`(\`the %s\`, () => {});
    call('nothing');`;
  expect([...titlesIn(source)]).toEqual(["it's one", 'is another', 'case %i', 'the %s']);
});

function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' ? keysOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

/** Of `Found {total} products.`, what stands between the values. */
function longestPartOf(sentence: string): string {
  return sentence
    .split(/\{[^}]*\}/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
