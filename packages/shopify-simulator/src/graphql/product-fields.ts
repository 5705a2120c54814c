import { type VariantInProduct, variantsOf } from '../catalogue/catalogue.ts';
import type { Product } from '../catalogue/model.ts';
import { dateTimeText, decimalText, globalId } from '../text-forms.ts';
import { type ConnectionArguments, encodeCursor, MAX_PAGE_SIZE, paginate, sortedList } from './connection.ts';
import type { Resolvers } from './context.ts';
import { accessDenied, NotModelled } from './errors.ts';

/** The inventory item shares its data with its variant; a type of its own, so that the two are told apart. */
export type InventoryItem = { readonly item: VariantInProduct };

const MAX_VARIANTS_OF_ONE_PRODUCT = 2048;

export const productFields: Resolvers<Product> = {
  id: ({ id }) => globalId('Product', id),
  legacyResourceId: ({ id }) => String(id),
  title: ({ title }) => title,
  handle: ({ handle }) => handle,
  vendor: ({ vendor }) => vendor,
  productType: ({ productType }) => productType,
  status: ({ status }) => status,
  tags: ({ tags }) => tags,
  bodyHtml: ({ descriptionHtml }) => descriptionHtml,
  descriptionHtml: ({ descriptionHtml }) => descriptionHtml,
  description: ({ descriptionHtml }, args) => {
    const text = descriptionHtml.replace(/<[^>]*>/g, '').trim();
    return typeof args.truncateAt === 'number' ? text.slice(0, args.truncateAt) : text;
  },
  templateSuffix: ({ templateSuffix }) => templateSuffix,
  createdAt: ({ createdAt }) => dateTimeText(createdAt),
  updatedAt: ({ updatedAt }) => dateTimeText(updatedAt),
  publishedAt: ({ publishedAt }) => (publishedAt === null ? null : dateTimeText(publishedAt)),
  isGiftCard: () => false,
  totalInventory: ({ variants }) =>
    variants.reduce((total, variant) => total + (variant.tracked ? variant.inventoryQuantity : 0), 0),
  totalVariants: ({ variants }) => variants.length,
  tracksInventory: ({ variants }) => variants.some((variant) => variant.tracked),
  hasOnlyDefaultVariant: ({ variants }) => variants.length === 1 && variants[0]?.title === 'Default Title',
  hasOutOfStockVariants: ({ variants }) =>
    variants.some((variant) => variant.tracked && variant.inventoryQuantity <= 0),
  seo: ({ seo }) => seo,
  defaultCursor: ({ id }) => encodeCursor({ last_id: id, last_value: id }),
  options: (product, args) =>
    product.options
      .slice(0, typeof args.first === 'number' ? args.first : undefined)
      .map((option, index) => ({ product, option, position: index + 1 })),
  priceRangeV2: ({ variants }, _args, { shop }) => {
    const prices = variants.map((variant) => variant.price).sort((a, b) => Number(a) - Number(b));
    const money = (price: string | undefined) => ({
      amount: decimalText(price ?? '0.00'),
      currencyCode: shop.currency,
    });
    return { minVariantPrice: money(prices[0]), maxVariantPrice: money(prices.at(-1)) };
  },
  variantsCount: ({ variants }) => ({ count: variants.length, precision: 'EXACT' }),
  variants: (product, args, context) => {
    const list = sortedList(variantsOf(product), (node) => ({
      id: node.variant.id,
      value: sortValue(args.sortKey, node),
    }));
    const maximum = context.isSingleProduct ? MAX_VARIANTS_OF_ONE_PRODUCT : MAX_PAGE_SIZE;
    return paginate(list, args as ConnectionArguments, maximum);
  },
};

function sortValue(key: unknown, node: VariantInProduct): number | string {
  switch (key) {
    case undefined:
    case 'POSITION':
      return node.position;
    case 'ID':
      return node.variant.id;
    case 'SKU':
      return node.variant.sku ?? '';
    case 'TITLE':
      return node.variant.title;
    case 'INVENTORY_QUANTITY':
      return node.variant.inventoryQuantity;
    default:
      throw new NotModelled(`the sort key ${String(key)} of a product's variants`);
  }
}

