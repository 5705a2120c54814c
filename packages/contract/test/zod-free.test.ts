import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Collects what a module and the modules beside it import at run time. */
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

test.each(['constants', 'stores/mapping-rules', 'messages', 'api/paths', 'api/problems', 'stores/scopes'])(
  '%s loads without Zod, so that the web bundle stays small',
  async (name) => {
    expect([...(await runtimeImports(new URL(`../src/${name}.ts`, import.meta.url)))]).not.toContain('zod');
  },
);

test('a module with schemas is seen to load Zod', async () => {
  expect(await runtimeImports(new URL('../src/api/api.ts', import.meta.url))).toContain('zod');
});
