import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Collects the run-time imports of a module, recursively. */
async function runtimeImports(file: URL, found = new Set<string>()): Promise<Set<string>> {
  const source = await readFile(file, 'utf8');
  const statements = source.matchAll(/^(?:import|export) (?!type )[^;]*?from '(?<specifier>[^']+)'/gms);
  for (const { groups } of statements) {
    const specifier = groups?.specifier ?? '';
    if (found.has(specifier)) continue;
    found.add(specifier);
    if (specifier.startsWith('.')) await runtimeImports(new URL(specifier, file), found);
  }
  return found;
}

test.each([
  'constants',
  'catalogue/file-constants',
  'stores/mssql/mapping-rules',
  'messages',
  'api/paths',
  'api/problems',
  'stores/scopes',
])('%s loads without Zod, so that the web bundle stays small', async (name) => {
  expect([...(await runtimeImports(new URL(`../src/${name}.ts`, import.meta.url)))]).not.toContain('zod');
});

test('the check detects Zod in a module with schemas', async () => {
  expect(await runtimeImports(new URL('../src/api.ts', import.meta.url))).toContain('zod');
});
