// Writes docs/specification-coverage.md.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { coverageDocument } from '../specification/coverage-document.ts';
import { rows } from '../specification/rows.ts';
import { readTests } from '../specification/test-titles.ts';

const root = path.join(import.meta.dirname, '..');
const files = rows.flatMap(({ shownBy }) => shownBy.map(([file]) => file));
await writeFile(
  path.join(root, 'docs/specification-coverage.md'),
  coverageDocument(rows, await readTests(root, files)),
);
