/** What follows from the declarations of the attributes: names, lists and labels. Without Zod. */

import { ATTRIBUTES, type Declared, IN_FILE, YES_NO, YES_NO_ALIASES } from './attribute-table.ts';
import { isCompareAtOfList, isListPrice, type ListPriceAttribute, listOf } from './list-prices.ts';
import {
  isCollection,
  isMembership,
  type MembershipAttribute,
  placeOf,
  titleOfHandle,
} from './memberships.ts';
import { type DefinitionOf, isMetafield, type MetafieldAttribute, metafieldOf } from './metafields.ts';
import { isStock, locationOf, type StockAttribute } from './stock.ts';

type Table = typeof ATTRIBUTES;
/** One of those above. */
export type NamedAttribute = keyof Table;
export type EditableAttribute =
  | NamedAttribute
  | MetafieldAttribute
  | StockAttribute
  | MembershipAttribute
  | ListPriceAttribute;
type Where<Part> = {
  [Name in NamedAttribute]: Table[Name] extends Part ? Name : never;
}[NamedAttribute];
export type ProductAttribute = Where<{ of: 'product' }>;
export type MoneyAttribute = Where<{ kind: 'money' }>;
export type ClearableAttribute = Where<{ clearable: true }>;
export type PlainAttribute = Where<{ plain: true }>;
/** Those that files have a column for. */
export type FilePlainAttribute = Where<{ plain: true; headings: readonly [string, ...string[]] }>;
export type LongAttribute = Where<{ long: true }>;
/** Those that lists show. */
export type ListedAttribute = Exclude<NamedAttribute, LongAttribute>;
export type ListedPlainAttribute = Exclude<PlainAttribute, LongAttribute>;
export type PlainVariantAttribute = Where<{ plain: true; of: 'variant' }>;
export type PlainProductAttribute = Where<{ plain: true; of: 'product' }>;

/** An attribute's declaration, typed with the properties of all. */
export const declared = (attribute: EditableAttribute, definitionOf?: DefinitionOf): Declared =>
  isMetafield(attribute)
    ? declaredMetafield(attribute, definitionOf?.(attribute)?.name)
    : isStock(attribute)
      ? declaredStock(attribute)
      : isMembership(attribute)
        ? declaredMembership(attribute)
        : isListPrice(attribute)
          ? declaredListPrice(attribute)
          : ATTRIBUTES[attribute];

