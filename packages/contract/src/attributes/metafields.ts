/**
 * Metafields: attributes that a shop defines itself. Each is called as Shopify's own files call it, so that it has one
 * name in every store: `product.metafields.custom.material`. Free of Zod, for the web bundle.
 */

export const METAFIELD_OWNERS = ['product', 'variant'] as const;
export type MetafieldOwner = (typeof METAFIELD_OWNERS)[number];
export type MetafieldAttribute = `${MetafieldOwner}.metafields.${string}`;

export const isMetafield = (attribute: string): attribute is MetafieldAttribute =>
  attribute.startsWith('product.metafields.') || attribute.startsWith('variant.metafields.');

export const metafieldName = (owner: MetafieldOwner, key: string): MetafieldAttribute =>
  `${owner}.metafields.${key}`;

/** Whose it is, and its `namespace.key`, under which a row of its owner keeps its value. */
export function metafieldOf(attribute: MetafieldAttribute): { owner: MetafieldOwner; key: string } {
  const [owner] = attribute.split('.', 1) as [MetafieldOwner];
  return { owner, key: attribute.slice(owner.length + '.metafields.'.length) };
}

/** What a row holds of the metafields that are read: none is null, and what was never read is not in it. */
export type MetafieldValues = Readonly<Record<string, string | null>>;

/** What Shopify takes of the longest type that is edited. */
export const METAFIELD_MAX_LENGTH = 65_535;
/** Of each owner: more would make a page of products dearer than Shopify takes at once. */
export const METAFIELDS_READ = 10;

/** What a shop defines. */
export type MetafieldDefinition = {
  readonly owner: MetafieldOwner;
  /** `namespace.key` */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** As Shopify says them: lists are JSON texts. */
  readonly validations: Readonly<Record<string, string>>;
  /** Its place among those that Shopify shows first; null for one of the others. */
  readonly pinned_position: number | null;
  /** The shop has deleted the definition; the values may still be there. */
  readonly is_deleted?: boolean | undefined;
};

export const METAFIELD_TYPES = {
  single_line_text_field: 'Single line of text',
  multi_line_text_field: 'Several lines of text',
  number_integer: 'Whole number',
  number_decimal: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  url: 'URL',
} as const satisfies Record<string, string>;
export type EditedMetafieldType = keyof typeof METAFIELD_TYPES;

/** The others are shown as the shop holds them. */
export const isEditedType = (type: string): type is EditedMetafieldType => type in METAFIELD_TYPES;

/** The values that there are; null where any is one. */
export function choicesOf({ validations }: Pick<MetafieldDefinition, 'validations'>): string[] | null {
  return listIn(validations.choices);
}

function listIn(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.map(String) : null;
}

/** What a screen calls it. */
export const metafieldLabel = ({ name, is_deleted }: Pick<MetafieldDefinition, 'name' | 'is_deleted'>) =>
  is_deleted ? `${name} (definition deleted)` : name;

/** As people read it; null for none. */
export function shownMetafield(
  { type }: Pick<MetafieldDefinition, 'type'>,
  value: string | null,
): string | null {
  return type === 'boolean' && value !== null ? (value === 'true' ? 'Yes' : 'No') : value;
}
