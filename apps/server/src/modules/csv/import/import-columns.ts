import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { ImportMeaning } from '@storefleet/contract/catalogue/file-constants';
import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import {
  columnMeaning,
  headingKey,
  type InventoryCell,
  isOfShop,
  meaningOfHeading,
  OWN_COLUMNS,
  type RowKey,
} from '../product-columns.ts';
import { refuseFile } from './read/file-refusal.ts';

/** A known column: its name in the file, and its index in a kept row. */
export type ImportColumn = { readonly name: string; readonly slot: number };
export type AttributeColumn = ImportColumn & {
  readonly attribute: EditableAttribute;
  /** A weight in grams, whatever the variant's unit. */
  readonly inGrams: boolean;
};

/**
 * Keys for matching rows, strongest first; the title only in a file with no other key. `options`: a handle with the
 * values of options.
 */
export const MATCH_KEYS = ['variantId', 'sku', 'barcode', 'options', 'handle', 'title'] as const;
export type MatchKey = (typeof MATCH_KEYS)[number];

/**
 * A row about a variant at one location. In Shopify's inventory file only “On hand (new)” is edited, which moves what is
 * available by its difference to “On hand (current)”; the other quantities are told along with it. In a file without
 * them, “Available” is the quantity to set.
 */
export type InventoryColumns = Readonly<Partial<Record<InventoryCell, ImportColumn>>> & {
  readonly location: ImportColumn;
  /** The one with the new quantity. */
  readonly edited: ImportColumn;
};

const INVENTORY_CELLS = [
  'location',
  'available',
  'onHandCurrent',
  'onHandNew',
] as const satisfies InventoryCell[];

/** Undefined in a file that says nothing of stock by rows. */
function inventoryColumns(keys: ReadonlyMap<RowKey | MatchKey, ImportColumn>): InventoryColumns | undefined {
  const [location, available, onHandCurrent, onHandNew] = INVENTORY_CELLS.map((cell) => keys.get(cell));
  const edited = onHandNew ?? available;
  if (location === undefined || edited === undefined) return undefined;
  return {
    location,
    edited,
    ...(available && { available }),
    ...(onHandCurrent && { onHandCurrent }),
    ...(onHandNew && { onHandNew }),
  };
}

export type ImportColumns = {
  /** Number of columns in the file, known or not. */
  readonly width: number;
  /** Positions of the kept cells in the file, by index. */
  readonly kept: readonly number[];
  readonly keys: ReadonlyMap<RowKey | MatchKey, ImportColumn>;
  readonly attributes: readonly AttributeColumn[];
  /** Attributes that rows can change, without the strongest key. */
  readonly changeable: readonly AttributeColumn[];
  /** Where a row is about one location. */
  readonly inventory?: InventoryColumns | undefined;
  /** Of a file with such rows: the values by which Shopify tells the variants of a handle apart, by their numbers. */
  readonly options: readonly ImportColumn[];
  readonly ignored: readonly string[];
};

const KEY_NAMES = `“${OWN_COLUMNS.variantId}”, “Variant SKU”, “Variant Barcode” or, for what belongs to the product, “Handle” or “Title”`;
const CHANGEABLE_NAMES = '“Variant Price”, “Cost per item”, “Vendor” or “Tags”';

const OPTION = /^option[1-3] value$/;

/** The chosen meanings of headings, by heading key or, where several differ in case only, by the heading itself. */
export type ColumnChoices = ReadonlyMap<string, ImportMeaning>;

/**
 * Reads the header row; refuses a file without a key to match by, or without anything to change. `read`: metafields,
 * channels and prices on lists that some store reads; others are ignored.
 */
export function readColumns(
  header: readonly string[],
  choices: ColumnChoices,
  read: ReadonlySet<string>,
): ImportColumns {
  const keys = new Map<RowKey | MatchKey, ImportColumn>();
  const attributes: AttributeColumn[] = [];
  const ignored: string[] = [];
  const kept: number[] = [];
  const names = new Map<string, string>();
  for (const [index, cell] of header.entries()) {
    const name = cell.trim();
    const chosen = choices.get(name) ?? choices.get(headingKey(name));
    const said = chosen ?? meaningOfHeading(name, header) ?? 'ignore';
    const meaning = columnMeaning(isOfShop(said) && !read.has(said) ? 'ignore' : said);
    if (meaning === null) {
      if (name !== '') ignored.push(name);
      continue;
    }
    const field = meaning.kind === 'key' ? `key ${meaning.key}` : meaning.attribute;
    const other = names.get(field);
    if (other !== undefined) {
      throw refuseFile(`The columns “${other}” and “${name}” mean the same. Remove one of them.`);
    }
    names.set(field, name);
    const slot = kept.push(index) - 1;
    if (meaning.kind === 'key') {
      keys.set(meaning.key, { name, slot });
      continue;
    }
    const { attribute, inGrams = false } = meaning;
    attributes.push({ name, slot, attribute, inGrams });
    if (attribute === 'sku' || attribute === 'barcode') keys.set(attribute, { name, slot });
  }
  if (names.size === 0) {
    throw refuseFile(
      `The first row names no column that is known here. It must hold column names: one of ${KEY_NAMES}, and those to change, such as ${CHANGEABLE_NAMES}.`,
    );
  }
  const title = attributes.find(({ attribute }) => attribute === 'title');
  if (title !== undefined && !MATCH_KEYS.some((key) => keys.has(key))) keys.set('title', title);
  const strongest = MATCH_KEYS.find((key) => keys.has(key));
  if (strongest === undefined) {
    throw refuseFile(`This file has no column to find the variants by. Add ${KEY_NAMES}.`);
  }
  const changeable = attributes.filter(({ attribute }) => attribute !== strongest);
  const inventory = inventoryColumns(keys);
  if (inventory === undefined) {
    for (const cell of INVENTORY_CELLS) {
      const column = keys.get(cell);
      if (column) ignored.push(column.name);
      keys.delete(cell);
    }
  }
  if (changeable.length === 0 && inventory === undefined) {
    throw refuseFile(`This file has no column that can be changed. Add one such as ${CHANGEABLE_NAMES}.`);
  }
  const options = [...header.entries()]
    .filter(([, cell]) => inventory !== undefined && OPTION.test(headingKey(cell)))
    .map(([index, cell]) => ({ name: cell.trim(), slot: kept.push(index) - 1 }))
    .toSorted((a, b) => headingKey(a.name).localeCompare(headingKey(b.name)));
  const used = new Set(options.map(({ name }) => name));
  const unused = ignored.filter((name) => !used.has(name));
  return { width: header.length, kept, keys, attributes, changeable, inventory, options, ignored: unused };
}

export function belongsToProduct(column: AttributeColumn): boolean {
  return isProductAttribute(column.attribute);
}
