import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../', import.meta.url));
const WRITES =
  /\b(insert\s+into|update|delete\s+from|truncate(\s+table)?|merge\s+into)\s+(only\s+)?(products|variants|change_history)\b\s*[^.]/i;

function filesThatWrite(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => WRITES.test(readFileSync(path.join(SOURCES, file), 'utf8')))
    .map((file) => file.replaceAll(path.sep, '/'));
}

test('only the catalogue module writes products, variants and their history', () => {
  const writers = filesThatWrite();
  expect(writers).toContain('modules/catalogue/history-writer.ts');
  expect(writers.filter((file) => !file.startsWith('modules/catalogue/'))).toEqual([]);
});
