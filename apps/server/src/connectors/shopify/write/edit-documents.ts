import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import type { EditTarget } from '../../editing.ts';
import type { Operation } from '../client/graphql-client.ts';
import type { MembershipIds } from '../read/extras/membership-fields.ts';
import { selectionOf } from './edit-values.ts';

/**
 * Every GraphQL document for edits, valid on API versions 2025-10 to 2026-10. Each selects only what it
 * changes: the answer has to confirm it, and every further object costs points.
 */

/**
 * Current values of variants and products. A deleted one is null; a variant names its product, which may have
 * changed.
 */
export function editedValues(
  attributes: readonly EditableAttribute[],
  memberships?: MembershipIds,
): Operation {
  const ofProducts = attributes.filter(isProductAttribute);
  const ofVariants = attributes.filter((attribute) => !isProductAttribute(attribute));
  return {
    expectedCost: 4,
    document: `query EditedValues($ids: [ID!]!) {
      nodes(ids: $ids) {
        ... on ProductVariant { ${selectionOf(ofVariants)} product { id } }
        ... on Product { ${selectionOf(ofProducts, memberships)} }
      }
    }`,
  };
}

/** Shopify charges 10 points per call, and 0.2 per variant. */
const POINTS_PER_CALL = 10;
const POINTS_PER_VARIANT = 0.2;
const POINTS_PER_METAFIELD = 4;
export const WRITE_POINTS = {
  call: POINTS_PER_CALL,
  row: POINTS_PER_VARIANT,
  metafield: POINTS_PER_METAFIELD,
};

export function updateVariants(attributes: readonly EditableAttribute[], variants: number): Operation {
  return {
    expectedCost: POINTS_PER_CALL + POINTS_PER_VARIANT * variants + 1,
    document: variantsMutation('UpdateVariants', selectionOf(attributes)),
  };
}

export function updateProduct(
  attributes: readonly EditableAttribute[],
  memberships?: MembershipIds,
): Operation {
  return {
    expectedCost: POINTS_PER_CALL,
    document: productMutation('UpdateProduct', selectionOf(attributes, memberships)),
  };
}

/** In a result file, the product id identifies each line. */
export function bulkVariantsMutation(name: string, attributes: readonly EditableAttribute[]): string {
  return variantsMutation(name, selectionOf(attributes), 'product { id }');
}

export function bulkProductMutation(
  name: string,
  attributes: readonly EditableAttribute[],
  memberships?: MembershipIds,
): string {
  return productMutation(name, selectionOf(attributes, memberships));
}

/** With partial updates, a bad variant does not block the others. */
function variantsMutation(name: string, selection: string, more = ''): string {
  return `mutation ${name}($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: true) {
      ${more}
      productVariants { ${selection} }
      userErrors { field message code }
    }
  }`;
}

/** These errors have no code: selecting it would make the document invalid. */
function productMutation(name: string, selection: string): string {
  return `mutation ${name}($product: ProductUpdateInput!) {
    productUpdate(product: $product) {
      product { ${selection} }
      userErrors { field message }
    }
  }`;
}

/** The cost depends on the types of the owners. */
export function setMetafields(owners: readonly EditTarget[]): Operation {
  const ids = new Set(owners.map(({ productId, variantId }) => variantId ?? productId));
  return {
    expectedCost: POINTS_PER_CALL + POINTS_PER_METAFIELD * ids.size,
    document: `mutation SetMetafields($metafields: [MetafieldsSetInput!]!) {
      metafieldsSet(metafields: $metafields) {
        metafields { value }
        userErrors { field message code }
      }
    }`,
  };
}

/** These errors have no code. */
export const deleteMetafields: Operation = {
  expectedCost: POINTS_PER_CALL,
  document: `mutation DeleteMetafields($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) {
      userErrors { field message }
    }
  }`,
};

export const CREATE_STAGED_UPLOAD: Operation = {
  expectedCost: 11,
  document: `mutation CreateStagedUpload($input: [StagedUploadInput!]!) {
    stagedUploadsCreate(input: $input) {
      stagedTargets { url parameters { name value } }
      userErrors { field message }
    }
  }`,
};
