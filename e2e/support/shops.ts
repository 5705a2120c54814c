import {
  type ShopOptions,
  type Simulator,
  startShopifySimulator,
} from '@storefleet/shopify-simulator/server';

type Shop = ReturnType<Simulator['addShop']>;

export type Shops = {
  readonly simulator: Simulator;
  /** The SHOPIFY_ALLOWED_HOSTS with which the product can reach the shops. */
  readonly allowedHosts: string;
  /** The IMAGE_HOSTS with which a browser shows their images. */
  readonly imageHosts: string;
  /** Another shop at `<name>.myshopify.localhost`. */
  open(name: string, options?: Partial<ShopOptions>): OpenShop;
  close(): Promise<void>;
};

export type OpenShop = {
  readonly shop: Shop;
  /** Host and port, as the product stores it. */
  readonly address: string;
  readonly token: string;
};

export async function startShops(): Promise<Shops> {
  const simulator = await startShopifySimulator();
  let opened = 0;
  return {
    simulator,
    allowedHosts: `*.myshopify.com,*.myshopify.localhost:${simulator.port}`,
    imageHosts: `*.myshopify.localhost:${simulator.port}`,
    open(name, options = {}) {
      opened += 1;
      const token = `shpat_${String(opened).padStart(32, '0')}`;
      const domain = `${name}.myshopify.localhost`;
      const shop = simulator.addShop({ domain, seed: name, token, ...options });
      return { shop, address: `${domain}:${simulator.port}`, token };
    },
    close: () => simulator.close(),
  };
}

type NewVariant = NonNullable<Parameters<Shop['catalogue']['createProduct']>[0]['variants']>[number];

export function fillShop({ shop }: OpenShop, title: string, variants: NewVariant[]): void {
  shop.catalogue.createProduct({ title, variants });
}

export function productOf({ shop }: OpenShop, title: string) {
  const product = shop.catalogue.products().find((candidate) => candidate.title === title);
  if (!product) throw new Error(`${shop.name} has no product called ${title}.`);
  return product;
}

export function variantsOf(store: OpenShop, title: string) {
  return productOf(store, title).variants;
}

/** The first of them. */
export function variantOf(store: OpenShop, title: string) {
  const [variant] = variantsOf(store, title);
  if (!variant) throw new Error(`${title} has no variant.`);
  return variant;
}

export function pricesOf(store: OpenShop, title: string): string[] {
  return variantsOf(store, title).map(({ price }) => price);
}

type ShopProduct =
  ReturnType<Shop['catalogue']['products']> extends Iterable<infer Product> ? Product : never;

/** The matches that a search has to find, according to the shops. */
export function countProducts(
  shops: readonly OpenShop[],
  matches: (product: ShopProduct) => boolean,
): number {
  return shops.reduce(
    (count, { shop }) => count + shop.catalogue.products().filter(matches).toArray().length,
    0,
  );
}

export const named =
  (text: string) =>
  ({ title, variants }: ShopProduct): boolean =>
    [title, ...variants.map((variant) => variant.title)].some((name) => contains(name, text));

export const withSku =
  (text: string) =>
  ({ variants }: ShopProduct): boolean =>
    variants.some(({ sku }) => sku !== null && contains(sku, text));

export const withBarcode =
  (text: string) =>
  ({ variants }: ShopProduct): boolean =>
    variants.some(({ barcode }) => barcode !== null && contains(barcode, text));

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
