import {
  countProducts,
  countVariants,
  inventoryItems,
  products,
  productVariants,
} from '../fields/catalogue-lists.ts';
import { publicationFields, publications } from '../fields/channels.ts';
import { collectionFields, collections } from '../fields/collections.ts';
import { type Context, type Resolvers, requireScope } from '../fields/context.ts';
import { metafieldDefinitionFields, metafieldDefinitions, metafieldFields } from '../fields/metafields.ts';
import {
  type CatalogOfList,
  priceListFields,
  priceListOf,
  priceListPriceFields,
  priceLists,
} from '../fields/price-lists.ts';
import {
  imageFields,
  inventoryItemFields,
  inventoryLevelFields,
  locationFields,
  productFields,
  variantFields,
} from '../fields/products.ts';
import { categoryFields, taxonomyFields } from '../fields/taxonomy.ts';
import { paginate, sortedList } from '../graphql/connection.ts';
import { NotModelled, resourceNotFound } from '../graphql/errors.ts';
import { priceListFixedPricesAdd, priceListFixedPricesDelete } from '../mutations/fixed-prices.ts';
import { fileUpdate, productReorderMedia } from '../mutations/media.ts';
import { metafieldsDelete, metafieldsSet } from '../mutations/metafields.ts';
import { productUpdate } from '../mutations/product-update.ts';
import { setPublished } from '../mutations/publish.ts';
import { inventorySetQuantities } from '../mutations/set-quantities.ts';
import { productVariantsBulkUpdate } from '../mutations/variants-bulk-update.ts';
import type { Shop } from '../shop/shop.ts';
import { globalId, parseGlobalId } from '../text-forms.ts';

/** `product(id:)`: an unknown id of the right type is null, another type is an error. */
function numberIn(gid: unknown, type: string): number {
  const parsed = parseGlobalId(String(gid));
  if (parsed?.type !== type) throw resourceNotFound(String(gid));
  return parsed.id;
}

function node(gid: unknown, context: Context, fieldName: string) {
  const parsed = parseGlobalId(String(gid));
  if (parsed === null) throw resourceNotFound(String(gid));
  const { catalogue, bulkOperations } = context.shop;
  switch (parsed.type) {
    case 'Product':
      requireScope(context, fieldName, 'read_products');
      return catalogue.product(parsed.id);
    case 'ProductVariant':
      requireScope(context, fieldName, 'read_products');
      return catalogue.variant(parsed.id);
    case 'InventoryItem': {
      requireScope(context, fieldName, 'read_inventory');
      const item = catalogue.variantOfItem(parsed.id);
      return item === null ? null : { item };
    }
    case 'BulkOperation':
      return bulkOperations.find(parsed.id);
    default:
      return null;
  }
}

const queryRoot: Resolvers<unknown> = {
  shop: (_, _args, { shop }) => shop,
  currentAppInstallation: (_, _args, { app }) => ({
    accessScopes: [...app.scopes].map((handle) => ({ handle })),
  }),
  node: (_, args, context, info) => node(args.id, context, info.fieldName),
  nodes: (_, args, context, info) =>
    (Array.isArray(args.ids) ? args.ids : [args.ids]).map((id) => node(id, context, info.fieldName)),
  taxonomy: () => ({}),
  // Whatever it was, it has been done at once.
  job: (_, { id }) => ({ id, done: true }),
  ...withScope('read_inventory', { inventoryItems: (_, args, context) => inventoryItems(args, context) }),
  ...withScope('read_locations', {
    // By name by default (schema: `sortKey: LocationSortKeys = NAME`).
    locations: (_, args, { shop }) => {
      if (args.sortKey !== 'NAME') throw new NotModelled('another order of locations');
      const list = [...shop.locations].sort((one, other) => one.name.localeCompare(other.name));
      const active = list.filter(({ isActive }) => isActive || args.includeInactive === true);
      return paginate(
        sortedList(active, (node) => ({ id: node.id, value: list.indexOf(node) })),
        args,
      );
    },
  }),
  ...withScope('read_publications', {
    publications: (_, args, context) => publications(args, context),
  }),
  ...withScope('read_products', {
    product: (_, args, { shop }) => shop.catalogue.product(numberIn(args.id, 'Product')),
    products: (_, args, context) => products(args, context),
    productsCount: (_, args, context) => countProducts(args, context),
    productVariants: (_, args, context) => productVariants(args, context),
    productVariantsCount: (_, args, context) => countVariants(args, context),
    metafieldDefinitions: (_, args, context) => metafieldDefinitions(args, context),
    collections: (_, args, context) => collections(args, context),
    priceList: (_, args, context) => priceListOf(args.id, context),
    priceLists: (_, args, context) => priceLists(args, context),
  }),
};

