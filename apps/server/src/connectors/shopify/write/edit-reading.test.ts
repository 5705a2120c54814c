import { describe, expect, it } from 'vitest';
import { editOf, heldByProduct, heldByVariant, numberOf, productOf, read } from '../testing/editing.ts';
import { TOKEN } from '../testing/simulated-shop.ts';
import { useSimulation } from '../testing/simulation.ts';

const simulation = useSimulation();

const OF_VARIANTS = ['price', 'cost', 'compare_at_price', 'barcode', 'sku', 'weight'] as const;
const OF_PRODUCTS = ['title', 'vendor', 'product_type', 'status', 'tags'] as const;

describe('fetching current values', () => {
  it('returns every attribute as the catalogue has it, in the requested order', async () => {
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

  it('costs few requests and points for hundreds of variants', async () => {
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

  it('returns null for a deleted product, and for a variant that moved to another product', async () => {
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

  it('continues without costs if they are not readable', async () => {
    const atlas = simulation.open({ deniedFields: { 'InventoryItem.unitCost': 'View product costs' } });
    const product = productOf(atlas);
    const { price } = heldByVariant(product, 0).values;
    const target = { ...editOf(product, 0, {}), attributes: ['price', 'cost'] as const };
    expect(await read(atlas, target)).toEqual([{ price }]);
  });

  it('sends no request for no targets', async () => {
    const atlas = simulation.open();
    expect(await read(atlas)).toEqual([]);
    expect(atlas.shop.log.counters().byOperation).toEqual({});
  });
});
