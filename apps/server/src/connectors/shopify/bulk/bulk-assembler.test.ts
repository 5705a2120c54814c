import { describe, expect, it } from 'vitest';
import { type AssembledPage, createAssembler, type Position } from './bulk-assembler.ts';

const START: Position = { byteOffset: 0, lines: 0, roots: 0 };

function product(id: number, variants: number): string[] {
  const gid = `gid://shopify/Product/${id}`;
  return [
    { id: gid, title: `Größe ${id} 👟`, variantsCount: { count: variants, precision: 'EXACT' } },
    ...Array.from({ length: variants }, (_, index) => ({
      id: `gid://shopify/ProductVariant/${id * 1000 + index}`,
      title: `V${index}`,
      price: '1.00',
      __parentId: gid,
    })),
  ].map((node) => JSON.stringify(node).replaceAll('/', '\\/'));
}

function fileOf(...lines: string[]): Buffer {
  return Buffer.from(`${lines.join('\n')}\n`);
}

function readAll(file: Buffer, chunkBytes: number): AssembledPage[] {
  const assembler = createAssembler(START);
  const pages: AssembledPage[] = [];
  for (let from = 0; from < file.length; from += chunkBytes) {
    pages.push(...assembler.feed(file.subarray(from, from + chunkBytes)));
  }
  return [...pages, ...assembler.endOfFile(), assembler.finish()];
}

const productsOf = (pages: AssembledPage[]) => pages.flatMap((page) => page.products);

describe('the assembler of exported files', () => {
  const file = fileOf(
    ...Array.from({ length: 600 }, (_, index) => product(index + 1, 1 + (index % 4))).flat(),
  );

  it.each([1, 7, 1000, 65_536, file.length])('reads the same in chunks of %i bytes', (chunkBytes) => {
    const products = productsOf(readAll(file, chunkBytes));
    expect(products).toHaveLength(600);
    expect(
      products.every(({ product, expectedVariants }) => product.variants.length === expectedVariants),
    ).toBe(true);
    expect(products[599]?.product.title).toBe('Größe 600 👟');
  });

  it('closes a page early when its products have very many variants', () => {
    const large = fileOf(...Array.from({ length: 5 }, (_, index) => product(index + 1, 800)).flat());
    expect(readAll(large, 65_536).map((page) => page.products.length)).toEqual([2, 2, 1]);
  });

  it('accepts a last line without a line break', () => {
    const products = productsOf(readAll(Buffer.from(product(1, 2).join('\n')), 10));
    expect(products[0]?.product.variants).toHaveLength(2);
  });

  it.each([
    ['{"id":', 'line 1 of the exported file is not JSON'],
    ['[]', 'line 1 of the exported file is not an object'],
    ['{"title":"x"}\n{"id":"1"}', 'a product without an id'],
    ['{"id":"1","title":"x"}\n{"id":"2","title":"y","price":5,"__parentId":"1"}', 'an amount of 2'],
  ])('rejects %j', (text, sentence) => {
    const assembler = createAssembler(START);
    expect(() => {
      assembler.feed(Buffer.from(`${text}\n`));
      assembler.finish();
    }).toThrow(sentence);
  });
});
