/**
 * Metafields: attributes that a shop defines, or that are mapped from columns of a SQL Server table. Named as in
 * Shopify's files, so the name is the same in every store: `product.metafields.custom.material`. Without Zod, for
 * the web bundle.
 */

export const METAFIELD_OWNERS = ['product', 'variant'] as const;
export type MetafieldOwner = (typeof METAFIELD_OWNERS)[number];
export type MetafieldAttribute = `${MetafieldOwner}.metafields.${string}`;

export const isMetafield = (attribute: string): attribute is MetafieldAttribute =>
  attribute.startsWith('product.metafields.') || attribute.startsWith('variant.metafields.');

/** Of a name from outside; null where it is none of a metafield. */
export const readMetafieldName = (text: unknown): MetafieldAttribute | null =>
  typeof text === 'string' && /^(product|variant)\.metafields\.[^.\s]+\.[^.\s]+$/.test(text)
    ? (text as MetafieldAttribute)
    : null;

export const metafieldName = (owner: MetafieldOwner, key: string): MetafieldAttribute =>
  `${owner}.metafields.${key}`;

/** Its owner, and the `namespace.key` under which the owner's row stores its value. */
export function metafieldOf(attribute: MetafieldAttribute): { owner: MetafieldOwner; key: string } {
  const [owner] = attribute.split('.', 1) as [MetafieldOwner];
  return { owner, key: attribute.slice(owner.length + '.metafields.'.length) };
}

/** The metafields of a row: null is none; one that was never read is absent. */
export type MetafieldValues = Readonly<Record<string, string | null>>;

/** Shopify's limit for the longest editable type. */
export const METAFIELD_MAX_LENGTH = 65_535;
/** Per owner: more would make a page of products exceed Shopify's maximum cost. */
export const METAFIELDS_READ = 10;

/** A shop's definition of a metafield. */
export type MetafieldDefinition = {
  readonly owner: MetafieldOwner;
  /** `namespace.key` */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** As returned by Shopify: lists are JSON texts. `required`: the value cannot be emptied. */
  readonly validations: Readonly<Record<string, string>>;
  /** Its position among the shop's pinned metafields; null if not pinned. */
  readonly pinned_position: number | null;
  /** The shop has deleted the definition; values may remain. */
  readonly is_deleted?: boolean | undefined;
};

type Reading = { readonly id: string; readonly metafields: readonly MetafieldDefinition[] };
/** What is known of a metafield; undefined where no store at hand reads it. */
export type DefinitionOf = (attribute: string) => MetafieldDefinition | undefined;

/** As those of `storeIds` define them, else as any other of the stores does. */
export function definitionsIn(stores: readonly Reading[], storeIds: readonly string[] = []): DefinitionOf {
  return (attribute) => {
    if (!isMetafield(attribute)) return undefined;
    const { owner, key } = metafieldOf(attribute);
    const of = (some: readonly Reading[]) =>
      some.flatMap(({ metafields }) => metafields).find((one) => one.owner === owner && one.key === key);
    return of(stores.filter(({ id }) => storeIds.includes(id))) ?? of(stores);
  };
}

/** `Fabric (product.metafields.custom.material)`: as Shopify's file of products calls them, and ours those of variants. */
export const metafieldHeading = (name: string, attribute: MetafieldAttribute) => `${name} (${attribute})`;

/** Null for another heading. */
export const metafieldOfHeading = (heading: string): MetafieldAttribute | null =>
  readMetafieldName(/\(([^()]+)\)$/.exec(heading.trim())?.[1] ?? heading.trim());

const METAFIELD_TYPES = {
  single_line_text_field: 'Single line of text',
  multi_line_text_field: 'Several lines of text',
  number_integer: 'Whole number',
  number_decimal: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  url: 'URL',
  // Of columns alone. Shopify's own type with a time has rules of its own.
  datetime: 'Date and time',
  uniqueidentifier: 'Unique identifier',
} as const satisfies Record<string, string>;
type EditedMetafieldType = keyof typeof METAFIELD_TYPES;

/** Others are shown as the shop returns them. */
export const isEditedType = (type: string): type is EditedMetafieldType => type in METAFIELD_TYPES;

export const isNumberField = (definition: Pick<MetafieldDefinition, 'type'> | undefined): boolean =>
  definition?.type.startsWith('number_') ?? false;

/** The allowed values; null if any is allowed. */
export function choicesOf({ validations }: Pick<MetafieldDefinition, 'validations'>): string[] | null {
  return listIn(validations.choices);
}

function listIn(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.map(String) : null;
}

/** The label on screens. */
export const metafieldLabel = ({ name, is_deleted }: Pick<MetafieldDefinition, 'name' | 'is_deleted'>) =>
  is_deleted ? `${name} (definition deleted)` : name;

/** The value for people; null for none. */
export function shownMetafield(
  { type }: Pick<MetafieldDefinition, 'type'>,
  value: string | null,
): string | null {
  if (value === null) return null;
  if (type === 'datetime') return value.replace('T', ' ');
  return type === 'boolean' ? (value === 'true' ? 'Yes' : 'No') : value;
}
