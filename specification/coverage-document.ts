import { kinds, type Row } from './row.ts';
import { type Titles, titlesIn } from './test-titles.ts';

const sectionTitles: Readonly<Record<number, string>> = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'The calls it makes',
  8: 'Error catalogue',
  9: 'Business constants and limits',
};

/** `docs/specification-coverage.md`, whole, of the rows and the sources of the test files that they name. */
export function coverageDocument(rows: readonly Row[], sources: ReadonlyMap<string, string>): string {
  const titles = new Map([...sources].map(([file, source]) => [file, titlesIn(source)]));
  const sections = Object.entries(sectionTitles).map(([number, title]) => {
    const own = rows.filter(({ section }) => section === Number(number));
    return [`## ${number}. ${title}`, '', ...tableOf(own, titles)].join('\n');
  });
  return `${[intro(rows), ...sections].join('\n\n')}\n`;
}

function intro(rows: readonly Row[]): string {
  const counts = kinds
    .map((kind) => [kind, rows.filter((row) => row.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind} ${count}`);
  return [
    '# What the specification asks for, and the test that shows it',
    '',
    `${rows.length} rows: ${counts.join(', ')}.`,
    '',
    'Made by `node scripts/specification-coverage.ts` from `specification/rows`; do not edit. The tests fail when a row',
    'names no test, or one that is not there; when a route, call, entity field, message, constant or preference of the',
    'product has no row; and when this page is not what the script makes.',
  ].join('\n');
}

function tableOf(rows: readonly Row[], titles: ReadonlyMap<string, Titles>): string[] {
  const testCell = ([file, title]: Row['shownBy'][number]) =>
    `[${file.split('/').at(-1)}](../${file}): ${cell(titles.get(file)?.get(title) ?? title)}`;
  const lines = rows.map(
    ({ kind, what, shownBy }) => `| ${kind} | ${cell(what)} | ${shownBy.map(testCell).join('<br>')} |`,
  );
  return ['| Kind | What | Shown by |', '|---|---|---|', ...lines];
}

/** Text that stays in its cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}
