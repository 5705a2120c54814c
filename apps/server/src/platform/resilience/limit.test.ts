import { expect, it } from 'vitest';
import { createLimit } from './limit.ts';

it('runs that many at once, the rest in order, even after a failure', async () => {
  const limited = createLimit(2);
  const begun: number[] = [];
  const works = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
  const results = works.map((work, index) =>
    limited(() => {
      begun.push(index);
      return work.promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  works[1]?.reject(new Error('failed'));
  await expect(results[1]).rejects.toThrow('failed');
  expect(begun).toEqual([0, 1, 2]);
  for (const [index, work] of works.entries()) work.resolve(index);
  expect(await Promise.all(results.filter((_, index) => index !== 1))).toEqual([0, 2, 3]);
});
