/** `test('title', …`, `it("title", …` and the title of a `test.each(…)(`title`, …`, as they stand in the source. */
const TITLE = /(?:\b(?:test|it)|[)`])\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;

/** The titles of the tests of a file. */
export function titlesIn(source: string): Set<string> {
  const titles = [...source.matchAll(TITLE)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  );
  return new Set(titles.map((title) => title.replaceAll(/\\(['"`\\])/g, '$1')));
}
