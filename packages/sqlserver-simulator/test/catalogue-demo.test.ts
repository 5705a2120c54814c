import { describe, expect, it } from 'vitest';
import { articleColumns, articleRows } from '../src/demo/articles.ts';
import { ean13 } from '../src/demo/draw.ts';
import { assignStored } from '../src/types/convert.ts';
import { toStored } from '../src/types/stored.ts';
import { parseType } from '../src/types/type-names.ts';

const names = Object.keys(articleColumns);
const rows = [...articleRows(12, 5000)];
const column = (name: string) => rows.map((row) => row[names.indexOf(name)]);

describe('the articles of the demo', () => {
  it('are the same for a seed, and others for another one', () => {
    expect([...articleRows(12, 200)]).toEqual(rows.slice(0, 200));
    expect([...articleRows(13, 200)]).not.toEqual(rows.slice(0, 200));
  });

  it('each fit their columns', () => {
    const types = Object.values(articleColumns).map((declaration) =>
      parseType(declaration.replace(/ (NOT )?NULL.*$/, '')),
    );
    const notNull = Object.values(articleColumns).map((declaration) => declaration.includes('NOT NULL'));
    const misfits = rows.flatMap((row) =>
      types.flatMap((type, at) => {
        const stored = toStored(row[at] ?? null, type);
        if (stored === null) return notNull[at] ? [names[at]] : [];
        const target = { table: 'Articles', column: names[at] ?? '' };
        return assignStored(stored, type, type, target) === stored ? [] : [names[at]];
      }),
    );
    expect(misfits).toEqual([]);
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([names.length]));
  });

  it('have keys of their own, barcodes with their check digit, and several rows per product', () => {
    expect(new Set(column('ArticleID')).size).toBe(5000);
    expect(new Set(column('item_no')).size).toBe(5000);
    const products = new Set(column('ProductID')).size;
    expect(products).toBeGreaterThan(700);
    expect(products).toBeLessThan(2500);
    expect(column('upc').filter((upc) => upc !== null && ean13(String(upc)) !== upc)).toEqual([]);
  });

  it('hold what real tables hold: NULLs, titles nobody entered, weights that are no numbers', () => {
    const none = (name: string) => column(name).filter((value) => value === null).length;
    expect(none('title')).toBe(2);
    expect(none('list_price')).toBeGreaterThan(0);
    expect(none('unit_cost')).toBeGreaterThan(10);
    expect(none('upc')).toBeGreaterThan(100);
    expect(column('weight').filter((weight) => !/^\d+$/.test(String(weight)))).toEqual(['ca. 3 kg', 'n/a']);
  });
});
