import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** The file that the browser downloads during an action. */
export async function downloaded(
  page: Page,
  act: () => Promise<unknown>,
): Promise<{ name: string; text: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), text: bytes.toString(), bytes };
}

/** The cells of a CSV file without line breaks in cells, row by row, without its byte order mark. */
function csvCells(text: string): string[][] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  );
}

/** The rows below the header, by column name. */
export function csvRecords(text: string): Record<string, string>[] {
  const [head = [], ...rows] = csvCells(text);
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}
