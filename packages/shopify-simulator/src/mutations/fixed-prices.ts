import type { VariantInProduct } from '../catalogue/catalogue.ts';
import { centsOf, moneyProblem, moneyText } from '../catalogue/money.ts';
import type { FixedPrice, PriceList } from '../catalogue/price-lists.ts';
import type { Arguments, Context } from '../fields/context.ts';
import { type ListedPrice, priceListOf } from '../fields/price-lists.ts';
import { NotModelled } from '../graphql/errors.ts';
import { inputOf, inputsOf, textsOf } from '../graphql/input.ts';
import { globalId, parseGlobalId } from '../text-forms.ts';
import { logWrite } from './apply.ts';
import type { UserError } from './user-error.ts';

/**
 * Fixed prices of variants on a price list. Errors, their paths and codes, and that a refused call writes nothing:
 * price-list-fixed-prices-validation of shopify-draft-proxy (2026-04). A price replaces the one that is there, with its
 * compare-at price, and of two for one variant the later counts.
 */

const noList: UserError = {
  field: ['priceListId'],
  message: 'Price list does not exist.',
  code: 'PRICE_LIST_NOT_FOUND',
};
const noVariant = { message: 'Product variant ID does not exist.', code: 'VARIANT_NOT_FOUND' };
const otherCurrency = {
  message: "The specified currency does not match the price list's currency.",
  code: 'PRICE_LIST_CURRENCY_MISMATCH',
};

type AddPayload = { prices: ListedPrice[] | null; userErrors: UserError[] };

export function priceListFixedPricesAdd(args: Arguments, context: Context): AddPayload {
  const list = priceListOf(args.priceListId, context);
  if (list === null) return { prices: null, userErrors: [noList] };
  const inputs = inputsOf(args.prices);
  const userErrors: UserError[] = [];
  const planned = new Map<number, ListedPrice>();
  for (const [index, input] of inputs.entries()) {
    const at = (...field: string[]) => ['prices', String(index), ...field];
    const found = variantOf(input.variantId, context);
    if (found === null) userErrors.push({ field: at('variantId'), ...noVariant });
    for (const name of ['price', 'compareAtPrice'] as const) {
      const { currencyCode = list.currency } = inputOf(input[name]);
      if (currencyCode !== list.currency)
        userErrors.push({ field: at(name, 'currencyCode'), ...otherCurrency });
    }
    const fault = found === null ? null : faultOf('priceListFixedPricesAdd', found, context);
    if (fault !== null)
      userErrors.push({ field: at('price'), message: fault.message, code: fault.code ?? null });
    if (found === null) continue;
    const price = amountIn(input.price);
    if (price === null) throw new NotModelled('a fixed price without an amount');
    planned.set(found.variant.id, { price, compareAtPrice: amountIn(input.compareAtPrice), list, found });
  }
  if (userErrors.length > 0) return { prices: [], userErrors };
  for (const price of planned.values()) write(context, 'priceListFixedPricesAdd', list, price.found, price);
  return { prices: [...planned.values()], userErrors };
}

type DeletePayload = { deletedFixedPriceVariantIds: string[] | null; userErrors: UserError[] };

/** After one, the list's adjustment applies again. */
export function priceListFixedPricesDelete(args: Arguments, context: Context): DeletePayload {
  const list = priceListOf(args.priceListId, context);
  if (list === null) return { deletedFixedPriceVariantIds: null, userErrors: [noList] };
  const userErrors: UserError[] = [];
  const planned: VariantInProduct[] = [];
  for (const [index, gid] of textsOf(args.variantIds).entries()) {
    const field = ['variantIds', String(index)];
    const found = variantOf(gid, context);
    if (found === null) userErrors.push({ field, ...noVariant });
    else if (context.shop.priceLists.fixed(list, found.variant) === null) {
      userErrors.push({ field, message: 'Only fixed prices can be deleted.', code: 'PRICE_NOT_FIXED' });
    } else planned.push(found);
  }
  if (userErrors.length > 0) return { deletedFixedPriceVariantIds: [], userErrors };
  for (const found of planned) write(context, 'priceListFixedPricesDelete', list, found, null);
  return {
    deletedFixedPriceVariantIds: planned.map(({ variant }) => globalId('ProductVariant', variant.id)),
    userErrors,
  };
}

function variantOf(gid: unknown, { shop }: Context): VariantInProduct | null {
  const parsed = parseGlobalId(String(gid));
  return parsed?.type === 'ProductVariant' ? shop.catalogue.variant(parsed.id) : null;
}

const faultOf = (mutation: string, { product, variant }: VariantInProduct, { refusal }: Context) =>
  refusal({ mutation, productId: product.id, variant });

function amountIn(money: unknown): string | null {
  const { amount = null } = inputOf(money);
  if (amount === null) return null;
  const cents = centsOf(String(amount));
  if (moneyProblem(cents) !== null) throw new NotModelled('the refusal of an amount on a price list');
  return moneyText(cents);
}

/** Nothing is said of a product's `updatedAt`, or of a webhook: nothing moves. */
function write(
  context: Context,
  mutation: string,
  list: PriceList,
  { product, variant }: VariantInProduct,
  fixed: FixedPrice | null,
): void {
  const { priceLists } = context.shop;
  const { price: before = null } = priceLists.fixed(list, variant) ?? {};
  const target = { mutation, productId: product.id, variantId: variant.id };
  logWrite(context, target, { attribute: `price.${list.name}`, before, value: fixed?.price ?? null });
  const { price, compareAtPrice } = fixed ?? {};
  const kept = price === undefined ? null : { price, compareAtPrice: compareAtPrice ?? null };
  priceLists.set(list, variant.id, kept);
}
