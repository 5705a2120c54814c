import type { MetafieldOwner } from '@storefleet/contract/attributes/metafields';
import { SYNC_PAGE_POINTS } from '@storefleet/contract/stores/points';
import type { Operation } from '../client/graphql-client.ts';
import { type ShopMetafields, selectMetafields } from './metafields.ts';
import { plainFieldsIn } from './plain-fields.ts';

/** Every document we send for reading. All of them are valid on 2025-10 to 2026-10, where not said otherwise. */

/** 50 products with up to 100 variants each stay well under Shopify's 10 s and 1000 points. */
const PRODUCTS_PER_PAGE = 50;
const VARIANTS_PER_PRODUCT = 100;
/** The largest page of a nested connection. */
const VARIANTS_PER_PAGE = 250;

/**
 * The preview of an image is the image itself, and that of a video its first frame. It costs 4 points for each product of
 * a page as Shopify sizes pages: 28 for one of 50 products.
 */
const MEDIA_FIELDS = 'featuredMedia { alt preview { image { url width height } } } mediaCount { count }';
/** What REST does not show, or shows otherwise. */
const FIELDS_BEYOND_REST = `seo { ${plainFieldsIn('seo')} } ${MEDIA_FIELDS}`;
const PRODUCT_FIELDS = `id title handle vendor productType status tags ${FIELDS_BEYOND_REST}`;

/** What is read beside what every shop has; the cost only where the token may see it. */
export type Selection = Beyond & { readonly withCost: boolean };
type Beyond = { readonly metafields: ShopMetafields; readonly descriptions: boolean };

const productFields = (selection: Selection) => `${PRODUCT_FIELDS} ${chosenFields(selection)}`;

/** A field of the product itself costs no point. */
const chosenFields = ({ metafields, descriptions }: Beyond) =>
  `${descriptions ? plainFieldsIn('product') : ''} ${selectMetafields(metafields.product)}`;

/** Cost, weight and what customs ask belong to the inventory item. Without leave to see costs, the rest is still read. */
function variantFields({ withCost, metafields }: Selection): string {
  const cost = withCost ? 'unitCost { amount }' : '';
  return `id title position sku barcode price compareAtPrice inventoryQuantity ${plainFieldsIn('variant')}
    inventoryItem { ${cost} measurement { weight { value unit } } ${plainFieldsIn('inventoryItem')} }
    ${selectMetafields(metafields.variant)}`;
}

/**
 * What a metafield adds to a page of products, by the formula fitted to recorded answers: an object is a point, and a
 * list of n counts 2 ln n times.
 */
export function metafieldPoints(owner: MetafieldOwner): number {
  const times = (n: number) => Math.floor(2 * Math.log(n));
  return times(PRODUCTS_PER_PAGE) * (owner === 'product' ? 1 : times(VARIANTS_PER_PRODUCT));
}

const pointsOf = ({ metafields }: Selection) =>
  SYNC_PAGE_POINTS +
  metafields.product.length * metafieldPoints('product') +
  metafields.variant.length * metafieldPoints('variant');

function wholeProduct(selection: Selection): string {
  return `${productFields(selection)} variants(first: ${VARIANTS_PER_PRODUCT}, sortKey: POSITION) {
    nodes { ${variantFields(selection)} } pageInfo { hasNextPage endCursor }
  }`;
}

/** Sorted by id: the order does not change while products are edited, and new ones come last. */
export function productsPage(selection: Selection): Operation {
  return {
    expectedCost: pointsOf(selection),
    document: `query ProductsPage($after: String) {
      products(first: ${PRODUCTS_PER_PAGE}, after: $after, sortKey: ID) {
        nodes { ${wholeProduct(selection)} }
        pageInfo { hasNextPage endCursor }
      }
    }`,
  };
}

/** Products by their ids, in the order asked; null for one that is gone. */
export function productsByIds(selection: Selection): Operation {
  return {
    expectedCost: pointsOf(selection),
    document: `query ProductsByIds($ids: [ID!]!) {
      nodes(ids: $ids) { ... on Product { ${wholeProduct(selection)} } }
    }`,
  };
}

/**
 * To which products inventory items belong, in the order asked; null for one that is gone. Shopify: the connection has
 * one node at first, and is there so that several variants can share an item.
 * https://shopify.dev/changelog/inventory-item-variant-field-deprecation
 */
