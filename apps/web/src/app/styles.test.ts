import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '../');
const MANTINE = path.join(import.meta.dirname, '../../../../node_modules/@mantine/core/styles/');

const stylesIn = (source: string) =>
  [...source.matchAll(/@mantine\/core\/styles\/(\w+)\.css/g)].map(([, component = '']) => component);
const componentsIn = (source: string) =>
  [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => existsSync(`${MANTINE}${name}.css`));

test('every component of Mantine is drawn with its stylesheet', () => {
  const everywhere = stylesIn(readFileSync(`${SOURCES}app/styles.css`, 'utf8'));
  const undrawn = globSync('**/*.tsx', { cwd: SOURCES }).flatMap((file) => {
    const source = readFileSync(SOURCES + file, 'utf8');
    const loaded = [...everywhere, ...stylesIn(source)];
    return componentsIn(source)
      .filter((component) => !loaded.includes(component))
      .map((component) => `${file}: ${component}`);
  });
  expect(undrawn).toEqual([]);
});

test('every class that a component takes from a stylesheet is defined there', () => {
  const undefinedClasses = globSync('**/*.tsx', { cwd: SOURCES }).flatMap((file) => {
    const source = readFileSync(SOURCES + file, 'utf8');
    return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(
      ([, name = '', stylesheet = '']) => {
        const styles = readFileSync(path.join(SOURCES, path.dirname(file), stylesheet), 'utf8');
        const defined = new Set([...styles.matchAll(/\.([a-z]\w*)/gi)].map(([, of]) => of));
        return [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]
          .map(([, used]) => used)
          .filter((used) => used !== 'module' && !defined.has(used))
          .map((used) => `${file}: ${used}`);
      },
    );
  });
  expect(undefinedClasses).toEqual([]);
});
