import { gtinFormsOfCell } from '@storefleet/contract/values/gtin';
import type { Queryable } from '../../../platform/db/database.ts';
import { groupsOf } from '../../../platform/db/statements/groups.ts';
import { searchKey } from '../../catalogue/search-key.ts';
import type { FileStore } from '../export/csv.repository.ts';
import { OWN_COLUMNS } from '../product-columns.ts';
import { type ImportColumns, MATCH_KEYS, type MatchKey } from './import-columns.ts';
import { cellOf, type ImportRow } from './import-rows.ts';
import {
  type Candidate,
  type CandidateLookup,
  type Found,
  findByBarcode,
  findByHandle,
  findByOptions,
  findBySku,
  findByTitle,
  findByVariantId,
} from './match.repository.ts';
import { mayBeSpreadsheetDate } from './spreadsheet-dates.ts';

type Ambiguity = { readonly reason: string; readonly candidates: readonly Candidate[] };

export type RowMatch =
  /** Several targets if each store's match is meant; `ambiguous` names stores with several. */
  | { readonly kind: 'matched'; readonly targets: readonly Candidate[]; readonly ambiguous: Ambiguity | null }
  | {
      readonly kind: 'unmatched' | 'ambiguous' | 'invalid';
      readonly reason: string;
      /** What to do about it in the file. */
      readonly advice: string;
      /** The matches of an ambiguous row. */
      readonly candidates: readonly Candidate[];
    };

const LOOKUPS: Readonly<Record<MatchKey, CandidateLookup>> = {
  variantId: findByVariantId,
  sku: findBySku,
  barcode: findByBarcode,
  options: findByOptions,
  handle: findByHandle,
  title: findByTitle,
};
/** Spellings of a key. */
const FORMS: Readonly<Record<MatchKey, (value: string) => string[]>> = {
  variantId: (value) => [value],
  sku: (value) => [value, withoutTextMark(value)],
  barcode: (value) => [value, ...gtinFormsOfCell(withoutTextMark(value))],
  options: (value) => [value],
  handle: (value) => [value],
  title: (value) => [searchKey(value)],
};

/** Those of a cell, best first: a code may begin or end with a space, and another one be the same without it. */
function formsOf({ by, value }: NonNullable<ImportRow['match']>): (readonly string[])[] {
  const trimmed = value.trim();
  return [[value], [trimmed], [...new Set(FORMS[by](trimmed))].filter((form) => form !== trimmed)];
}

