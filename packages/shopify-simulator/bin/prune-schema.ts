/**
 * Cuts Shopify's Admin schema down to the part that is simulated.
 *
 *   node bin/prune-schema.ts admin_2026-10.json > schema/2026-10.graphql
 *
 * The input is the introspection answer of one version, as the npm package `@shopify/dev-mcp` carries it (gunzipped).
 * A kept type keeps each of its real fields whose type is kept too; input types and enums are followed completely, so that
 * an unknown input field is refused with the real list in mind. Texts are left out: names, types and what is deprecated
 * are the facts we need.
 */
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import {
  buildClientSchema,
  DEFAULT_DEPRECATION_REASON,
  type IntrospectionInputTypeRef,
  type IntrospectionQuery,
  type IntrospectionType,
  type IntrospectionTypeRef,
  printSchema,
} from 'graphql';

const queryFields = new Set([
  'bulkOperation',
  'bulkOperations',
  'currentAppInstallation',
  'currentBulkOperation',
  'inventoryItem',
  'inventoryItems',
  'node',
  'nodes',
  'product',
  'productVariant',
  'productVariants',
  'productVariantsCount',
  'products',
  'productsCount',
  'publicApiVersions',
  'shop',
  'webhookSubscriptions',
]);

const mutationFields = new Set([
  'bulkOperationCancel',
  'bulkOperationRunMutation',
  'bulkOperationRunQuery',
  'inventoryItemUpdate',
  'productUpdate',
  'productVariantsBulkUpdate',
  'stagedUploadsCreate',
  'tagsAdd',
  'tagsRemove',
  'webhookSubscriptionCreate',
  'webhookSubscriptionDelete',
]);

const outputTypes = new Set([
  'AccessScope',
  'ApiVersion',
  'AppInstallation',
  'BulkOperation',
  'BulkOperationCancelPayload',
  'BulkOperationConnection',
  'BulkOperationEdge',
  'BulkOperationRunMutationPayload',
  'BulkOperationRunQueryPayload',
  'BulkOperationUserError',
  'BulkMutationUserError',
  'Count',
  'DisplayableError',
  'Domain',
  'InventoryItem',
  'InventoryItemConnection',
  'InventoryItemEdge',
  'InventoryItemMeasurement',
  'InventoryItemUpdatePayload',
  'LegacyInteroperability',
  'MoneyV2',
  'Mutation',
  'Node',
  'PageInfo',
  'Product',
  'ProductConnection',
  'ProductEdge',
  'ProductOption',
  'ProductOptionValue',
  'ProductPriceRangeV2',
  'ProductUpdatePayload',
  'ProductVariant',
  'ProductVariantConnection',
  'ProductVariantEdge',
  'ProductVariantsBulkUpdatePayload',
  'ProductVariantsBulkUpdateUserError',
  'QueryRoot',
  'SEO',
  'SelectedOption',
  'Shop',
  'ShopAddress',
  'ShopPlan',
  'ShopResourceLimits',
  'StagedMediaUploadTarget',
  'StagedUploadParameter',
  'StagedUploadsCreatePayload',
  'TagsAddPayload',
  'TagsRemovePayload',
  'UserError',
  'WebhookSubscription',
  'WebhookSubscriptionConnection',
  'WebhookSubscriptionCreatePayload',
  'WebhookSubscriptionDeletePayload',
  'WebhookSubscriptionEdge',
  'Weight',
]);

/** That something is deprecated is a fact we need; why is a text. */
function deprecation({ isDeprecated }: { isDeprecated?: boolean | undefined }): string | null {
  return isDeprecated === true ? DEFAULT_DEPRECATION_REASON : null;
}

type TypeRef = IntrospectionTypeRef | IntrospectionInputTypeRef;

function namedType(ref: TypeRef): string {
  return ref.kind === 'LIST' || ref.kind === 'NON_NULL' ? namedType(ref.ofType) : ref.name;
}

const [path] = argv.slice(2);
if (path === undefined) {
  console.error('Usage: node bin/prune-schema.ts INTROSPECTION.json > schema/VERSION.graphql');
  exit(1);
}

const file = JSON.parse(readFileSync(path, 'utf8')) as { data: IntrospectionQuery };
const { __schema } = file.data;
const byName = new Map(__schema.types.map((type) => [type.name, type]));
const kept = new Map<string, IntrospectionType>();

function keepInput(name: string): void {
  const type = byName.get(name);
  if (type === undefined || kept.has(name)) return;
  if (type.kind === 'INPUT_OBJECT') {
    kept.set(name, {
      ...type,
      description: null,
      inputFields: type.inputFields.map((field) => ({
        ...field,
        description: null,
        deprecationReason: deprecation(field),
      })),
    });
    for (const field of type.inputFields) keepInput(namedType(field.type));
  } else if (type.kind === 'ENUM') {
    const enumValues = type.enumValues.map((value) => ({
      name: value.name,
      description: null,
      isDeprecated: false,
      deprecationReason: null,
    }));
    kept.set(name, { ...type, description: null, enumValues });
  } else if (type.kind === 'SCALAR') {
    kept.set(name, { ...type, description: null, specifiedByURL: null });
  }
}

function isKept(ref: TypeRef): boolean {
  const type = byName.get(namedType(ref));
  return type?.kind === 'SCALAR' || type?.kind === 'ENUM' || outputTypes.has(namedType(ref));
}

for (const type of __schema.types) {
  if (!outputTypes.has(type.name)) continue;
  if (type.kind !== 'OBJECT' && type.kind !== 'INTERFACE') throw new Error(`${type.name} is a ${type.kind}`);
  const roots = type.name === 'QueryRoot' ? queryFields : type.name === 'Mutation' ? mutationFields : null;
  const fields = type.fields
    .filter((field) => isKept(field.type) && (roots === null || roots.has(field.name)))
    .map((field) => ({
      name: field.name,
      description: null,
      args: field.args.map((arg) => ({ ...arg, description: null, deprecationReason: deprecation(arg) })),
      type: field.type,
      isDeprecated: field.isDeprecated,
      deprecationReason: deprecation(field),
    }));
  for (const field of fields) {
    for (const arg of field.args) keepInput(namedType(arg.type));
    keepInput(namedType(field.type));
  }
  const interfaces = type.interfaces.filter((ref) => outputTypes.has(ref.name));
  kept.set(
    type.name,
    type.kind === 'INTERFACE'
      ? {
          ...type,
          description: null,
          fields,
          interfaces,
          possibleTypes: type.possibleTypes.filter((ref) => outputTypes.has(ref.name)),
        }
      : { ...type, description: null, fields, interfaces },
  );
}
for (const name of ['Boolean', 'Float', 'ID', 'Int', 'String']) keepInput(name);

const types = [...kept.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
const directives = __schema.directives.map((directive) => ({
  ...directive,
  description: null,
  args: directive.args.map((arg) => ({ ...arg, description: null, deprecationReason: null })),
}));
const pruned: IntrospectionQuery = {
  __schema: { ...__schema, description: null, subscriptionType: null, types, directives },
};
console.log(printSchema(buildClientSchema(pruned)));
