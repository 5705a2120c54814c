import { EDITABLE_ATTRIBUTE_LABELS, labelOf } from '@storefleet/contract/attributes/attributes';
import { isListPrice, type ListPriceAttribute } from '@storefleet/contract/attributes/list-prices';
import { type ChannelAttribute, isChannel } from '@storefleet/contract/attributes/memberships';
import { type DefinitionOf, isMetafield } from '@storefleet/contract/attributes/metafields';
import { isStock, type StockAttribute } from '@storefleet/contract/attributes/stock';
import { IMPORT_MEANINGS, type ImportMeaning } from '@storefleet/contract/catalogue/file-constants';
import type { ImportUpload } from '@storefleet/contract/edits/imports';

export type ImportColumn = ImportUpload['columns'][number];

/** Chosen meanings by heading; omitted columns keep the server's guess. */
export type ColumnChoices = Readonly<Record<string, ImportMeaning>>;

type NamedMeaning = (typeof IMPORT_MEANINGS)[number];

const labels: Readonly<Partial<Record<NamedMeaning, string>>> = {
  ...EDITABLE_ATTRIBUTE_LABELS,
  handle: 'Handle, to find products by',
  new_handle: 'Handle, to be set',
  variant_id: 'Storefleet Variant ID',
  store_name: 'Store name',
  store_id: 'Store ID',
  weight_grams: 'Weight in grams',
  unit_price_unit: 'Unit of the unit price measure',
  unit_price_base: 'Base measure of the unit price',
  unit_price_base_unit: 'Unit of the base measure',
  location: 'Location of the row',
  available: 'Available at the row’s location',
  on_hand_current: 'On hand at the row’s location, before',
  on_hand_new: 'On hand at the row’s location, to be set',
  ignore: 'Ignore',
};

/** `own`: stock, prices on lists and channels, those that stores have and those that a file names. */
export const meaningOptions = (own: Iterable<StockAttribute | ListPriceAttribute | ChannelAttribute>) => [
  ...IMPORT_MEANINGS.map((value) => ({ value, label: labels[value] ?? value })),
  ...[...new Set(own)].map((value) => ({ value, label: labelOf(value) })),
];

const labelIn = (meaning: ImportMeaning, definitionOf: DefinitionOf) =>
  isMetafield(meaning) || isStock(meaning) || isListPrice(meaning) || isChannel(meaning)
    ? labelOf(meaning, definitionOf)
    : (labels[meaning] ?? meaning);

export function meaningOf(column: ImportColumn, choices: ColumnChoices): ImportMeaning {
  return choices[column.heading] ?? column.meaning ?? 'ignore';
}

/** All meanings except those not asked about, for the server. */
export function choicesToSend(columns: readonly ImportColumn[], choices: ColumnChoices): ColumnChoices {
  return Object.fromEntries(
    columns
      .map((column) => [column, meaningOf(column, choices)] as const)
      .filter(([column, meaning]) => meaning !== 'ignore' || column.meaning !== 'ignore')
      .map(([{ heading }, meaning]) => [heading, meaning]),
  );
}

/** "SKU, RRP (Price); 3 ignored" */
export function columnWords(
  columns: readonly ImportColumn[],
  choices: ColumnChoices,
  definitionOf: DefinitionOf,
): string {
  const used = columns.flatMap((column) => {
    const meaning = meaningOf(column, choices);
    if (meaning === 'ignore') return [];
    // A heading that says it all needs no label.
    const label = labelIn(meaning, definitionOf);
    const isSaid = column.heading.toLowerCase().includes(label.toLowerCase());
    return [isSaid ? column.heading : `${column.heading} (${label})`];
  });
  const aside = columns.length - used.length;
  const words = used.length === 0 ? 'none' : used.join(', ');
  return aside === 0 ? words : `${words}; ${aside} ignored`;
}

/** Columns that identify rows, strongest first, and the title as a fallback. */
const KEYS: readonly ImportMeaning[] = ['variant_id', 'sku', 'barcode', 'handle', 'title'];
const UNCHANGING: readonly ImportMeaning[] = [
  ...(['store_name', 'store_id', 'variant_id', 'handle', 'location', 'on_hand_current'] as const),
];

/** What is missing before rows can be matched; null if complete. */
export function missingIn(columns: readonly ImportColumn[], choices: ColumnChoices): string | null {
  const used = columns
    .map((column) => ({ heading: column.heading, meaning: meaningOf(column, choices) }))
    .filter(({ meaning }) => meaning !== 'ignore');
  for (const [index, { heading, meaning }] of used.entries()) {
    const other = used.slice(0, index).find((column) => column.meaning === meaning);
    if (other?.heading === heading) return `Two columns are called “${heading}”. Rename one in the file.`;
    if (other) return `“${other.heading}” and “${heading}” mean the same. Ignore one of them.`;
  }
  const meanings = used.map(({ meaning }) => meaning);
  const key = KEYS.find((candidate) => meanings.includes(candidate));
  if (key === undefined) return 'Choose which column has the SKU, the barcode, the handle or the title.';
  const unchanging: readonly ImportMeaning[] = [...UNCHANGING, key];
  return meanings.every((meaning) => unchanging.includes(meaning))
    ? 'Choose a column with values to write, such as the price.'
    : null;
}
