import { readFile } from 'node:fs/promises';

/** `test('title', …`, `it("title", …` and the title of a `test.each(…)(`title`, …`, as they stand in the source. */
const TITLE = /(?:\b(?:test|it)|[)`])\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;

/** The titles of a test file; null where there is no such file. */
export async function readTestTitles(file: string): Promise<Set<string> | null> {
  let source: string;
  try {
    source = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return titlesIn(source);
}

export function titlesIn(source: string): Set<string> {
  const titles = [...source.matchAll(TITLE)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  );
  return new Set(titles.map((title) => title.replaceAll(/\\(['"`\\])/g, '$1')));
}