/** Refused without the scope, before anything else is checked. */
function withScope(scope: string, resolvers: Resolvers<unknown>): Resolvers<unknown> {
  const guarded = Object.entries(resolvers).map(([name, resolve]): [string, Resolvers<unknown>[string]] => [
    name,
    (source, args, context, info) => {
      requireScope(context, info.fieldName, scope);
      return resolve(source, args, context, info);
    },
  ]);
  return Object.fromEntries(guarded);
}

const shopFields: Resolvers<Shop> = {
  id: ({ id }) => globalId('Shop', id),
  name: ({ name }) => name,
  email: ({ email }) => email,
  contactEmail: ({ email }) => email,
  myshopifyDomain: ({ domain }, _args, { host }) => host.replace(/^[^:]+/, domain),
  primaryDomain: (_shop, _args, { host }) => ({ host }),
  shopAddress: ({ country }) => ({ countryCodeV2: country }),
  billingAddress: ({ country }) => ({ countryCodeV2: country }),
  plan: ({ plan }) => ({ publicDisplayName: plan }),
  currencyCode: ({ currency }) => currency,
  ianaTimezone: ({ timezone }) => timezone,
};

const catalogueMutations = {
  ...withScope('write_inventory', {
    inventorySetQuantities: (_, args, context, info) => inventorySetQuantities(args, context, info),
  }),
  ...withScope('write_files', { fileUpdate: (_, args, context) => fileUpdate(args, context) }),
  ...withScope('write_publications', {
    publishablePublish: (_, args, context) => setPublished('publishablePublish', true)(args, context),
    publishableUnpublish: (_, args, context) => setPublished('publishableUnpublish', false)(args, context),
  }),
  ...withScope('write_products', {
    productVariantsBulkUpdate: (_, args, context) => productVariantsBulkUpdate(args, context),
    productUpdate: (_, args, context) => productUpdate(args, context),
    productReorderMedia: (_, args, context) => productReorderMedia(args, context),
    metafieldsSet: (_, args, context) => metafieldsSet(args, context),
    metafieldsDelete: (_, args, context) => metafieldsDelete(args, context),
    priceListFixedPricesAdd: (_, args, context) => priceListFixedPricesAdd(args, context),
    priceListFixedPricesDelete: (_, args, context) => priceListFixedPricesDelete(args, context),
  }),
};

/**
 * By type. Contains only modelled types: fields of other types are properties of what their parent returned.
 */
export type ResolverTable = Readonly<Record<string, Resolvers<never>>>;

/** Everything that a bulk operation can do. */
export const catalogueResolvers = {
  QueryRoot: queryRoot,
  Mutation: catalogueMutations,
  Shop: shopFields,
  Product: productFields,
  ProductVariant: variantFields,
  InventoryItem: inventoryItemFields,
  Image: imageFields,
  InventoryLevel: inventoryLevelFields,
  Location: locationFields,
  Collection: collectionFields,
  Publication: publicationFields,
  Taxonomy: taxonomyFields,
  TaxonomyCategory: categoryFields,
  Metafield: metafieldFields,
  MetafieldDefinition: metafieldDefinitionFields,
  PriceList: priceListFields,
  PriceListPrice: priceListPriceFields,
} satisfies ResolverTable;

/** The concrete type of what `node` returned. */
export function typeNameOf(value: object): string {
  if ('mediaContentType' in value) return 'MediaImage';
  if ('catalogOf' in value) {
    return (value as CatalogOfList).catalogOf === 'market' ? 'MarketCatalog' : 'CompanyLocationCatalog';
  }
  if ('isCatalog' in value) return 'AppCatalog';
  if ('item' in value) return 'InventoryItem';
  if ('variant' in value) return 'ProductVariant';
  if ('variants' in value) return 'Product';
  return 'BulkOperation';
}
