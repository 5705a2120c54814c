import { type VariantInProduct, variantsOf } from '../catalogue/catalogue.ts';
import type { Product } from '../catalogue/model.ts';
import { type Location, levelId, quantitiesOf, stockOf } from '../catalogue/stock.ts';
import { TAXONOMY } from '../catalogue/taxonomy.ts';
import { type ConnectionArguments, MAX_PAGE_SIZE, paginate, sortedList } from '../graphql/connection.ts';
import { accessDenied, NotModelled } from '../graphql/errors.ts';
import { type ImageOfMedia, mediaOf } from '../pictures/picture-files.ts';
import { decimalText, globalId } from '../text-forms.ts';
import { isPublished } from './channels.ts';
import { collectionsOf, isInCollection } from './collections.ts';
import { type Resolvers, requireScope } from './context.ts';
import { metafieldOf } from './metafields.ts';

/** The inventory item shares its data with its variant; a separate type, so that the two are distinct. */
type InventoryItem = { readonly item: VariantInProduct };

const MAX_VARIANTS_OF_ONE_PRODUCT = 2048;

export const productFields: Resolvers<Product> = {
  id: ({ id }) => globalId('Product', id),
  title: ({ title }) => title,
  handle: ({ handle }) => handle,
  vendor: ({ vendor }) => vendor,
  productType: ({ productType }) => productType,
  status: ({ status }) => status,
  tags: ({ tags }) => tags,
  descriptionHtml: ({ descriptionHtml }) => descriptionHtml,
  category: ({ category }) => (category === null ? null : TAXONOMY.get(category)),
  seo: ({ seoTitle, seoDescription }) => ({ title: seoTitle, description: seoDescription }),
  featuredMedia: (product, _args, { shop }) => mediaOf(product, shop)[0] ?? null,
  mediaCount: ({ media }) => ({ count: media.length, precision: 'EXACT' }),
  media: (product, args, { shop }) => {
    if (args.sortKey !== 'POSITION' || args.reverse === true || args.query) {
      throw new NotModelled('another order of media');
    }
    const all = mediaOf(product, shop);
    const list = sortedList(all, (node) => ({ id: node.number, value: all.indexOf(node) }));
    return paginate(list, args as ConnectionArguments);
  },
  metafield: ({ id }, args, context) => metafieldOf('PRODUCT', id, args, context),
  collections: collectionsOf,
  inCollection: isInCollection,
  publishedOnPublication: isPublished,
  variantsCount: ({ variants }) => ({ count: variants.length, precision: 'EXACT' }),
  variants: (product, args, context) => {
    const { sortKey = 'POSITION', reverse } = args;
    if (sortKey !== 'POSITION' || reverse === true) throw new NotModelled('another order of variants');
    const list = sortedList(variantsOf(product), ({ variant, position }) => ({
      id: variant.id,
      value: position,
    }));
    const maximum = context.isSingleProduct ? MAX_VARIANTS_OF_ONE_PRODUCT : MAX_PAGE_SIZE;
    return paginate(list, args as ConnectionArguments, maximum);
  },
};

export const imageFields: Resolvers<ImageOfMedia> = {
  url: ({ url }, { transform }) => {
    if (transform) throw new NotModelled('the transformation of an image');
    return url;
  },
  altText: ({ altText }) => altText,
  width: ({ width }) => width,
  height: ({ height }) => height,
};

export const variantFields: Resolvers<VariantInProduct> = {
  id: ({ variant }) => globalId('ProductVariant', variant.id),
  title: ({ variant }) => variant.title,
  position: ({ position }) => position,
  sku: ({ variant }) => variant.sku,
  barcode: ({ variant }) => variant.barcode,
  price: ({ variant }) => variant.price,
  compareAtPrice: ({ variant }) => variant.compareAtPrice,
  inventoryQuantity: ({ variant }) => variant.inventoryQuantity,
  inventoryPolicy: ({ variant }) => variant.inventoryPolicy,
  taxable: ({ variant }) => variant.taxable,
  showUnitPrice: ({ variant }) => variant.showUnitPrice,
  unitPriceMeasurement: ({ variant }) => variant.unitPriceMeasurement,
  selectedOptions: ({ product, variant }) =>
    product.options.map(({ name }, index) => ({ name, value: variant.optionValues[index] })),
  metafield: ({ variant }, args, context) => metafieldOf('PRODUCTVARIANT', variant.id, args, context),
  product: ({ product }) => product,
  inventoryItem: (item): InventoryItem => ({ item }),
};

export const inventoryItemFields: Resolvers<InventoryItem> = {
  id: ({ item }) => globalId('InventoryItem', item.variant.inventoryItemId),
  unitCost: ({ item }, _args, { shop, app }) => {
    const denied = app.deniedFields['InventoryItem.unitCost'];
    if (denied !== undefined) throw accessDenied('unitCost', denied);
    const { cost } = item.variant;
    return cost === null ? null : { amount: decimalText(cost), currencyCode: shop.currency };
  },
  tracked: ({ item }) => item.variant.tracked,
  requiresShipping: ({ item }) => item.variant.requiresShipping,
  harmonizedSystemCode: ({ item }) => item.variant.harmonizedSystemCode,
  countryCodeOfOrigin: ({ item }) => item.variant.countryCodeOfOrigin,
  measurement: ({ item }) => ({
    weight: { value: item.variant.weight, unit: item.variant.weightUnit },
  }),
  variants: ({ item }, args) =>
    paginate(
      sortedList([item], (node) => ({ id: node.variant.id, value: node.variant.id })),
      args as ConnectionArguments,
    ),
  inventoryLevels: (item, args, context, { fieldName }) => {
    requireScope(context, fieldName, 'read_inventory');
    const { locations } = context.shop;
    const stock = stockOf(item.item.variant, locations);
    const levels = locations.flatMap((location): InventoryLevel[] => {
      const available = stock.get(location.id);
      return available === undefined ? [] : [{ ...item, location, available }];
    });
    return paginate(
      sortedList(levels, ({ location }) => ({ id: location.id, value: location.id })),
      args as ConnectionArguments,
    );
  },
};

type InventoryLevel = InventoryItem & { readonly location: Location; readonly available: number };

/** Its quantities are named. */
export const inventoryLevelFields: Resolvers<InventoryLevel> = {
  id: ({ item: { variant }, location }) =>
    levelId({ location_id: location.id, inventory_item_id: variant.inventoryItemId }),
  isActive: () => true,
  item: ({ item }): InventoryItem => ({ item }),
  location: ({ location }, _args, context, { fieldName }) => {
    requireScope(context, fieldName, 'read_locations');
    return location;
  },
  quantities: ({ available, item: { variant }, location }, { names }) => {
    const quantities = quantitiesOf(variant, location, available);
    return (names as string[]).map((name) => {
      const quantity = quantities[name];
      if (quantity === undefined) throw new NotModelled(`the quantity ${name}`);
      return { name, quantity };
    });
  },
};

export const locationFields: Resolvers<Location> = {
  id: ({ id }) => globalId('Location', id),
  name: ({ name }) => name,
  isActive: ({ isActive }) => isActive,
};
