import {
  attributeWord,
  type EditableAttribute,
  inOrder,
  labelOf,
} from '@storefleet/contract/attributes/attributes';
import { isChannel, isMembership } from '@storefleet/contract/attributes/memberships';
import { type DefinitionOf, isMetafield, shownMetafield } from '@storefleet/contract/attributes/metafields';
import { isStock, stockAt } from '@storefleet/contract/attributes/stock';
import { printFilter } from '@storefleet/contract/catalogue/filter/filter-text';
import { isEmptyFilter } from '@storefleet/contract/catalogue/filter/product-filter';
import { VARIANT_FIXES } from '@storefleet/contract/catalogue/health/variant-fixes';
import type { BulkUpdateOrigin } from '@storefleet/contract/constants';
import type {
  BulkUpdatePreview,
  DescriptionChange,
  PriceChange,
  StockChange,
  TagChange,
} from '@storefleet/contract/edits/bulk-updates';
import { endingWords } from '@storefleet/contract/edits/price-change';
import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { attributesOf, type ByAttribute, flatChanges } from '../values/changes.ts';

type Wish = Pick<
  BulkUpdatePreview,
  | 'products_to_update'
  | 'attributes_to_set'
  | 'price_change'
  | 'tag_change'
  | 'stock_change'
  | 'description_change'
  | 'restore'
  | 'fix'
  | 'search'
>;

const VALUE_LENGTH = 40;

type Circumstances = {
  readonly definitionOf?: DefinitionOf;
  /** Of the amounts that a price change may compute. */
  readonly currencies?: readonly string[];
};

/** "Price +4 %, ending .99, vendor Acme"; null if products get values of their own. */
export function ruleTitle(
  {
    products_to_update,
    attributes_to_set,
    price_change,
    tag_change,
    stock_change,
    description_change,
    restore,
    fix,
    search,
  }: Wish,
  { definitionOf, currencies = [] }: Circumstances = {},
): string | null {
  if (fix) return VARIANT_FIXES[fix];
  if (products_to_update?.some((product) => Object.keys(product.attributes_to_set ?? {}).length > 0))
    return null;
  const rule = restore
    ? `Restore to ${momentWords(restore.as_of)}`
    : price_change
      ? priceRule(price_change, currencies)
      : tag_change
        ? tagRule(tag_change)
        : stock_change
          ? stockRule(stock_change)
          : description_change
            ? descriptionRule(description_change)
            : valuesRule(attributes_to_set ?? {}, definitionOf);
  if (rule === '') return null;
  const asked = search ? [search.query && `“${shortened(search.query)}”`, filterWords(search)] : [];
  return [rule, ...asked.filter(Boolean)].join(', ');
}

/** "vendor Quarry Lane, not tag clearance" */
function filterWords({ filter }: NonNullable<Wish['search']>): string {
  if (!filter || isEmptyFilter(filter)) return '';
  return printFilter(filter)
    .replace(
      /(^| )(-?)([a-z-]+|metafield\.[^\s:]+):(?=\S)/g,
      (_, gap, not, field) => `${gap && ', '}${not && 'not '}${field} `,
    )
    .replaceAll(/\bmetafield\./g, '')
    .replaceAll('"', '');
}

/** "12 Nov 2026 14:00", by the clock of whoever sent it. */
function momentWords(moment: string): string {
  const words = CLOCK.format(new Date(`${moment.slice(0, 16)}Z`)).replace(',', '');
  return moment.endsWith('Z') ? `${words} UTC` : words;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function priceRule(
  { attribute, base, operation, unit, value, rounding }: PriceChange,
  currencies: readonly string[],
): string {
  const label = labelOf(attribute);
  const from = base && base !== attribute ? ` = ${labelOf(base).toLowerCase()}` : '';
  const by =
    Number(value) === 0
      ? ''
      : ` ${operation === 'increase' ? '+' : '−'}${value}${unit === 'percent' ? ' %' : ''}`;
  return `${label}${from}${by}${endingWords(rounding === 'none' ? null : rounding, currencies)}`;
}

function tagRule({ operation, tags }: TagChange): string {
  return `${tags.length === 1 ? 'Tag' : 'Tags'} ${shortened(tags.join(', '))} ${operation === 'add' ? 'added' : 'removed'}`;
}

const stockRule = ({ location, operation, value }: StockChange) =>
  `${labelOf(stockAt(location))} ${operation === 'increase' ? '+' : '−'}${value}`;

function descriptionRule({ operation, find = '', text }: DescriptionChange): string {
  if (operation !== 'replace')
    return `Description ${operation === 'append' ? 'ends' : 'begins'} with ${quoted(text)}`;
  return text === ''
    ? `${quoted(find)} removed from description`
    : `${quoted(find)} replaced by ${quoted(text)} in description`;
}

const quoted = (text: string) => `“${shortened(text.trim())}”`;

function valuesRule(wished: NonNullable<Wish['attributes_to_set']>, definitionOf?: DefinitionOf): string {
  const values: ByAttribute<unknown> = flatChanges(wished);
  return inOrder(attributesOf(values))
    .map((attribute) => {
      const value = values[attribute];
      const label = labelOf(attribute, definitionOf);
      if (isMembership(attribute)) {
        const [add, remove] = isChannel(attribute)
          ? ['Published to', 'Unpublished from']
          : ['Added to', 'Removed from'];
        return `${value === 'true' ? add : remove} ${attributeWord(attribute)}`;
      }
      const text = shortened(Array.isArray(value) ? value.join(', ') : shown(attribute, value, definitionOf));
      return text === '' ? `${label} cleared` : `${label} set to ${text}`;
    })
    .join(', ');
}

function shown(attribute: EditableAttribute, value: unknown, definitionOf?: DefinitionOf): string {
  const definition = definitionOf?.(attribute);
  const text = String(value ?? '');
  return (definition && shownMetafield(definition, text)) ?? text;
}

function shortened(text: string): string {
  return text.length <= VALUE_LENGTH ? text : `${text.slice(0, VALUE_LENGTH - 1)}…`;
}

type Named = {
  readonly definitionOf?: DefinitionOf | undefined;
  readonly title: string | null;
  readonly origin: BulkUpdateOrigin;
  readonly attributes: readonly EditableAttribute[];
  readonly fileName: string | null;
};

/** The title without counts; for an update without a rule, its subject. */
export function titleOf({ title, origin, attributes, fileName, definitionOf }: Named): string {
  if (title !== null) return title;
  const labels = attributes.map((attribute) => labelOf(attribute, definitionOf));
  const words = attributes.map((attribute, index) => {
    const label = labels[index] ?? '';
    if (isMembership(attribute) || isStock(attribute)) return attributeWord(attribute);
    return isMetafield(attribute) ? label : lower(label);
  });
  if (origin === 'csv_import') return `Import of ${fileName ?? listOf(words)}`;
  if (origin === 'undo') return `Undo of ${listOf(words)}`;
  return `${listOf([labels[0] ?? 'Products', ...words.slice(1)])} edited`;
}

/** "Price +4 %, 105 variants in 2 stores" */
export function countedTitle(
  title: string,
  rows: number,
  stores: number,
  attributes: readonly EditableAttribute[],
) {
  const isOfProducts = attributes.length > 0 && attributes.every(isProductAttribute);
  return `${title}, ${formatQuantity(rows, isOfProducts ? 'product' : 'variant')} in ${formatQuantity(stores, 'store')}`;
}

/** "price, cost and SKU" */
const listOf = (words: readonly string[]) =>
  words.length < 2 ? (words[0] ?? 'products') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const lower = (label: string) => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase());