function declaredMembership(attribute: MembershipAttribute): Declared {
  const place = placeOf(attribute);
  const label = isCollection(attribute) ? `Collection ${titleOfHandle(place)}` : `Channel ${place}`;
  return {
    label,
    plural: `products in the ${lowerFirst(label)}`,
    word: lowerFirst(label),
    of: 'product',
    kind: 'choice',
    choices: YES_NO,
    aliases: YES_NO_ALIASES,
    inFile: IN_FILE,
  };
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** "Price (Europe)" */
function declaredListPrice(attribute: ListPriceAttribute): Declared {
  const own = ATTRIBUTES[isCompareAtOfList(attribute) ? 'compare_at_price' : 'price'];
  const on = `(${listOf(attribute)})`;
  return {
    label: `${own.label} ${on}`,
    plural: `${own.plural} ${on}`,
    word: `${own.label.toLowerCase()} ${on}`,
    of: 'variant',
    kind: 'list_price',
    clearable: true,
  };
}

function declaredStock(attribute: StockAttribute): Declared {
  const where = `at ${locationOf(attribute)}`;
  return {
    label: `Stock ${where}`,
    plural: `quantities ${where}`,
    word: `stock ${where}`,
    of: 'variant',
    kind: 'quantity',
  };
}

function declaredMetafield(attribute: MetafieldAttribute, name: string | undefined): Declared {
  const { owner, key } = metafieldOf(attribute);
  const label = name ?? nameFromKey(key);
  return {
    label,
    plural: `values of “${label}”`,
    word: `“${label}”`,
    of: owner,
    kind: 'text',
    clearable: true,
  };
}

/** Without a definition: from the key, which Shopify derives from the metafield's name. */
function nameFromKey(key: string): string {
  const word = key.slice(key.indexOf('.') + 1).replaceAll(/[_-]+/g, ' ');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const NAMES = Object.keys(ATTRIBUTES) as NamedAttribute[];
function named<Name extends NamedAttribute>(test: (of: Declared) => boolean): readonly Name[] {
  return NAMES.filter((name): name is Name => test(ATTRIBUTES[name]));
}

export const EDITABLE_ATTRIBUTES: readonly NamedAttribute[] = NAMES;
export const EDITABLE_ATTRIBUTE_LABELS = Object.fromEntries(
  NAMES.map((name) => [name, ATTRIBUTES[name].label]),
) as { readonly [Name in NamedAttribute]: Table[Name]['label'] };
export const labelOf = (attribute: EditableAttribute, definitionOf?: DefinitionOf): string =>
  declared(attribute, definitionOf).label;
/** Declared attributes in their order, followed by a store's own. */
export function inOrder(attributes: Iterable<EditableAttribute>): EditableAttribute[] {
  const all = new Set(attributes);
  return [
    ...NAMES.filter((name) => all.has(name)),
    ...[...all].filter((name) => !(name in ATTRIBUTES)).sort(),
  ];
}
/** Attributes of the product; the others belong to the variant. */
export const PRODUCT_ATTRIBUTES = named<ProductAttribute>(({ of }) => of === 'product');
export const MONEY_ATTRIBUTES = named<MoneyAttribute>(({ kind }) => kind === 'money');
/** Attributes that may be cleared; the others must have a value. */
export const CLEARABLE_ATTRIBUTES = named<ClearableAttribute>(({ clearable }) => clearable === true);
export const PLAIN_ATTRIBUTES = named<PlainAttribute>(({ plain }) => plain === true);
export const PLAIN_VARIANT_ATTRIBUTES = named<PlainVariantAttribute>(
  ({ plain, of }) => plain === true && of === 'variant',
);
export const PLAIN_PRODUCT_ATTRIBUTES = named<PlainProductAttribute>(
  ({ plain, of }) => plain === true && of === 'product',
);
export const FILE_PLAIN_ATTRIBUTES = named<FilePlainAttribute>(
  ({ plain, headings }) => plain === true && headings !== undefined,
);
export const LONG_ATTRIBUTES = named<LongAttribute>(({ long }) => long === true);
export const LISTED_ATTRIBUTES = named<ListedAttribute>(({ long }) => long !== true);
export const LISTED_PLAIN_ATTRIBUTES = named<ListedPlainAttribute>(
  ({ plain, long }) => plain === true && long !== true,
);
export const LISTED_PLAIN_PRODUCT_ATTRIBUTES = named<Exclude<PlainProductAttribute, LongAttribute>>(
  ({ plain, long, of }) => plain === true && long !== true && of === 'product',
);

/** Within a sentence: "compare-at price", but "SKU". */
export function attributeWord(attribute: EditableAttribute, definitionOf?: DefinitionOf): string {
  const { word, label } = declared(attribute, definitionOf);
  return word ?? label.toLowerCase();
}

const plain: ReadonlySet<string> = new Set(PLAIN_ATTRIBUTES);
export const isPlainAttribute = (attribute: string): attribute is PlainAttribute => plain.has(attribute);

/** A yes-or-no choice, returned as a boolean. */
export const isYesOrNo = (attribute: EditableAttribute) => declared(attribute).choices === YES_NO;

/** The choice that a text means, including aliases and any case; null if none. */
export function choiceOf(attribute: EditableAttribute, text: string): string | null {
  const { choices = {}, aliases = {} } = declared(attribute);
  const word = text.trim().toLowerCase();
  const known = Object.keys(choices).find(
    (value) => value === word || choices[value]?.toLowerCase() === word || aliases[word] === value,
  );
  return known ?? null;
}

const MAX_TEXT = 255;
export const maxLengthOf = (attribute: EditableAttribute): number =>
  declared(attribute).maxLength ?? MAX_TEXT;

/** The label of a choice: "Continue selling", "Yes"; null for an attribute without choices. */
export const nameOfChoice = (attribute: string, value: string): string | null =>
  attribute in ATTRIBUTES || isMembership(attribute)
    ? (declared(attribute as EditableAttribute).choices?.[value] ?? null)
    : null;
