import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * `test('title', …`, `it("title", …`, the title of a `test.each(…)(`title`, …`, and `describe('title', …`, as they stand
 * in the source.
 */
const TITLE =
  /(\bdescribe|\b(?:test|it)|[)`])\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;

/** A title as it stands in the source, to the same with the titles of the groups around it. */
export type Titles = ReadonlyMap<string, string>;

/** The tests of a file whose titles stand there once. Groups are told by the indentation of the formatter. */
export function titlesIn(source: string): Titles {
  const titles = new Map<string, string>();
  const repeated = new Set<string>();
  let groups: { readonly indentation: number; readonly title: string }[] = [];
  for (const { 1: opening, 2: single, 3: double, 4: template, index } of source.matchAll(TITLE)) {
    const title = (single ?? double ?? template ?? '').replaceAll(/\\(['"`\\])/g, '$1');
    const indentation = indentationAt(source, index);
    groups = groups.filter((group) => group.indentation < indentation);
    if (opening === 'describe') {
      groups.push({ indentation, title });
      continue;
    }
    if (titles.has(title)) repeated.add(title);
    titles.set(title, [...groups.map((group) => group.title), title].join(' › '));
  }
  for (const title of repeated) titles.delete(title);
  return titles;
}

function indentationAt(source: string, index: number): number {
  const line = source.slice(source.lastIndexOf('\n', index) + 1);
  return line.length - line.trimStart().length;
}

/** The sources of test files by their paths from the root of the repository; files that are not there are left out. */
export async function readTests(root: string, files: Iterable<string>): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for (const file of new Set(files)) {
    const source = await readFile(path.join(root, file), 'utf8').catch(notThere);
    if (source !== null) sources.set(file, source);
  }
  return sources;
}

function notThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
