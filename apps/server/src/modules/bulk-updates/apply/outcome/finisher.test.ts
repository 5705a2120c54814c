import { describe, expect, it } from 'vitest';
import type { OpenItem } from '../items.repository.ts';
import { failed } from './decisions.ts';
import { createFinisher, type ProductEnd } from './finisher.ts';

function endOf(productId: string, items: number): ProductEnd {
  const item = { id: productId, product_id: productId, changes: {} } as OpenItem;
  return { productId, ends: Array.from({ length: items }, () => failed(item, 'No.')), release: true };
}

describe('a finisher', () => {
  it('stores few products of many items together, and each of them whole', async () => {
    const groups: number[][] = [];
    const finisher = createFinisher(async (group) => {
      groups.push(group.map((end) => end.ends.length));
    });
    const sizes = [100, 100, 100, 900, 1, 1];
    await Promise.all(sizes.map((items, index) => finisher.add(endOf(`p${index}`, items))));
    await finisher.flush();
    expect(groups.flat()).toEqual(sizes);
    expect(groups).toEqual([[100, 100], [100], [900], [1, 1]]);
  });

  it('goes on after a failure was told', async () => {
    const stored: string[] = [];
    let isAway = true;
    const finisher = createFinisher(async (group) => {
      if (isAway) throw new Error('The database is away.');
      stored.push(...group.map((end) => end.productId));
    });
    await finisher.add(endOf('lost', 1));
    await expect(finisher.flush()).rejects.toThrow('The database is away.');
    isAway = false;
    await finisher.add(endOf('kept', 1));
    await finisher.flush();
    expect(stored).toEqual(['kept']);
  });
});
