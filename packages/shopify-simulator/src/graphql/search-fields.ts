import type { VariantInProduct } from '../catalogue/catalogue.ts';
import { type Product, productStatuses } from '../catalogue/model.ts';
import type { InventoryItem } from './product-fields.ts';
import type { SearchFields } from './search.ts';

const notModelled = { kind: 'not_modelled' } as const;
const statuses = productStatuses.map((status) => status.toLowerCase());

export const productSearch: SearchFields<Product> = {
  words: ({ title, vendor, productType, tags, variants }) => [
    title,
    vendor,
    productType,
    ...tags,
    ...variants.flatMap((variant) => [variant.sku, variant.barcode]),
  ],
  fields: {
    barcode: { kind: 'keyword', of: ({ variants }) => variants.map((variant) => variant.barcode) },
    created_at: { kind: 'date', of: ({ createdAt }) => createdAt },
    handle: { kind: 'keyword', of: ({ handle }) => [handle] },
    id: { kind: 'number', of: ({ id }) => [id] },
    inventory_total: {
      kind: 'number',
      of: ({ variants }) => [variants.reduce((total, variant) => total + variant.inventoryQuantity, 0)],
    },
    price: { kind: 'number', of: ({ variants }) => variants.map((variant) => Number(variant.price)) },
    product_type: { kind: 'keyword', of: ({ productType }) => [productType] },
    sku: { kind: 'keyword', of: ({ variants }) => variants.map((variant) => variant.sku) },
    status: { kind: 'choice', values: statuses, of: ({ status }) => status.toLowerCase() },
    tag: { kind: 'keyword', of: ({ tags }) => tags },
    title: { kind: 'text', of: ({ title }) => [title] },
    updated_at: { kind: 'date', of: ({ updatedAt }) => updatedAt },
    variant_id: { kind: 'number', of: ({ variants }) => variants.map((variant) => variant.id) },
    variant_title: { kind: 'text', of: ({ variants }) => variants.map((variant) => variant.title) },
    vendor: { kind: 'keyword', of: ({ vendor }) => [vendor] },
    collection_id: notModelled,
    gift_card: notModelled,
    published_status: notModelled,
    tag_not: notModelled,
  },
};

export const variantSearch: SearchFields<VariantInProduct> = {
  words: ({ product, variant }) => [
    product.title,
    variant.title,
    variant.sku,
    variant.barcode,
    product.vendor,
  ],
  fields: {
    barcode: { kind: 'keyword', of: ({ variant }) => [variant.barcode] },
    id: { kind: 'number', of: ({ variant }) => [variant.id] },
    inventory_quantity: { kind: 'number', of: ({ variant }) => [variant.inventoryQuantity] },
    option1: { kind: 'keyword', of: ({ variant }) => variant.optionValues.slice(0, 1) },
    option2: { kind: 'keyword', of: ({ variant }) => variant.optionValues.slice(1, 2) },
    option3: { kind: 'keyword', of: ({ variant }) => variant.optionValues.slice(2, 3) },
    product_id: { kind: 'number', of: ({ product }) => [product.id] },
    product_ids: { kind: 'number', of: ({ product }) => [product.id] },
    product_status: { kind: 'choice', values: statuses, of: ({ product }) => product.status.toLowerCase() },
    product_type: { kind: 'keyword', of: ({ product }) => [product.productType] },
    sku: { kind: 'keyword', of: ({ variant }) => [variant.sku] },
    tag: { kind: 'keyword', of: ({ product }) => product.tags },
    title: { kind: 'text', of: ({ product, variant }) => [`${product.title} ${variant.title}`] },
    updated_at: { kind: 'date', of: ({ variant }) => variant.updatedAt },
    vendor: { kind: 'keyword', of: ({ product }) => [product.vendor] },
    gift_card: notModelled,
    location_id: notModelled,
    managed: notModelled,
    taxable: notModelled,
  },
};

export const inventoryItemSearch: SearchFields<InventoryItem> = {
  words: ({ item }) => [item.variant.sku],
  fields: {
    created_at: { kind: 'date', of: ({ item }) => item.variant.createdAt },
    id: { kind: 'number', of: ({ item }) => [item.variant.inventoryItemId] },
    sku: { kind: 'keyword', of: ({ item }) => [item.variant.sku] },
    updated_at: { kind: 'date', of: ({ item }) => item.variant.inventoryItemUpdatedAt },
  },
};
