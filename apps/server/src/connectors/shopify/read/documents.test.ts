import { EDITABLE_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import { schemaOf } from '@storefleet/shopify-simulator/graphql/schemas';
import { asksDeprecated } from '@storefleet/shopify-simulator/graphql/validate';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import * as webhooks from '../webhooks/webhook-documents.ts';
import * as edits from '../write/edit-documents.ts';
import * as documents from './documents.ts';

const OF_PRODUCTS = EDITABLE_ATTRIBUTES.filter(isProductAttribute);
const OF_VARIANTS = EDITABLE_ATTRIBUTES.filter((attribute) => !isProductAttribute(attribute));

const ALL = {
  withCost: true,
  descriptions: true,
  metafields: { product: ['custom.material'], variant: ['custom.material', 'specs.length'] },
};

/** Except those for retired API versions: `billingAddress` and `currentBulkOperation`. */
const asked = [
  documents.productsPage(ALL),
  documents.productsByIds(ALL),
  documents.PRODUCTS_OF_INVENTORY_ITEMS,
  documents.productVariants(ALL),
  documents.VARIANT_ITEMS,
  documents.productsBeyondRest(ALL),
  documents.variantsBeyondRest(ALL.metafields),
  documents.METAFIELD_DEFINITIONS,
  documents.PRODUCT_IDS,
  { document: documents.bulkCatalogueQuery(ALL) },
  documents.READABLE_PRODUCTS,
  documents.COUNTS,
  documents.SHOP_IDENTITY,
  documents.connectionTest('shopAddress'),
  documents.START_BULK_QUERY,
  documents.START_BULK_MUTATION,
  documents.RECENT_BULK_OPERATIONS,
  documents.BULK_OPERATION,
  documents.CANCEL_BULK_OPERATION,
  edits.editedValues([...EDITABLE_ATTRIBUTES, 'product.metafields.custom.material']),
  edits.updateVariants(OF_VARIANTS, 1),
  edits.updateProduct(OF_PRODUCTS),
  { document: edits.bulkVariantsMutation('A', OF_VARIANTS) },
  { document: edits.bulkProductMutation('A', OF_PRODUCTS) },
  edits.setMetafields([]),
  edits.deleteMetafields,
  edits.CREATE_STAGED_UPLOAD,
  ...Object.values(webhooks),
].map(({ document }) => document);

it('uses no field that is deprecated in the newest version', () => {
  const schema = schemaOf('2026-10');
  expect(asked.filter((document) => asksDeprecated(schema, parse(document)))).toEqual([]);
  const forerunner = documents.connectionTest('billingAddress').document;
  expect(asksDeprecated(schema, parse(forerunner))).toBe(true);
});
