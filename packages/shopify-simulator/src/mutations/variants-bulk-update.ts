import type { VariantInProduct } from '../catalogue/catalogue.ts';
import type { Product } from '../catalogue/model.ts';
import type { Arguments, Context } from '../fields/context.ts';
import { NotModelled } from '../graphql/errors.ts';
import { inputsOf } from '../graphql/input.ts';
import { parseGlobalId } from '../text-forms.ts';
import { applyToVariants, type VariantEdit } from './apply.ts';
import type { UserError } from './user-error.ts';
import { readVariant, structuralError, variantOf } from './variant-input.ts';

const NAME = 'productVariantsBulkUpdate';

type Payload = {
  readonly product: Product | null;
  readonly productVariants: readonly VariantInProduct[] | null;
  readonly userErrors: readonly UserError[];
};

/** All or nothing, unless partial updates are allowed. */
export function productVariantsBulkUpdate(args: Arguments, context: Context): Payload {
  const { catalogue } = context.shop;
  const parsed = parseGlobalId(String(args.productId));
  const product = parsed?.type === 'Product' ? catalogue.product(parsed.id) : null;
  if (product === null) {
    const error = {
      field: ['productId'],
      message: 'Product does not exist',
      code: 'PRODUCT_DOES_NOT_EXIST',
    };
    return { product: null, productVariants: null, userErrors: [error] };
  }
  if (args.media !== undefined && args.media !== null) throw new NotModelled(`${NAME}(media:)`);
  const inputs = inputsOf(args.variants);
  const isPartial = args.allowPartialUpdates === true;
  const structural = inputs.map((input, index) => structuralError(input, product, index));
  if (!isPartial && structural.some((error) => error !== null)) {
    return { product, productVariants: null, userErrors: structural.filter((error) => error !== null) };
  }

  const named: number[] = [];
  const edits: VariantEdit[] = [];
  const userErrors: UserError[] = [];
  for (const [index, input] of inputs.entries()) {
    const variant = variantOf(product, input);
    const broken = structural[index];
    if (variant === null || (broken !== null && broken !== undefined)) {
      if (broken) userErrors.push(broken);
      continue;
    }
    named.push(variant.id);
    const { changes, errors } = readVariant(input, index);
    const refused = context.refusal({ mutation: NAME, productId: product.id, variant });
    if (refused !== null) {
      const { message, code = null, field } = refused;
      errors.push({ field: ['variants', String(index), ...(field ?? [])], message, code });
    }
    if (errors.length > 0) userErrors.push(...errors);
    else edits.push({ id: variant.id, changes });
  }
  if (isPartial || userErrors.length === 0) applyToVariants(context, NAME, product, edits);
  const isNothingLeft = named.length === 0 && userErrors.length > 0;
  return {
    product: catalogue.product(product.id),
    productVariants: isNothingLeft
      ? null
      : named.map((id) => catalogue.variant(id)).filter((found) => found !== null),
    userErrors,
  };
}
