import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as constants from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { apiPaths } from '@storefleet/contract/paths';
import { describe, expect, it, test } from 'vitest';
import { paths as webPaths } from '../apps/web/src/app/paths.ts';
import { choices, constantsBeyond, fieldsBeyond, routesBeyond } from './beyond.ts';
import { coverageDocument } from './coverage-document.ts';
import { entityFields, fieldOf } from './entities.ts';
import type { Row } from './row.ts';
import { rows } from './rows.ts';
import { readTests, titlesIn } from './test-titles.ts';

const root = path.join(import.meta.dirname, '..');
/** Each sentence of the contract by its place, such as `dashboard.title`. */
const sentences = new Map(sentencesOf(messages));
const sources = await readTests(
  root,
  rows.flatMap(({ shownBy }) => shownBy.map(([file]) => file)),
);

describe('each row', () => {
  it('names a test that shows it', () => {
    expect(rows.filter(({ shownBy }) => shownBy.length === 0).map(({ what }) => what)).toEqual([]);
  });

  it('names tests that are there', () => {
    const titles = new Map([...sources].map(([file, source]) => [file, titlesIn(source)]));
    const missing = rows
      .flatMap(({ shownBy }) => shownBy)
      .filter(([file, title]) => !titles.get(file)?.has(title))
      .map(([file, title]) => `${file}: ${title}`);
    expect([...new Set(missing)]).toEqual([]);
  });

  it('of a message names a test file that speaks of it', () => {
    const silent = rows.filter(({ message, what, shownBy }) => {
      if (message === undefined || shownBy.length === 0) return false;
      const spoken = [`messages.${message}`, longestPartOf(what)];
      return !shownBy.some(([file]) => spoken.some((words) => sources.get(file)?.includes(words)));
    });
    expect(silent.map(({ message }) => message)).toEqual([]);
  });

  it('of a message has its words', () => {
    const other = rows.filter(
      ({ message, what }) => message !== undefined && !reads(sentences.get(message), what),
    );
    expect(other.map(({ message, what }) => `${message}: ${what}`)).toEqual([]);
  });

  it('stands once', () => {
    expect(repeated(rows.map(({ section, kind, what }) => `${section} ${kind} ${what}`))).toEqual([]);
  });
});

describe('the product', () => {
  it('has no call without a row', () => {
    const covered = new Set<string | undefined>(rows.map(({ call }) => call));
    expect(Object.keys(apiPaths).filter((call) => !covered.has(call))).toEqual([]);
  });

  it('has no message without a row', () => {
    const covered = new Set<string | undefined>(rows.map(({ message }) => message));
    expect([...sentences.keys()].filter((key) => !covered.has(key))).toEqual([]);
  });

  it('has no preference without a row', () => {
    const covered = new Set(rows.filter(({ kind }) => kind === 'preference').map(({ what }) => what));
    expect(Object.values(constants.PREFERENCE_KEYS).filter((key) => !covered.has(key))).toEqual([]);
  });

  it('has no constant without a row, but for those that the specification does not ask for', () => {
    const inRows = rows.flatMap((row) => row.constants ?? []);
    expect([...inRows, ...choices, ...constantsBeyond].toSorted()).toEqual(Object.keys(constants).toSorted());
  });

  it('has the routes of the rows, and others only beyond the specification', () => {
    const inRows = rows.filter(({ kind }) => kind === 'route').map(routeOf);
    const routes = Object.values(webPaths).map((address) => address.replaceAll(/\$\w+/g, '{}'));
    expect([...inRows, ...routesBeyond].toSorted()).toEqual(routes.toSorted());
  });

  it.each(Object.entries(entityFields))(
    'gives %s the fields of the rows, and others only beyond the specification',
    (entity, fields) => {
      const inRows = rows.map(fieldOf).filter((field) => field?.[0] === entity);
      const expected = [...inRows.map((field) => field?.[1]), ...(fieldsBeyond[entity] ?? [])];
      expect(expected.toSorted()).toEqual(fields.toSorted());
    },
  );
});

test('docs/specification-coverage.md is what `node scripts/specification-coverage.ts` makes', async () => {
  const written = await readFile(path.join(root, 'docs/specification-coverage.md'), 'utf8');
  expect(written).toBe(coverageDocument(rows, sources));
});

test('titles are found however they are quoted, with their groups, also those of a table of cases', () => {
  const source = `
test('it\\'s one', () => {});
describe('a group', () => {
  it("is another", () => {});
  describe('in it', () => {
    test.each([[1, 'no title']])('case %i', () => {});
  });
  it.each\`a\`(\`the %s\`, () => {});
});
it('stands alone', () => {
  call('nothing');
});
it('stands twice', () => {});
it('stands twice', () => {});
it.${'skip'}('does not run', () => {});`;
  expect([...titlesIn(source)]).toEqual([
    ["it's one", "it's one"],
    ['is another', 'a group › is another'],
    ['case %i', 'a group › in it › case %i'],
    ['the %s', 'a group › the %s'],
    ['stands alone', 'stands alone'],
  ]);
});

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function sentencesOf(tree: object, prefix = ''): [key: string, sentence: unknown][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' ? sentencesOf(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value]],
  );
}

/** Whether a sentence of the contract, or what makes it of some values, has the words of a row. */
function reads(sentence: unknown, words: string): boolean {
  if (typeof sentence !== 'function') return sentence === words;
  const between = (text: string) => text.split(/\{[^}]*\}/).join('{}');
  return between(sentence('{1}', '{2}', '{3}')) === between(words);
}

/** Of `/stores/{storeId}/edit-mssql, without the navigation bar`: `/stores/{}/edit-mssql`. */
function routeOf({ what }: Row): string {
  return (what.split(',')[0] ?? '').replaceAll(/\{\w+\}/g, '{}');
}

/** Of `Found {total} products.`, what stands between the values. */
function longestPartOf(sentence: string): string {
  return sentence
    .split(/\{[^}]*\}/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
