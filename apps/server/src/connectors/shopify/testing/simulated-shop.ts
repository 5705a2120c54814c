import type { Product } from '@storefleet/shopify-simulator/catalogue/model';
import { TAXONOMY } from '@storefleet/shopify-simulator/catalogue/taxonomy';
import { mediaOf } from '@storefleet/shopify-simulator/pictures/picture-files';
import type { Shop } from '@storefleet/shopify-simulator/server';
import type {
  CatalogueEnd,
  CataloguePage,
  CatalogueReading,
  Connector,
  RestReading,
  SourceChanges,
  SourceCount,
  SourceMedia,
  SourceProduct,
} from '../../connector.ts';
import type { JsonValue } from '../../json-value.ts';
import { unitPriceIn } from '../read/unit-price-fields.ts';

export const TOKEN = 'shpat_00000000000000000000000000000001';

/** What makes the connector page, or export, whatever the shop's true size. */
export const AS_SMALL: SourceCount = { products: 20, variants: 60, exact: true };
export const AS_LARGE: SourceCount = { products: 100_000, variants: 500_000, exact: true };

export type Reading = { pages: CataloguePage[]; products: SourceProduct[]; end: CatalogueEnd };

export type ReadOptions = {
  checkpoint?: JsonValue;
  signal?: AbortSignal;
  onPage?: (page: CataloguePage) => void;
};

export async function readAll(
  way: CatalogueReading,
  count: SourceCount,
  { checkpoint = null, signal = new AbortController().signal, onPage }: ReadOptions = {},
): Promise<Reading> {
  const pages: CataloguePage[] = [];
  const reading = way.readCatalogue({ checkpoint, count, signal });
  for (;;) {
    const { done, value } = await reading.next();
    if (done === true) return { pages, products: pages.flatMap((page) => page.products), end: value };
    // A checkpoint lives in a database between two runs.
    const page = { ...value, checkpoint: JSON.parse(JSON.stringify(value.checkpoint)) as JsonValue };
    pages.push(page);
    onPage?.(page);
  }
}

const UNITS = { KILOGRAMS: 'kg', GRAMS: 'g', POUNDS: 'lb', OUNCES: 'oz' };

/** The truth: the shop's catalogue as the simulator holds it, in our words. */
export function catalogueOf(shop: Shop): SourceProduct[] {
  return [...shop.catalogue.products()].map((product) => ({
    sourceId: `gid://shopify/Product/${product.id}`,
    title: product.title,
    handle: product.handle,
    vendor: product.vendor || null,
    productType: product.productType || null,
    status: product.status.toLowerCase(),
    tags: [...product.tags],
    plain: {
      seo_title: product.seoTitle,
      seo_description: product.seoDescription,
      category: TAXONOMY.get(product.category ?? '')?.fullName ?? null,
    },
    media: mediaIn(product, shop),
    variants: product.variants.map((variant, index) => ({
      sourceId: `gid://shopify/ProductVariant/${variant.id}`,
      position: index + 1,
      title: variant.title,
      sku: variant.sku || null,
      barcode: variant.barcode || null,
      price: variant.price,
      cost: variant.cost,
      compareAtPrice: variant.compareAtPrice,
      inventoryQuantity: variant.inventoryQuantity,
      weight: String(variant.weight),
      weightUnit: UNITS[variant.weightUnit],
      plain: {
        inventory_policy: variant.inventoryPolicy.toLowerCase(),
        tracked: String(variant.tracked),
        taxable: String(variant.taxable),
        requires_shipping: String(variant.requiresShipping),
        hs_code: variant.harmonizedSystemCode,
        country_of_origin: variant.countryCodeOfOrigin,
        unit_price: unitPriceIn({ ...variant }),
      },
    })),
  }));
}

function mediaIn(product: Product, shop: Shop): SourceMedia {
  const [first] = mediaOf(product, shop);
  if (first === undefined) return { count: 0, image: null };
  const { url, width, height } = first.image;
  return { count: product.media.length, image: { url, alt: first.alt || null, width, height } };
}

export function restOf({ rest }: Connector): RestReading {
  if (rest === undefined) throw new Error('The connector does not read through REST.');
  return rest;
}

export function changesOf({ changes }: Connector): SourceChanges {
  if (!changes) throw new Error('A Shopify store tells of its changes.');
  return changes;
}

export const withoutCost = (products: SourceProduct[]): SourceProduct[] =>
  products.map((product) => ({
    ...product,
    variants: product.variants.map((variant) => ({ ...variant, cost: undefined })),
  }));
