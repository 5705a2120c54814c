import { COMPARED_ATTRIBUTES, type ComparedAttribute } from '@storefleet/contract/articles/compared';
import {
  LISTED_PLAIN_ATTRIBUTES,
  type ListedPlainAttribute,
} from '@storefleet/contract/attributes/attributes';
import { priceOnList } from '@storefleet/contract/attributes/list-prices';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import { isProductAttribute } from '@storefleet/contract/values/attribute-value';

/** How an attribute of a variant `v`, its product `p` and the rules `r` of its store is compared. */
type Compared = {
  /** Equal where the contract's `valuesAreEqual` says so; null for no value. */
  readonly key: string;
  /** As shown in the response. */
  readonly text: string;
  /** The key is a JSON object of several values, those of one name compared with each other. */
  readonly isObject?: true;
  readonly isMoney?: true;
  readonly isOfProduct?: true;
  /** Null means never read: it is compared with nothing. An empty value is ''. */
  readonly isPlain?: true;
};

const text = (column: string) => `nullif(${column}, '')`;
const money = (column: string): Compared => ({
  key: `v.${column}`,
  text: `v.${column}::text`,
  isMoney: true,
});
const ofProduct = (column: string, key = text(`p.${column}`)): Compared => ({
  key,
  text: `p.${column}`,
  isOfProduct: true,
});

export const COMPARED: Record<ComparedAttribute, Compared> = {
  price: money('price'),
  cost: money('cost'),
  compare_at_price: money('compare_at_price'),
  barcode: { key: 'barcode_key(v.barcode)', text: 'v.barcode' },
  sku: { key: text('v.sku'), text: 'v.sku' },
  weight: { key: 'coalesce(weight_in_grams(v.weight, v.weight_unit), v.weight)', text: 'v.weight::text' },
  title: ofProduct('title'),
  vendor: ofProduct('vendor'),
  product_type: ofProduct('product_type'),
  handle: ofProduct('handle'),
  status: ofProduct('status', `lower(${text('p.status')})`),
  tags: {
    key: `(select string_agg(tag, ',' order by tag) from (select distinct lower(btrim(tag)) as tag from unnest(p.tags) as tag) as tags where tag <> '')`,
    text: `array_to_string(p.tags, ', ')`,
    isOfProduct: true,
  },
  ...plainAttributes(),
  inventory_quantity: { key: 'v.inventory_quantity', text: 'v.inventory_quantity::text' },
  margin: { key: 'margin_percent(v.price, v.cost)', text: 'margin_percent(v.price, v.cost)::text' },
  list_prices: {
    key: onLists(`jsonb_object_agg(concat_ws(' ', list ->> 'name', list ->> 'currency'), price)`),
    text: onLists(`string_agg(concat_ws(' ', list ->> 'name', price #>> '{}', list ->> 'currency'), ', '
      order by list ->> 'name') filter (where price <> 'null')`),
    isObject: true,
  },
};

/** Of the lists that are read of the variant's store; few variants have fixed prices. */
function onLists(aggregate: string): string {
  return `case when v.list_prices is not null then (
    select ${aggregate} from stores of_lists cross join jsonb_array_elements(of_lists.price_lists) as list
      cross join lateral (select v.list_prices -> concat('${priceOnList('')}', list ->> 'name') as price) as held
    where of_lists.id = v.store_id and of_lists.reads_price_lists and price is not null
  ) end`;
}

function plainAttributes() {
  const compared = LISTED_PLAIN_ATTRIBUTES.map((name): [ListedPlainAttribute, Compared] => {
    const column = `${isProductAttribute(name) ? 'p' : 'v'}.${name}`;
    const ofProduct = isProductAttribute(name) ? ({ isOfProduct: true } as const) : {};
    return [name, { key: column, text: column, isPlain: true, ...ofProduct }];
  });
  return Object.fromEntries(compared) as Record<ListedPlainAttribute, Compared>;
}

/** As stored in `articles`: positions in the contract's list, to which attributes may only be appended. */
export const bitOf = (attribute: ComparedAttribute): number => 1 << COMPARED_ATTRIBUTES.indexOf(attribute);

export const maskOf = (attributes: readonly ComparedAttribute[]): number =>
  attributes.reduce((mask, attribute) => mask | bitOf(attribute), 0);

/** The currency of a store `s`. */
export const CURRENCY = `coalesce(s.store_currency, '${DEFAULT_CURRENCY}')`;
