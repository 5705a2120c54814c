import type { ImportMeaning } from '@storefleet/contract/catalogue/file-constants';
import type { ImportUpload } from '@storefleet/contract/edits/imports';
import { isGtin } from '@storefleet/contract/values/gtin';
import { headingKey, isOfShop, meaningOfHeading } from '../product-columns.ts';
import type { ColumnChoices } from './import-columns.ts';
import { withoutHeader } from './read/header-row.ts';
import type { ImportFile } from './read/import-file.ts';

const SAMPLES = 3;
/** Rows examined for values. */
const SAMPLE_ROWS = 50;
const SAMPLE_LENGTH = 60;

/** Which of these texts are codes of variants. */
export type KnownCodes = Readonly<Record<'sku' | 'barcode', ReadonlySet<string>>>;

type Recognition = {
  readonly remembered: ColumnChoices;
  /** Metafields, channels and prices on lists that some store reads. */
  readonly read: ReadonlySet<string>;
  /** Null: detected from the first rows. */
  readonly hasHeader: boolean | null;
  readonly findCodes: (texts: readonly string[]) => Promise<KnownCodes>;
};

type Understood = Pick<ImportUpload, 'has_header' | 'columns' | 'sheet' | 'sheets'>;
type Column = {
  readonly heading: string;
  readonly values: readonly string[];
  meaning: ImportMeaning | null;
};

/** The columns of a file, each with its recognised meaning and some of its values. */
export async function columnsOfFile(
  file: ImportFile,
  { remembered, read, hasHeader, findCodes }: Recognition,
): Promise<Understood> {
  const meaningOf = (heading: string) => {
    const meaning = meaningOfHeading(heading, file.header) ?? remembered.get(headingKey(heading)) ?? null;
    return meaning !== null && isOfShop(meaning) && !read.has(meaning) ? 'ignore' : meaning;
  };
  const named = hasHeader ?? looksLikeHeader(file.header, meaningOf);
  const { header, records } = named ? file : withoutHeader(file);
  const headings = header.map((cell) => cell.trim());
  const values = await valuesOf(records, headings.length);
  const columns = headings.map(
    (heading, index): Column => ({
      heading,
      values: values[index] ?? [],
      meaning: named ? meaningOf(heading) : null,
    }),
  );
  if (isShopifyFile(columns) || isInventoryFile(columns))
    for (const column of columns) column.meaning ??= 'ignore';
  await recogniseValues(columns, { named, findCodes });
  const { format } = file;
  return {
    has_header: named,
    columns: columns
      .filter(({ heading }) => heading !== '')
      .map(({ heading, meaning, values: all }) => ({
        heading,
        samples: all.slice(0, SAMPLES).map((value) => value.slice(0, SAMPLE_LENGTH)),
        meaning,
      })),
    ...(format.kind === 'sheet' ? { sheet: format.sheet, sheets: [...format.sheets] } : NO_SHEETS),
  };
}

const NO_SHEETS = { sheet: null, sheets: [] };

/** An amount, with or without currency and separators of any language; or a numeric code. */
const NUMBER = /^(?:[A-Z]{3}|\p{Sc})?\s*\d[\d.,'’\s]*\s*(?:[A-Z]{3}|\p{Sc})?$/u;
const WITH_DECIMALS = /\d[.,]\d{1,2}\D*$/;

/** Headings are words: a row with a number is no header, unless another of its cells is a known heading. */
function looksLikeHeader(
  cells: readonly string[],
  meaningOf: (heading: string) => ImportMeaning | null,
): boolean {
  return (
    cells.some((cell) => meaningOf(cell.trim()) !== null) || !cells.some((cell) => NUMBER.test(cell.trim()))
  );
}

async function valuesOf(records: ImportFile['records'], width: number): Promise<string[][]> {
  const values: string[][] = Array.from({ length: width }, () => []);
  for (let row = 0; row < SAMPLE_ROWS; row += 1) {
    const record = await records.next();
    if (record.done) break;
    for (const [index, ofColumn] of values.entries()) {
      const value = (record.value.cells[index] ?? '').trim();
      if (value !== '') ofColumn.push(value);
    }
  }
  return values;
}

/**
 * Recognises columns by their values: those with codes of variants and, without headings, one with amounts.
 * Skips a file whose headings name a key, because a second code would be written.
 */
async function recogniseValues(
  columns: readonly Column[],
  { named, findCodes }: { readonly named: boolean } & Pick<Recognition, 'findCodes'>,
): Promise<void> {
  const unknown = columns.filter(
    ({ heading, meaning, values }) => heading !== '' && meaning === null && values.length > 0,
  );
  const hasKey = () => columns.some(({ meaning }) => meaning !== null && KEYS.has(meaning));
  if (unknown.length === 0 || hasKey()) return;
  const codes = await findCodes([...new Set(unknown.flatMap(({ values }) => values))]);
  take(unknown, 'sku', (text) => codes.sku.has(text));
  take(unknown, 'barcode', (text) => codes.barcode.has(text));
  if (!hasKey()) take(unknown, 'barcode', isGtin);
  if (named) return;
  const isAmount = (text: string) => NUMBER.test(text);
  if (take(unknown, 'price', (text) => isAmount(text) && WITH_DECIMALS.test(text))) return;
  take(unknown, 'price', isAmount);
}

const KEYS: ReadonlySet<ImportMeaning> = new Set(['sku', 'barcode', 'handle', 'variant_id']);

/** Assigns a meaning to the column with the most fitting values: at least half of them. */
function take(columns: readonly Column[], meaning: ImportMeaning, is: (text: string) => boolean): boolean {
  const [best] = columns
    .filter((column) => column.meaning === null)
    .map((column) => ({ column, share: column.values.filter(is).length / column.values.length }))
    .toSorted((a, b) => b.share - a.share);
  if (best === undefined || best.share * 2 < 1) return false;
  best.column.meaning = meaning;
  return true;
}

/** Shopify's product file has dozens of irrelevant columns; do not ask about these. */
function isShopifyFile(columns: readonly Column[]): boolean {
  return (['handle', 'title', 'status'] as const).every((meaning) =>
    columns.some((column) => column.meaning === meaning),
  );
}

/** Shopify's inventory file has its own: options, a bin's name, and quantities that nobody edits. */
function isInventoryFile(columns: readonly Column[]): boolean {
  return (['location', 'on_hand_new'] as const).every((meaning) =>
    columns.some((column) => column.meaning === meaning),
  );
}
