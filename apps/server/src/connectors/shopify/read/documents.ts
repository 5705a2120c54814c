import type { MetafieldOwner } from '@storefleet/contract/attributes/metafields';
import { SYNC_PAGE_POINTS } from '@storefleet/contract/stores/point-constants';
import type { Operation } from '../client/graphql-client.ts';
import { type ShopMetafields, selectMetafields } from './extras/metafields.ts';
import { plainFieldsIn, selectPlain } from './plain-fields.ts';

/** Every query we send. All are valid on API versions 2025-10 to 2026-10, unless noted. */

/** 50 products with up to 100 variants each stay well under Shopify's 10 s and 1000 points. */
const PRODUCTS_PER_PAGE = 50;
const VARIANTS_PER_PRODUCT = 100;
/** The largest page of a nested connection. */
const VARIANTS_PER_PAGE = 250;

/**
 * The preview of an image is the image itself, that of a video its first frame. It costs 4 points per
 * product, by Shopify's formula for lists: 28 for a page of 50.
 */
const MEDIA_FIELDS = 'featuredMedia { alt preview { image { url width height } } } mediaCount { count }';
/** Fields that REST lacks or formats differently. A category costs a point per product: 7 for a page of 50. */
const FIELDS_BEYOND_REST = `seo { ${plainFieldsIn('seo')} } ${selectPlain('category')} ${MEDIA_FIELDS}`;
const PRODUCT_FIELDS = `id title handle vendor productType status tags ${FIELDS_BEYOND_REST}`;

/** What is read besides the fields that every shop has; the cost only if the token may read it. */
export type Selection = Beyond & { readonly withCost: boolean };
type Beyond = { readonly metafields: ShopMetafields; readonly descriptions: boolean };

const productFields = (selection: Selection) => `${PRODUCT_FIELDS} ${chosenFields(selection)}`;

/** Fields of the product itself cost no points. */
const chosenFields = ({ metafields, descriptions }: Beyond) =>
  `${descriptions ? selectPlain('description') : ''} ${selectMetafields(metafields.product)}`;

/**
 * Cost, weight and customs data belong to the inventory item. Without access to costs, the rest is still
 * read.
 */
function variantFields({ withCost, metafields }: Selection): string {
  const cost = withCost ? 'unitCost { amount }' : '';
  return `id title position sku barcode price compareAtPrice inventoryQuantity ${plainFieldsIn('variant')}
    inventoryItem { ${cost} measurement { weight { value unit } } ${plainFieldsIn('inventoryItem')} }
    ${selectMetafields(metafields.variant)}`;
}

/**
 * Points that a metafield adds to a page of products, by a formula fitted to recorded answers: an object
 * costs one point, and a list of n multiplies by 2 ln n.
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

/** Sorted by id: edits do not change the order, and new products come last. */
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

/** Products by id, in the requested order; null for a deleted one. */
export function productsByIds(selection: Selection): Operation {
  return {
    expectedCost: pointsOf(selection),
    document: `query ProductsByIds($ids: [ID!]!) {
      nodes(ids: $ids) { ... on Product { ${wholeProduct(selection)} } }
    }`,
  };
}

/**
 * The products of inventory items, in the requested order; null for a deleted item. The connection allows
 * several variants to share an item in the future; for now it has one node.
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
 * Lists that find changes; `query` is, for example, `updated_at:>='2026-10-21T23:39:20Z'`. They select ids
 * only: a search reads an index that lags, a fetch by id does not. Shopify documents that orders and stock
 * update a product's `updatedAt`, but not that prices (on the variant) or costs and weights (on the inventory
 * item) do; these have an `updated_at` of their own.
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

/** Up to 250 ids. */
export const variantsBeyondRest = ({ variant }: ShopMetafields): Operation => ({
  expectedCost: 1 + variant.length,
  document: `query VariantsBeyondRest($ids: [ID!]!) {
    nodes(ids: $ids) { id ... on ProductVariant { ${selectPlain('unit_price')} ${selectMetafields(variant)} } }
  }`,
});

/** For the owner `PRODUCT` or `PRODUCTVARIANT`; a shop has a few hundred at most. */
export const METAFIELD_DEFINITIONS: Operation = {
  expectedCost: 36,
  document: `query MetafieldDefinitions($ownerType: MetafieldOwnerType!, $after: String) {
    metafieldDefinitions(ownerType: $ownerType, first: 250, after: $after) {
      nodes { namespace key name type { name } validations { name value } pinnedPosition }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};

/** The largest page, with ids only. */
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

/** With `variantsCount`, each product of the file can be checked for completeness. */
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

/** Checks whether the token may read products and their costs: a successful `shop` query proves neither. */
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

/** `shopAddress` exists since 2026-01; its deprecated predecessor `billingAddress` is in all versions. */
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
 * `groupObjects: true` puts the variants of a product right after it, so that a file of any size is processed
 * with one product in memory. Shopify warns that it is slower and may time out: the catalogue is then read in
 * pages.
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

/** The label is for people who look at Shopify's list of operations; the API does not return it. */
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
 * Since 2026-01. The newest comes first without `reverse`. Unfiltered, because a filter reads an index that
 * lags.
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

/** Before 2026-01, only one mutation runs at a time, and only the last one is visible. */
export const LAST_BULK_MUTATION: Operation = {
  expectedCost: 1,
  document: `query LastBulkMutation {
    currentBulkOperation(type: MUTATION) { type query ${BULK_OPERATION_FIELDS} }
  }`,
};

/** Since 2026-01. */
export const BULK_OPERATION: Operation = {
  expectedCost: 1,
  document: `query BulkOperation($id: ID!) {
    bulkOperation(id: $id) { ${BULK_OPERATION_FIELDS} }
  }`,
};

/** Before 2026-01, the only way to get an operation's state by its id. */
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
