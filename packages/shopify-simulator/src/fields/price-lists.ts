import { type VariantInProduct, variantsOf } from '../catalogue/catalogue.ts';
import type { FixedPrice, PriceList } from '../catalogue/price-lists.ts';
import { type ConnectionArguments, paginate, sortedList } from '../graphql/connection.ts';
import { accessDenied, NotModelled } from '../graphql/errors.ts';
import { decimalText, globalId, parseGlobalId } from '../text-forms.ts';
import type { Arguments, Context, Resolvers } from './context.ts';

/** Price lists as Shopify answers them (price-list-fixed-prices-variant-lifecycle of shopify-draft-proxy, 2026-04). */

export const priceListFields: Resolvers<PriceList> = {
  id: ({ id }) => globalId('PriceList', id),
  name: ({ name }) => name,
  currency: ({ currency }) => currency,
  catalog: ({ of, id, name }) => ({ catalogOf: of, id, title: name }),
  parent: ({ adjustment }) => ({
    adjustment: {
      type: adjustment < 0 ? 'PERCENTAGE_DECREASE' : 'PERCENTAGE_INCREASE',
      value: Math.abs(adjustment),
    },
  }),
  prices: (list, args, context) => {
    if (args.originType !== 'FIXED') throw new NotModelled('prices that follow from an adjustment');
    if (args.reverse === true) throw new NotModelled('another order of prices');
    const fixed = wanted(args.query, context).flatMap((found): ListedPrice[] => {
      const own = context.shop.priceLists.fixed(list, found.variant);
      return own === null ? [] : [{ ...own, list, found }];
    });
    return paginate(
      sortedList(fixed, ({ found }) => ({ id: found.variant.id, value: found.variant.id })),
      args as ConnectionArguments,
    );
  },
};

/** Of a market, or of companies' locations. */
export type CatalogOfList = { readonly catalogOf: PriceList['of'] };

export type ListedPrice = FixedPrice & { readonly list: PriceList; readonly found: VariantInProduct };

export const priceListPriceFields: Resolvers<ListedPrice> = {
  price: ({ price, list }) => ({ amount: decimalText(price), currencyCode: list.currency }),
  compareAtPrice: ({ compareAtPrice, list }) =>
    compareAtPrice === null ? null : { amount: decimalText(compareAtPrice), currencyCode: list.currency },
  originType: () => 'FIXED',
  variant: ({ found }) => found,
};

export function priceLists({ sortKey, reverse, ...args }: Arguments, { shop, app }: Context) {
  const denied = app.deniedFields['QueryRoot.priceLists'];
  if (denied !== undefined) throw accessDenied('priceLists', denied);
  if (sortKey !== 'ID' || reverse === true) throw new NotModelled('another order of price lists');
  return paginate(
    sortedList(shop.priceLists.all, ({ id }) => ({ id, value: id })),
    args as ConnectionArguments,
  );
}

export const priceListOf = (gid: unknown, { shop }: Context): PriceList | null =>
  shop.priceLists.find(parseGlobalId(String(gid))?.id ?? 0);

/** `product_id` and `variant_id` filter prices (schema: `PriceList.prices(query:)`), here joined by OR. */
function wanted(query: unknown, { shop: { catalogue } }: Context): VariantInProduct[] {
  const terms = String(query ?? '').split(' OR ');
  const found = terms.flatMap((term): VariantInProduct[] => {
    const [, field, id] = /^(product_id|variant_id):(\d+)$/.exec(term) ?? [];
    if (field === undefined) throw new NotModelled('this search for prices');
    if (field === 'product_id') {
      const product = catalogue.product(Number(id));
      return product === null ? [] : variantsOf(product);
    }
    const variant = catalogue.variant(Number(id));
    return variant === null ? [] : [variant];
  });
  return [...new Map(found.map((one) => [one.variant.id, one])).values()];
}