/** People and programs put an apostrophe before digits, so that a spreadsheet takes them for text. */
export function withoutTextMark(code: string): string {
  return code.replace(/^'(?=\d)/, '');
}

const LABELS: Readonly<Record<MatchKey, string>> = {
  variantId: OWN_COLUMNS.variantId,
  sku: 'SKU',
  barcode: 'barcode',
  options: 'handle and options',
  handle: 'handle',
  title: 'title',
};
/** Appended for an ambiguous row. */
export const SAY_WHICH = ` Add the column “${OWN_COLUMNS.variantId}”, “${OWN_COLUMNS.storeName}” or “Handle” to say which is meant.`;
const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/;
/** A long number as spreadsheets shorten it. */
const SHORTENED_NUMBER = /^\d([.,]\d+)?E\+\d{2}$/i;

/** Only digits and, of a barcode, too few. */
const LOST_ZEROS: Readonly<Partial<Record<MatchKey, RegExp>>> = {
  sku: /^[1-9]\d*$/,
  barcode: /^[1-9](\d{3,6}|\d{8,10})$/,
};
const LOST_ZEROS_HINT =
  ' If a spreadsheet dropped its leading zeros, format the column as text and fill in the whole number.';

const MADE_A_DATE_HINT =
  ' If a spreadsheet has made a date of it, format the column as text and fill in the code again.';

/** How a spreadsheet may have damaged a code that fits nothing. */
function hintFor(by: MatchKey, written: string): string {
  if (LOST_ZEROS[by]?.test(written)) return LOST_ZEROS_HINT;
  return by === 'sku' && mayBeSpreadsheetDate(written) ? MADE_A_DATE_HINT : '';
}

type MatchScope = {
  readonly stores: readonly FileStore[];
  /** Null for every store. */
  readonly storeIds: readonly string[] | null;
  /** Whether a row without a store means all stores with a match. */
  readonly inEachStore: boolean;
  /** Variants chosen by a person, by row number. */
  readonly picks?: ReadonlyMap<number, readonly string[]>;
  readonly signal: AbortSignal;
};

export type MatchedRow = { readonly row: ImportRow; readonly match: RowMatch };

/** Rows looked up, and returned, at once. */
const ROWS_PER_LOOKUP = 25_000;
const ROWS_PER_CHUNK = 1_000;

/**
 * Matches rows by their strongest key, in file order. Chunked, because the candidates of all rows may not fit
 * in memory.
 */
export async function* matchRows(
  db: Queryable,
  rows: readonly ImportRow[],
  columns: ImportColumns,
  scope: MatchScope,
): AsyncGenerator<MatchedRow[], void, void> {
  const picked = await findByVariantId(db, [...(scope.picks?.values() ?? [])].flat(), null, false);
  for (const part of groupsOf(rows, ROWS_PER_LOOKUP)) {
    scope.signal.throwIfAborted();
    const found = await findCandidates(db, part, scope.storeIds, columns.keys.has('handle'));
    const matchRow = createMatcher(found, picked, columns, scope);
    for (const chunk of groupsOf(part, ROWS_PER_CHUNK)) {
      yield chunk.map((row) => ({ row, match: matchRow(row) }));
    }
  }
}

function createMatcher(
  found: ReadonlyMap<MatchKey, Found>,
  picked: Found,
  columns: ImportColumns,
  { stores, storeIds, inEachStore, picks = new Map() }: Omit<MatchScope, 'signal'>,
): (row: ImportRow) => RowMatch {
  const storeNames = new Map(stores.map((store) => [store.id, store.shop_name]));

  /** The stores that a row names, and how; null if none. */
  function storesOf(row: ImportRow): { readonly name: string; readonly ids: ReadonlySet<string> } | null {
    const said = (key: 'storeId' | 'storeName') => cellOf(row, columns.keys.get(key))?.trim() ?? '';
    const [id, name] = [said('storeId'), said('storeName')];
    if (id === '' && name === '') return null;
    const isMeant = (store: FileStore) =>
      id === '' ? store.shop_name.toLowerCase() === name.toLowerCase() : store.id === id.toLowerCase();
    return { name: name || id, ids: new Set(stores.filter(isMeant).map((store) => store.id)) };
  }

  function ambiguityOf(label: string, thing: string, candidates: readonly Candidate[]): Ambiguity {
    const places = [...new Set(candidates.map(({ storeId }) => storeNames.get(storeId) ?? storeId))];
    return {
      reason: `The ${label} fits ${candidates.length} ${thing}s in ${listNames(places)}.`,
      candidates,
    };
  }

  function matchByKey(row: ImportRow): RowMatch {
    const { match } = row;
    if (match === null) return unclear('invalid', NO_KEY, FILL_IN_A_KEY);
    const named = storesOf(row);
    if (named?.ids.size === 0)
      return unclear('unmatched', `There is no store “${named.name}”.`, NAME_A_STORE);
    const fits = (value: string) =>
      (found.get(match.by)?.find(value) ?? []).filter(({ storeId }) => named?.ids.has(storeId) ?? true);
    const inStores: Candidate[] = [];
    for (const forms of formsOf(match)) {
      const better = [...inStores];
      const isBest = ({ storeId }: Candidate) =>
        !better.some((other) => !inEachStore || other.storeId === storeId);
      inStores.push(...forms.flatMap(fits).filter(isBest));
    }
    const written = match.value.trim();
    const label = `${LABELS[match.by]} “${written}”`;
    const thing = match.by === 'handle' || match.by === 'title' ? 'product' : 'variant';
    const meant = inEachStore ? [...Map.groupBy(inStores, ({ storeId }) => storeId).values()] : [inStores];
    const fitting = meant.map((candidates) => withSameHandle(row, columns, candidates));
    const targets = fitting.flatMap((candidates) => (candidates.length === 1 ? candidates : []));
    const several = fitting.filter((candidates) => candidates.length > 1).flat();
    const ambiguous = several.length === 0 ? null : ambiguityOf(label, thing, several);
    if (targets.length > 0) return { kind: 'matched', targets, ambiguous };
    if (ambiguous !== null) return unclear('ambiguous', ambiguous.reason, SAY_WHICH, several);
    if ((match.by === 'sku' || match.by === 'barcode') && SHORTENED_NUMBER.test(written)) {
      return unclear('invalid', shortenedBy(written), WHOLE_NUMBER);
    }
    const where = named !== null || storeIds !== null ? ' in the stores that were chosen' : '';
    return unclear('unmatched', `No ${thing} has the ${label}${where}.`, hintFor(match.by, written));
  }

  return (row) => {
    const match = matchByKey(row);
    const chosen = [...new Set(picks.get(row.rowNumber))].flatMap((id) => picked.find(id));
    if (chosen.length === 0) return match;
    const decided = new Set(chosen.map(({ storeId }) => storeId));
    const others =
      match.kind === 'matched' ? match.targets.filter(({ storeId }) => !decided.has(storeId)) : [];
    return { kind: 'matched', targets: [...others, ...chosen], ambiguous: null };
  };
}

/** The matches of the rows, by kind of key. */
async function findCandidates(
  db: Queryable,
  rows: readonly ImportRow[],
  storeIds: MatchScope['storeIds'],
  withHandles: boolean,
): Promise<Map<MatchKey, Found>> {
  const found = new Map<MatchKey, Found>();
  for (const by of MATCH_KEYS) {
    const keys = new Set(rows.flatMap(({ match }) => (match?.by === by ? formsOf(match).flat() : [])));
    const valid = by === 'variantId' ? [...keys].filter((key) => UUID.test(key)) : [...keys];
    if (valid.length > 0) found.set(by, await LOOKUPS[by](db, valid, storeIds, withHandles));
  }
  return found;
}

const NO_KEY = 'This row does not say which variant it is about:';
const FILL_IN_A_KEY = ' fill in its SKU or its barcode.';
const NAME_A_STORE = ' Write its name as in Storefleet, or ignore this column.';

function unclear(
  kind: Exclude<RowMatch['kind'], 'matched'>,
  reason: string,
  advice: string,
  candidates: readonly Candidate[] = [],
): RowMatch {
  return { kind, reason, advice, candidates };
}

const WHOLE_NUMBER = ' Format the column as text and fill in the whole number.';

/** The advice for a number in scientific notation. */
export function shortenedNumber(text: string): string {
  return shortenedBy(text) + WHOLE_NUMBER;
}

function shortenedBy(text: string): string {
  return `“${text}” is a long number that a spreadsheet has shortened: its last digits are lost.`;
}

export function isShortenedNumber(text: string): boolean {
  return SHORTENED_NUMBER.test(text);
}

function withSameHandle(row: ImportRow, columns: ImportColumns, candidates: Candidate[]): Candidate[] {
  if (candidates.length < 2) return candidates;
  const handle = cellOf(row, columns.keys.get('handle'))?.trim();
  const same = handle ? candidates.filter((candidate) => candidate.handle === handle) : [];
  return same.length > 0 ? same : candidates;
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `“${name}”`);
  return names.length > 3 ? `${shown.join(', ')} and ${names.length - 3} more` : shown.join(' and ');
}
