import { kinds, type Row } from './row.ts';

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

/** `docs/specification-coverage.md`, whole. */
export function coverageDocument(rows: readonly Row[]): string {
  const sections = Object.entries(sectionTitles).map(([number, title]) => {
    const own = rows.filter(({ section }) => section === Number(number));
    return [`## ${number}. ${title}`, '', ...tableOf(own)].join('\n');
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

function tableOf(rows: readonly Row[]): string[] {
  const lines = rows.map(
    ({ kind, what, shownBy }) => `| ${kind} | ${cell(what)} | ${shownBy.map(testCell).join('<br>')} |`,
  );
  return ['| Kind | What | Shown by |', '|---|---|---|', ...lines];
}

function testCell([file, title]: Row['shownBy'][number]): string {
  return `[${file.split('/').at(-1)}](../${file}): ${cell(title)}`;
}

/** Text that stays in its cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}
