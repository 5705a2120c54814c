import type { Product } from '../catalogue/model.ts';
import type { Arguments, Context } from '../graphql/context.ts';
import { resourceNotFound } from '../graphql/errors.ts';
import { parseGlobalId } from '../text-forms.ts';
import { applyToProduct } from './apply.ts';
import { textsOf } from './input.ts';
import { normaliseTags } from './tag-list.ts';
import { isTooLong, type UserError } from './user-error.ts';

type Payload = { readonly node: Product | null; readonly userErrors: readonly UserError[] };

/** An existing tag is added again without an error, and keeps its spelling. */
export function tagsAdd(args: Arguments, context: Context): Payload {
  return changeTags('tagsAdd', args, context, (present, given) => normaliseTags([...present, ...given]));
}

export function tagsRemove(args: Arguments, context: Context): Payload {
  return changeTags('tagsRemove', args, context, (present, given) => {
    const unwanted = new Set(normaliseTags(given).map((tag) => tag.toLowerCase()));
    return present.filter((tag) => !unwanted.has(tag.toLowerCase()));
  });
}

function changeTags(
  mutation: 'tagsAdd' | 'tagsRemove',
  args: Arguments,
  context: Context,
  change: (present: readonly string[], given: readonly string[]) => readonly string[],
): Payload {
  const parsed = parseGlobalId(String(args.id));
  if (parsed?.type !== 'Product') throw resourceNotFound(String(args.id));
  const product = context.shop.catalogue.product(parsed.id);
  if (product === null)
    return { node: null, userErrors: [{ field: ['id'], message: 'Product does not exist' }] };
  const refused = context.refusal({ mutation, productId: product.id, variant: null });
  if (refused !== null) {
    return { node: product, userErrors: [{ field: refused.field ?? null, message: refused.message }] };
  }
  const tags = change(product.tags, textsOf(args.tags));
  if (tags.some(isTooLong)) {
    return { node: product, userErrors: [{ field: ['tags'], message: 'Product tags is invalid' }] };
  }
  return { node: applyToProduct(context, mutation, product, { tags }), userErrors: [] };
}
