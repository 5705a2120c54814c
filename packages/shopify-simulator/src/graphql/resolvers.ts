import type { Shop } from '../shop.ts';
import { dateTimeText, globalId, parseGlobalId } from '../text-forms.ts';
import {
  countProducts,
  countVariants,
  inventoryItems,
  products,
  productVariants,
} from './catalogue-lists.ts';
import { type Context, type Resolvers, requireScope } from './context.ts';
import { resourceNotFound } from './errors.ts';
import { catalogueMutations } from './mutation-fields.ts';
import {
  type InventoryItem,
  inventoryItemFields,
  productFields,
  productOptionFields,
  variantFields,
} from './product-fields.ts';
import { publicApiVersions } from './schemas.ts';

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
    case 'Shop':
      return parsed.id === context.shop.id ? context.shop : null;
    default:
      return null;
  }
}

const queryRoot: Resolvers<unknown> = {
  shop: (_, _args, { shop }) => shop,
  publicApiVersions: () => publicApiVersions(),
  currentAppInstallation: (_, _args, { app, shop }) => ({
    id: globalId('AppInstallation', shop.id),
    accessScopes: [...app.scopes].map((handle) => ({ handle })),
  }),
  node: (_, args, context, info) => node(args.id, context, info.fieldName),
  nodes: (_, args, context, info) =>
    (Array.isArray(args.ids) ? args.ids : [args.ids]).map((id) => node(id, context, info.fieldName)),
  product: (_, args, context, info) => {
    requireScope(context, info.fieldName, 'read_products');
    return context.shop.catalogue.product(numberIn(args.id, 'Product'));
  },
  products: (_, args, context, info) => {
    requireScope(context, info.fieldName, 'read_products');
    return products(args, context, info);
  },
  productsCount: (_, args, context, info) => {
    requireScope(context, info.fieldName, 'read_products');
    return countProducts(args, context, info);
  },
  productVariant: (_, args, context, info) => {
    requireScope(context, info.fieldName, 'read_products');
    return context.shop.catalogue.variant(numberIn(args.id, 'ProductVariant'));
  },
  productVariants: (_, args, context, info) => {
    requireScope(context, info.fieldName, 'read_products');
    return productVariants(args, context, info);
  },
  productVariantsCount: (_, args, context, info) => {
    requireScope(context, info.fieldName, 'read_products');
    return countVariants(args, context, info);
  },
  inventoryItem: (_, args, context, info): InventoryItem | null => {
    requireScope(context, info.fieldName, 'read_inventory');
    const item = context.shop.catalogue.variantOfItem(numberIn(args.id, 'InventoryItem'));
    return item === null ? null : { item };
  },
  inventoryItems: (_, args, context, info) => {
    requireScope(context, info.fieldName, 'read_inventory');
    return inventoryItems(args, context, info);
  },
};

const shopFields: Resolvers<Shop> = {
  id: ({ id }) => globalId('Shop', id),
  name: ({ name }) => name,
  email: ({ email }) => email,
  contactEmail: ({ email }) => email,
  myshopifyDomain: ({ domain }, _args, { host }) => host.replace(/^[^:]+/, domain),
  primaryDomain: ({ id }, _args, { host }) => ({
    id: globalId('Domain', id),
    host,
    url: `http://${host}`,
    sslEnabled: false,
  }),
  url: (_shop, _args, { host }) => `http://${host}`,
  shopAddress: (shop) => addressOf(shop),
  billingAddress: (shop) => addressOf(shop),
  plan: ({ plan }) => ({
    displayName: plan,
    publicDisplayName: plan,
    partnerDevelopment: plan === 'Development',
    shopifyPlus: plan === 'Plus',
  }),
  currencyCode: ({ currency }) => currency,
  enabledPresentmentCurrencies: ({ currency }) => [currency],
  ianaTimezone: ({ timezone }) => timezone,
  weightUnit: ({ weightUnit }) => weightUnit,
  unitSystem: ({ weightUnit }) =>
    weightUnit === 'POUNDS' || weightUnit === 'OUNCES' ? 'IMPERIAL_SYSTEM' : 'METRIC_SYSTEM',
  resourceLimits: () => ({
    locationLimit: 1000,
    maxProductOptions: 3,
    maxProductVariants: 2048,
    redirectLimitReached: false,
  }),
  createdAt: ({ createdAt }) => dateTimeText(createdAt),
  updatedAt: ({ createdAt }) => dateTimeText(createdAt),
  description: () => null,
  products: (_shop, args, context, info) => {
    requireScope(context, info.fieldName, 'read_products');
    return products(args, context, info);
  },
  productVariants: (_shop, args, context, info) => {
    requireScope(context, info.fieldName, 'read_products');
    return productVariants(args, context, info);
  },
};

function addressOf({ id, country }: Shop) {
  return { id: globalId('ShopAddress', id), countryCodeV2: country, countryCode: country };
}

/** By type. Only types whose objects are modelled are in it: a field of any other is a property of what its parent returned. */
export type ResolverTable = Readonly<Record<string, Resolvers<never>>>;

/** What a bulk operation may ask for and do. */
export const catalogueResolvers = {
  QueryRoot: queryRoot,
  Mutation: catalogueMutations,
  Shop: shopFields,
  Product: productFields,
  ProductOption: productOptionFields,
  ProductVariant: variantFields,
  InventoryItem: inventoryItemFields,
} satisfies ResolverTable;

/** The concrete type of what `node` returned. */
export function typeNameOf(value: object): string {
  if ('item' in value) return 'InventoryItem';
  if ('variant' in value) return 'ProductVariant';
  if ('variants' in value) return 'Product';
  return 'catalogue' in value ? 'Shop' : 'BulkOperation';
}
