import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { authErrorCodes } from './auth-error.ts';

test('the README explains exactly the existing error codes', async () => {
  const readme = await readFile(new URL('./README.md', import.meta.url), 'utf8');
  const [, table = ''] = readme.split('## Errors');
  const explained = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => code));
  expect(explained.toSorted()).toEqual([...authErrorCodes].toSorted());
});