export const PRODUCTS_OF_INVENTORY_ITEMS: Operation = {
  expectedCost: 100,
  document: `query ProductsOfInventoryItems($ids: [ID!]!, $after: String) {
    nodes(ids: $ids) {
      ... on InventoryItem {
        variants(first: 10, after: $after) { nodes { product { id } } pageInfo { hasNextPage endCursor } }
      }
    }
  }`,
};

/**
 * Lists by which what changed is found: `query` is such as `updated_at:>='2026-10-21T23:39:20Z'`. They answer ids
 * alone, because a search reads an index that lags behind, and what is read by id does not. Shopify says that orders and
 * stock move a product's `updatedAt`; it does not say so of prices, which are the variant's, nor of costs and weights,
 * which are the inventory item's, and each of these has an `updated_at` of its own to search by.
 */
export const CHANGED_PRODUCTS: Operation = {
  expectedCost: 20,
  document: `query ChangedProducts($query: String!, $after: String) {
    changed: products(first: 250, after: $after, query: $query, sortKey: UPDATED_AT) {
      nodes { id }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};

export const CHANGED_VARIANTS: Operation = {
  expectedCost: 30,
  document: `query ChangedVariants($query: String!, $after: String) {
    changed: productVariants(first: 250, after: $after, query: $query) {
      nodes { product { id } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};

export const CHANGED_ITEMS: Operation = {
  expectedCost: 60,
  document: `query ChangedInventoryItems($query: String!, $after: String) {
    changed: inventoryItems(first: 250, after: $after, query: $query) {
      nodes { id variants(first: 2) { nodes { product { id } } pageInfo { hasNextPage } } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};

export function productVariants(selection: Selection): Operation {
  return {
    expectedCost: 40 + 11 * selection.metafields.variant.length,
    document: `query ProductVariants($id: ID!, $after: String) {
      product(id: $id) {
        ${productFields(selection)}
        variants(first: ${VARIANTS_PER_PAGE}, after: $after, sortKey: POSITION) {
          nodes { ${variantFields(selection)} }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`,
  };
}

/** As many as 250 by their ids; the price does not grow with them. */
export const VARIANT_ITEMS: Operation = {
  expectedCost: 4,
  document: `query VariantItems($ids: [ID!]!) {
    nodes(ids: $ids) {
      id ... on ProductVariant { inventoryItem { unitCost { amount } ${plainFieldsIn('inventoryItem')} } }
    }
  }`,
};

/** As many as 250 by their ids; the price does not grow with them. */
export const productsBeyondRest = (chosen: Beyond): Operation => ({
  expectedCost: 5 + chosen.metafields.product.length,
  document: `query ProductsBeyondRest($ids: [ID!]!) {
    nodes(ids: $ids) { id ... on Product { ${FIELDS_BEYOND_REST} ${chosenFields(chosen)} } }
  }`,
});

/** As many as 250 by their ids. */
export const variantMetafields = ({ variant }: ShopMetafields): Operation => ({
  expectedCost: 1 + variant.length,
  document: `query VariantMetafields($ids: [ID!]!) {
    nodes(ids: $ids) { id ... on ProductVariant { ${selectMetafields(variant)} } }
  }`,
});

/** `PRODUCT` or `PRODUCTVARIANT`; a shop has a few hundred at most. */
export const METAFIELD_DEFINITIONS: Operation = {
  expectedCost: 36,
  document: `query MetafieldDefinitions($ownerType: MetafieldOwnerType!, $after: String) {
    metafieldDefinitions(ownerType: $ownerType, first: 250, after: $after) {
      nodes { namespace key name type { name } validations { name value } pinnedPosition }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};

/** The largest page, and of its products no more than that they are there. */
export const PRODUCT_IDS_PER_PAGE = 250;
export const PRODUCT_IDS: Operation = {
  expectedCost: 20,
  document: `query ProductIds($after: String) {
    products(first: ${PRODUCT_IDS_PER_PAGE}, after: $after, sortKey: ID) {
      nodes { id }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};

/** `variantsCount` lets each product of the file be checked by itself. */
export function bulkCatalogueQuery(selection: Selection): string {
  return `{
    products {
      edges {
        node {
          ${productFields(selection)}
          variantsCount { count precision }
          variants { edges { node { ${variantFields(selection)} } } }
        }
      }
    }
  }`;
}

/** Does the token see products, and their cost? A green `shop` query proves neither. */
export const READABLE_PRODUCTS: Operation = {
  expectedCost: 30,
  document: `query ReadableProducts {
    productsCount(limit: null) { count precision }
    productVariantsCount(limit: null) { count precision }
    productVariants(first: 1) { nodes { id inventoryItem { unitCost { amount } } } }
  }`,
};

export const COUNTS: Operation = {
  expectedCost: 20,
  document: `query Counts {
    productsCount(limit: null) { count precision }
    productVariantsCount(limit: null) { count precision }
  }`,
};

const SHOP_IDENTITY_FIELDS = 'id myshopifyDomain primaryDomain { host }';
export const SHOP_IDENTITY: Operation = {
  expectedCost: 2,
  document: `query ShopIdentity { shop { ${SHOP_IDENTITY_FIELDS} } }`,
};

/** `shopAddress` is missing before 2026-01; `billingAddress`, its deprecated forerunner, is in all versions. */
export function connectionTest(address: 'shopAddress' | 'billingAddress'): Operation {
  return {
    expectedCost: 10,
    document: `query ConnectionTest {
      shop {
        ${SHOP_IDENTITY_FIELDS}
        name
        email
        contactEmail
        ${address} { countryCodeV2 }
        plan { publicDisplayName }
        currencyCode
        ianaTimezone
      }
      currentAppInstallation { accessScopes { handle } }
    }`,
  };
}

const BULK_OPERATION_FIELDS =
  'id status errorCode createdAt objectCount rootObjectCount fileSize url partialDataUrl';

/**
 * `groupObjects: true` puts the variants of a product directly behind it, so that a file of any size is assembled
 * with one product in memory. Shopify warns that it makes an operation slower and a time-out likelier: the catalogue is
 * read in pages then.
 */
export const START_BULK_QUERY: Operation = {
  expectedCost: 10,
  document: `mutation StartBulkQuery($query: String!) {
    bulkOperationRunQuery(query: $query, groupObjects: true) {
      bulkOperation { ${BULK_OPERATION_FIELDS} }
      userErrors { field message code }
    }
  }`,
};

/** The label is a help for people who look at Shopify's list; it is written there and cannot be read again. */
export const START_BULK_MUTATION: Operation = {
  expectedCost: 10,
  document: `mutation StartBulkMutation($mutation: String!, $path: String!, $label: String) {
    bulkOperationRunMutation(mutation: $mutation, stagedUploadPath: $path, clientIdentifier: $label) {
      bulkOperation { ${BULK_OPERATION_FIELDS} }
      userErrors { field message code }
    }
  }`,
};

/**
 * From 2026-01. The newest comes first without `reverse`. Unfiltered, because a filter reads an index that lags behind.
 */
export const RECENT_BULK_OPERATIONS: Operation = {
  expectedCost: 12,
  document: `query RecentBulkOperations($after: String) {
    bulkOperations(first: 100, after: $after, sortKey: CREATED_AT) {
      nodes { type query ${BULK_OPERATION_FIELDS} }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};

/** Before 2026-01 only one mutation runs at a time, and only the last one is visible. */
export const LAST_BULK_MUTATION: Operation = {
  expectedCost: 1,
  document: `query LastBulkMutation {
    currentBulkOperation(type: MUTATION) { type query ${BULK_OPERATION_FIELDS} }
  }`,
};

/** From 2026-01. */
export const BULK_OPERATION: Operation = {
  expectedCost: 1,
  document: `query BulkOperation($id: ID!) {
    bulkOperation(id: $id) { ${BULK_OPERATION_FIELDS} }
  }`,
};

/** The only way to an operation's state by its id before 2026-01. */
export const BULK_OPERATION_AS_NODE: Operation = {
  expectedCost: 1,
  document: `query BulkOperationAsNode($id: ID!) {
    bulkOperation: node(id: $id) { ... on BulkOperation { ${BULK_OPERATION_FIELDS} } }
  }`,
};

export const CANCEL_BULK_OPERATION: Operation = {
  expectedCost: 10,
  document: `mutation CancelBulkOperation($id: ID!) {
    bulkOperationCancel(id: $id) {
      bulkOperation { ${BULK_OPERATION_FIELDS} }
      userErrors { field message }
    }
  }`,
};
