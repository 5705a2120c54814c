import { describe, expect, it } from 'vitest';
import { editOf, heldByProduct, heldByVariant, numberOf, productOf, read } from '../testing/editing.ts';
import { TOKEN } from '../testing/simulated-shop.ts';
import { useSimulation } from '../testing/simulation.ts';

const simulation = useSimulation();

const OF_VARIANTS = ['price', 'cost', 'compare_at_price', 'barcode', 'sku', 'weight'] as const;
const OF_PRODUCTS = ['title', 'vendor', 'product_type', 'status', 'tags'] as const;

describe('a fetch of present values', () => {
  it('tells every attribute as the catalogue has it, in the order asked', async () => {
    const atlas = simulation.open({ products: 30 });
    const products = [2, 0, 1].map((place) => productOf(atlas, 2, place));
    const targets = products.flatMap((product) => [
      { productId: product.sourceId, variantId: null, attributes: OF_PRODUCTS },
      ...product.variants.map(({ sourceId }) => ({
        productId: product.sourceId,
        variantId: sourceId,
        attributes: OF_VARIANTS,
      })),
    ]);
    const truth = products.flatMap((product) => [
      heldByProduct(product).values,
      ...product.variants.map((_variant, place) => heldByVariant(product, place).values),
    ]);
    expect(await read(atlas, ...targets)).toEqual(truth);
  });

  it('of hundreds of variants costs a few requests and points', async () => {
    const atlas = simulation.open({ products: 1, largeProducts: { count: 1, variants: 620 } });
    const product = productOf(atlas, 620);
    const targets = product.variants.map(({ sourceId }) => ({
      productId: product.sourceId,
      variantId: sourceId,
      attributes: OF_VARIANTS,
    }));
    const values = await read(atlas, ...targets);
    expect(values).toEqual(product.variants.map((_variant, place) => heldByVariant(product, place).values));
    expect(atlas.shop.log.counters().byOperation).toEqual({ nodes: 3 });
    expect(atlas.shop.app(TOKEN)?.costs.status().currentlyAvailable).toBeGreaterThan(1980);
  });

  it('finds nothing where a product is gone, or a variant has come to another one', async () => {
    const atlas = simulation.open();
    const [gone, other, whole] = [0, 1, 2].map((place) => productOf(atlas, 2, place));
    if (gone === undefined || other === undefined || whole === undefined) throw new Error('too few products');
    atlas.shop.catalogue.deleteProduct(numberOf(gone.sourceId));
    const attributes = ['price'] as const;
    const price = whole.variants[0]?.price;
    expect(
      await read(
        atlas,
        { ...editOf(gone, 0, {}), attributes },
        { ...editOf(gone, null, {}), attributes: ['title'] },
        { ...editOf(whole, 0, {}), attributes },
        { productId: other.sourceId, variantId: whole.variants[0]?.sourceId ?? '', attributes },
      ),
    ).toEqual([null, null, { price }, null]);
  });

  it('goes on without costs where they are out of sight', async () => {
    const atlas = simulation.open({ deniedFields: { 'InventoryItem.unitCost': 'View product costs' } });
    const product = productOf(atlas);
    const { price } = heldByVariant(product, 0).values;
    const target = { ...editOf(product, 0, {}), attributes: ['price', 'cost'] as const };
    expect(await read(atlas, target)).toEqual([{ price, cost: null }]);
  });

  it('of nothing asks nothing', async () => {
    const atlas = simulation.open();
    expect(await read(atlas)).toEqual([]);
    expect(atlas.shop.log.counters().byOperation).toEqual({});
  });
});
