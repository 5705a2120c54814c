// Writes docs/specification-coverage.md.
import { writeFile } from 'node:fs/promises';
import { coverageDocument } from '../specification/coverage-document.ts';
import { rows } from '../specification/rows.ts';

await writeFile(new URL('../docs/specification-coverage.md', import.meta.url), coverageDocument(rows));
