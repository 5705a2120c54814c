import { GraphQLError } from 'graphql';
import type { Product, ProductChanges, ProductStatus } from '../catalogue/model.ts';
import type { Arguments, Context } from '../graphql/context.ts';
import { NotModelled } from '../graphql/errors.ts';
import { parseGlobalId } from '../text-forms.ts';
import { applyToProduct } from './apply.ts';
import { freeHandle, handleText, isTaken } from './handles.ts';
import { type Input, inputOf, refuseUnmodelled, textsOf } from './input.ts';
import { normaliseTags } from './tag-list.ts';
import { isTooLong, TOO_LONG, type UserError } from './user-error.ts';

const NAME = 'productUpdate';

/** `redirectNewHandle` and `deleteConflictingConstrainedMetafields` touch only what is not in the simulated shop. */
const modelled = new Set([
  'deleteConflictingConstrainedMetafields',
  'descriptionHtml',
  'handle',
  'id',
  'productType',
  'redirectNewHandle',
  'seo',
  'status',
  'tags',
  'templateSuffix',
  'title',
  'vendor',
]);

type Changes = { -readonly [Key in keyof ProductChanges]: ProductChanges[Key] };
type Payload = { readonly product: Product | null; readonly userErrors: readonly UserError[] };

/** A product with one bad value is returned unchanged. */
export function productUpdate(args: Arguments, context: Context): Payload {
  const given = [args.product, args.input].filter((value) => value !== undefined && value !== null);
  if (given.length !== 1) {
    throw new GraphQLError(`${NAME} must include exactly one of the following arguments: input, product.`, {
      extensions: { code: 'INVALID_FIELD_ARGUMENTS' },
    });
  }
  const input = inputOf(given[0]);
  refuseUnmodelled(args.product ? 'ProductUpdateInput' : 'ProductInput', input, modelled);
  if (args.media !== undefined && args.media !== null) throw new NotModelled(`${NAME}(media:)`);
  const product = productMeant(input, inputOf(args.identifier), context);
  if (product === null) {
    return { product: null, userErrors: [{ field: ['id'], message: 'Product does not exist' }] };
  }
  const { changes, errors } = read(input, product, context);
  const refused = context.refusal({ mutation: NAME, productId: product.id, variant: null });
  if (refused !== null) errors.push({ field: refused.field ?? null, message: refused.message });
  if (errors.length > 0) return { product, userErrors: errors };
  return { product: applyToProduct(context, NAME, product, changes), userErrors: [] };
}

function productMeant(input: Input, identifier: Input, { shop }: Context): Product | null {
  if (identifier.customId !== undefined) throw new NotModelled('ProductUpdateIdentifiers.customId');
  if (typeof identifier.handle === 'string') return shop.catalogue.productByHandle(identifier.handle);
  const id = parseGlobalId(String(input.id ?? identifier.id ?? ''));
  return id?.type === 'Product' ? shop.catalogue.product(id.id) : null;
}

function read(
  input: Input,
  product: Product,
  { shop }: Context,
): { changes: ProductChanges; errors: UserError[] } {
  const errors: UserError[] = [];
  const changes: Changes = {};
  const limit = (field: string, label: string, text: string): string => {
    if (isTooLong(text)) errors.push({ field: [field], message: `${label} ${TOO_LONG}` });
    return text;
  };
  if (input.title !== undefined) {
    changes.title = limit('title', 'Title', String(input.title ?? ''));
    if (changes.title.trim() === '') errors.push({ field: ['title'], message: "Title can't be blank" });
  }
  if (input.vendor !== undefined) changes.vendor = limit('vendor', 'Vendor', String(input.vendor ?? ''));
  if (input.productType !== undefined) {
    changes.productType = limit('productType', 'Product type', String(input.productType ?? ''));
    limit('customProductType', 'Custom product type', changes.productType);
  }
  if (input.descriptionHtml !== undefined) changes.descriptionHtml = String(input.descriptionHtml ?? '');
  if (input.templateSuffix !== undefined) {
    changes.templateSuffix = input.templateSuffix === null ? null : String(input.templateSuffix);
  }
  if (typeof input.status === 'string') changes.status = input.status as ProductStatus;
  if (input.tags !== undefined) {
    changes.tags = normaliseTags(textsOf(input.tags));
    if (changes.tags.some(isTooLong)) errors.push({ field: ['tags'], message: 'Product tags is invalid' });
  }
  if (input.seo !== undefined) changes.seo = { ...product.seo, ...seoOf(input.seo) };
  if (input.handle !== undefined) {
    const sent = String(input.handle ?? '');
    const normal = handleText(sent);
    limit('handle', 'Handle', normal);
    if (sent.trim() === '' || normal === '') {
      const wanted = sent.trim() === '' ? handleText(changes.title ?? product.title) : 'product';
      changes.handle = freeHandle(shop.catalogue, wanted === '' ? 'product' : wanted, product.id);
    } else if (isTaken(shop.catalogue, normal, product.id)) {
      const message = `Handle '${sent}' already in use. Please provide a new handle.`;
      errors.push({ field: ['input', 'handle'], message });
    } else changes.handle = normal;
  }
  return { changes, errors };
}

function seoOf(value: unknown): { title?: string | null; description?: string | null } {
  if (value === null) return { title: null, description: null };
  const { title, description } = inputOf(value);
  return {
    ...(title === undefined ? {} : { title: title === null ? null : String(title) }),
    ...(description === undefined ? {} : { description: description === null ? null : String(description) }),
  };
}
