import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The imports between the parts of a folder, a part being a file or a folder in it. */
function arrowsIn(folder: string): { from: string; to: string; file: string }[] {
  const root = path.join(ROOT, folder);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file),
  );
  const partOf = (file: string) => file.split(path.sep)[0] ?? file;
  return files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
      .map(([, target = '']) => path.join(path.dirname(file), target))
      .filter((target) => !target.startsWith('..') && partOf(target) !== partOf(file))
      .map((target) => ({ from: partOf(file), to: partOf(target), file })),
  );
}

/** What is left once every part is taken away that imports none of the rest, or that none of the rest imports. */
function circlesIn(folder: string): string[] {
  let arrows = arrowsIn(folder);
  expect(arrows).not.toEqual([]);
  for (;;) {
    const importing = new Set(arrows.map(({ from }) => from));
    const imported = new Set(arrows.map(({ to }) => to));
    const left = arrows.filter(({ from, to }) => importing.has(to) && imported.has(from));
    if (left.length === arrows.length) return left.map(({ file, to }) => `${file} imports ${to}`);
    arrows = left;
  }
}

test.each([
  'apps/server/src',
  'apps/server/src/connectors',
  'apps/server/src/connectors/mssql',
  'apps/server/src/connectors/shopify',
  'apps/server/src/modules',
  'apps/server/src/modules/bulk-updates',
  'apps/server/src/modules/catalogue',
  'apps/server/src/modules/csv',
  'apps/server/src/platform',
  'apps/web/src',
  'apps/web/src/features',
  'packages/contract/src',
  'packages/shopify-simulator/src',
  'packages/sqlserver-simulator/src',
])('the parts of %s import each other in one direction', (folder) => {
  expect(circlesIn(folder)).toEqual([]);
});

test('the page about the architecture names every part of the product', () => {
  const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
  const parts = ['apps/server/src/modules', 'apps/web/src/features'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder)),
  );
  expect(parts.filter((part) => !page.includes(`\`${part}\``))).toEqual([]);
});
