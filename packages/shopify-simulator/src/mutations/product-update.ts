import type { Product, ProductChanges, ProductStatus } from '../catalogue/model.ts';
import type { Arguments, Context } from '../fields/context.ts';
import { categoryOf } from '../fields/taxonomy.ts';
import { invalidCategory, NotModelled } from '../graphql/errors.ts';
import { type Input, inputOf, refuseUnmodelled, textsOf } from '../graphql/input.ts';
import { parseGlobalId } from '../text-forms.ts';
import { applyToProduct } from './apply.ts';
import { applyMoves, movesIn } from './collections.ts';
import { isTooLong, TOO_LONG, type UserError } from './user-error.ts';

const NAME = 'productUpdate';

/** `deleteConflictingConstrainedMetafields` only affects what the simulated shop does not have. */
const modelled = [
  'category',
  'collectionsToJoin',
  'collectionsToLeave',
  'deleteConflictingConstrainedMetafields',
  'descriptionHtml',
  'handle',
  'id',
  'productType',
  'redirectNewHandle',
  'seo',
  'status',
  'tags',
  'title',
  'vendor',
];

/** What merchants are told of a longer one, at the field's older name. */
const MAX_DESCRIPTION_BYTES = 512 * 1024;
const TOO_BIG: UserError = { field: ['bodyHtml'], message: 'Body (HTML) is too big (maximum is 512 KB)' };

type Changes = { -readonly [Key in keyof ProductChanges]: ProductChanges[Key] };
type Payload = { readonly product: Product | null; readonly userErrors: readonly UserError[] };

/** With an invalid value, the product is returned unchanged. */
export function productUpdate(args: Arguments, context: Context): Payload {
  if (!args.product) throw new NotModelled(`${NAME} without product`);
  const input = inputOf(args.product);
  refuseUnmodelled('ProductUpdateInput', input, modelled);
  if (args.media || args.identifier) throw new NotModelled(`${NAME}(media:, identifier:)`);
  const id = parseGlobalId(String(input.id ?? ''));
  const product = id?.type === 'Product' ? context.shop.catalogue.product(id.id) : null;
  if (product === null) {
    return { product: null, userErrors: [{ field: ['id'], message: 'Product does not exist' }] };
  }
  const { changes, errors } = read(input, product);
  const moved = movesIn(input, context);
  errors.push(...moved.errors);
  const { catalogue } = context.shop;
  if (changes.handle !== undefined && isTaken(catalogue, changes.handle, product)) {
    const message = `Handle '${String(input.handle)}' already in use. Please provide a new handle.`;
    errors.push({ field: ['input', 'handle'], message });
  }
  const refused = context.refusal({ mutation: NAME, productId: product.id, variant: null });
  if (refused !== null) errors.push({ field: refused.field ?? null, message: refused.message });
  if (errors.length > 0) return { product, userErrors: errors };
  const updated = applyToProduct(context, NAME, product, changes);
  applyMoves(context, NAME, updated, moved.moves);
  if (input.redirectNewHandle === true && updated.handle !== product.handle) {
    catalogue.redirects.set(`/products/${product.handle}`, `/products/${updated.handle}`);
  }
  return { product: updated, userErrors: [] };
}

function isTaken(catalogue: Context['shop']['catalogue'], handle: string, product: Product): boolean {
  for (const other of catalogue.products())
    if (other.handle === handle && other.id !== product.id) return true;
  return false;
}

/**
 * Recorded: "  Mixed CASE / 東京 100 % " is stored as mixed-case-東京-100, "%%%" as product; only spaces as the
 * title.
 */
function handleOf(text: string, title: string): string {
  const slug = (words: string) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '');
  return slug(text.trim() === '' ? title : text) || 'product';
}

function read(input: Input, { title }: Product): { changes: ProductChanges; errors: UserError[] } {
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
  if (input.handle !== undefined) {
    changes.handle = handleOf(limit('handle', 'Handle', String(input.handle ?? '')), title);
  }
  if (input.descriptionHtml !== undefined) {
    changes.descriptionHtml = String(input.descriptionHtml ?? '');
    if (Buffer.byteLength(changes.descriptionHtml) > MAX_DESCRIPTION_BYTES) errors.push(TOO_BIG);
  }
  if (input.category !== undefined) {
    const category = input.category === null ? null : categoryOf(input.category);
    if (category === null && input.category !== null) throw invalidCategory();
    changes.category = category?.id ?? null;
  }
  const seo = inputOf(input.seo);
  if (seo.title !== undefined) changes.seoTitle = seo.title === null ? null : String(seo.title) || null;
  if (seo.description !== undefined) {
    changes.seoDescription = seo.description === null ? null : String(seo.description) || null;
  }
  if (typeof input.status === 'string') changes.status = input.status as ProductStatus;
  if (input.tags !== undefined) {
    changes.tags = normaliseTags(textsOf(input.tags));
    if (changes.tags.some(isTooLong)) errors.push({ field: ['tags'], message: 'Product tags is invalid' });
  }
  return { changes, errors };
}
/** Trimmed, without empty ones and duplicates (the first spelling wins), sorted ignoring case. */
function normaliseTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.flatMap((text) => text.split(','))) {
    const trimmed = tag.trim();
    const key = trimmed.toLowerCase();
    if (trimmed !== '' && !byKey.has(key)) byKey.set(key, trimmed);
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, tag]) => tag);
}