type OptionOfProduct = {
  product: Product;
  option: { name: string; values: readonly string[] };
  position: number;
};

/** Ids of options and their values are drawn from the product's, which keeps them stable and apart. */
export const productOptionFields: Resolvers<OptionOfProduct> = {
  id: ({ product, position }) => globalId('ProductOption', product.id + position),
  name: ({ option }) => option.name,
  position: ({ position }) => position,
  values: ({ option }) => option.values,
  optionValues: ({ product, option, position }) =>
    option.values.map((name, index) => ({
      id: globalId('ProductOptionValue', product.id + position * 1000 + index),
      name,
      hasVariants: true,
      linkedMetafieldValue: null,
    })),
};

export const variantFields: Resolvers<VariantInProduct> = {
  id: ({ variant }) => globalId('ProductVariant', variant.id),
  legacyResourceId: ({ variant }) => String(variant.id),
  title: ({ variant }) => variant.title,
  displayName: ({ product, variant }) => `${product.title} - ${variant.title}`,
  position: ({ position }) => position,
  sku: ({ variant }) => variant.sku,
  barcode: ({ variant }) => variant.barcode,
  price: ({ variant }) => variant.price,
  compareAtPrice: ({ variant }) => variant.compareAtPrice,
  inventoryQuantity: ({ variant }) => variant.inventoryQuantity,
  sellableOnlineQuantity: ({ variant }) => Math.max(0, variant.inventoryQuantity),
  inventoryPolicy: ({ variant }) => variant.inventoryPolicy,
  availableForSale: ({ variant }) =>
    !variant.tracked || variant.inventoryQuantity > 0 || variant.inventoryPolicy === 'CONTINUE',
  taxable: ({ variant }) => variant.taxable,
  requiresComponents: () => false,
  selectedOptions: ({ product, variant }) =>
    product.options.map((option, index) => ({ name: option.name, value: variant.optionValues[index] ?? '' })),
  defaultCursor: ({ variant }) => encodeCursor({ last_id: variant.id, last_value: variant.id }),
  createdAt: ({ variant }) => dateTimeText(variant.createdAt),
  updatedAt: ({ variant }) => dateTimeText(variant.updatedAt),
  product: ({ product }) => product,
  inventoryItem: (item): InventoryItem => ({ item }),
};

export const inventoryItemFields: Resolvers<InventoryItem> = {
  id: ({ item }) => globalId('InventoryItem', item.variant.inventoryItemId),
  legacyResourceId: ({ item }) => String(item.variant.inventoryItemId),
  sku: ({ item }) => item.variant.sku,
  tracked: ({ item }) => item.variant.tracked,
  requiresShipping: ({ item }) => item.variant.requiresShipping,
  unitCost: ({ item }, _args, { shop, app }) => {
    const denied = app.deniedFields['InventoryItem.unitCost'];
    if (denied !== undefined) throw accessDenied('unitCost', denied);
    const { cost } = item.variant;
    return cost === null ? null : { amount: decimalText(cost), currencyCode: shop.currency };
  },
  measurement: ({ item }) => ({
    id: globalId('InventoryItemMeasurement', item.variant.inventoryItemId),
    weight: { value: item.variant.weight, unit: item.variant.weightUnit },
  }),
  countryCodeOfOrigin: ({ item }) => item.variant.countryCodeOfOrigin,
  provinceCodeOfOrigin: ({ item }) => item.variant.provinceCodeOfOrigin,
  harmonizedSystemCode: ({ item }) => item.variant.harmonizedSystemCode,
  createdAt: ({ item }) => dateTimeText(item.variant.createdAt),
  updatedAt: ({ item }) => dateTimeText(item.variant.inventoryItemUpdatedAt),
  variant: ({ item }) => item,
  variants: ({ item }, args) =>
    paginate(
      sortedList([item], (node) => ({ id: node.variant.id, value: node.variant.id })),
      args as ConnectionArguments,
    ),
};
