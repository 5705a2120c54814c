import type { Queryable } from '../../../platform/db/database.ts';
import type { FileStore } from '../export/csv.repository.ts';
import { OWN_COLUMNS } from '../product-columns.ts';
import { type ImportColumns, MATCH_KEYS, type MatchKey } from './import-columns.ts';
import { cellOf, type ImportRow } from './import-rows.ts';
import {
  type Candidate,
  type CandidateLookup,
  findByBarcode,
  findByHandle,
  findBySku,
  findByVariantId,
} from './match.repository.ts';

export type RowMatch =
  | { readonly kind: 'matched'; readonly target: Candidate }
  | { readonly kind: 'unmatched' | 'ambiguous' | 'invalid'; readonly sentence: string };

const LOOKUPS: Readonly<Record<MatchKey, CandidateLookup>> = {
  variantId: findByVariantId,
  sku: findBySku,
  barcode: findByBarcode,
  handle: findByHandle,
};
const LABELS: Readonly<Record<MatchKey, string>> = {
  variantId: OWN_COLUMNS.variantId,
  sku: 'SKU',
  barcode: 'barcode',
  handle: 'handle',
};
const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/;
/** How spreadsheets shorten a long number. */
const SHORTENED_NUMBER = /^\d([.,]\d+)?E\+\d{2}$/i;

/** What each row is about, by the strongest key that it holds; all rows are looked up in a few statements. */
export async function createMatcher(
  db: Queryable,
  rows: readonly ImportRow[],
  columns: ImportColumns,
  { stores, storeIds }: { stores: readonly FileStore[]; storeIds: readonly string[] | null },
): Promise<(row: ImportRow) => RowMatch> {
  const found = new Map<MatchKey, Map<string, Candidate[]>>();
  for (const by of MATCH_KEYS) {
    const keys = new Set(rows.flatMap(({ match }) => (match?.by === by ? [match.value] : [])));
    const valid = by === 'variantId' ? [...keys].filter((key) => UUID.test(key)) : [...keys];
    if (valid.length > 0) found.set(by, await LOOKUPS[by](db, valid, storeIds));
  }
  const storeNames = new Map(stores.map((store) => [store.id, store.shop_name]));

  /** The stores that a row names; null where it names none. */
  function storesOf(row: ImportRow): ReadonlySet<string> | null {
    const id = cellOf(row, columns.keys.get('storeId'))?.trim().toLowerCase();
    if (id) return new Set([id]);
    const name = cellOf(row, columns.keys.get('storeName'))?.trim().toLowerCase();
    if (!name) return null;
    return new Set(stores.filter((store) => store.shop_name.toLowerCase() === name).map((store) => store.id));
  }

  return (row) => {
    const { match } = row;
    if (match === null) {
      return {
        kind: 'invalid',
        sentence: 'This row does not say which variant it is about: fill in its SKU or its barcode.',
      };
    }
    const named = storesOf(row);
    const all = found.get(match.by)?.get(match.value) ?? [];
    const inStores = named === null ? all : all.filter(({ storeId }) => named.has(storeId));
    const candidates = inStores.length > 1 ? withSameHandle(row, columns, inStores) : inStores;
    const [target] = candidates;
    if (target !== undefined && candidates.length === 1) return { kind: 'matched', target };

    const label = `${LABELS[match.by]} “${match.value}”`;
    const thing = match.by === 'handle' ? 'product' : 'variant';
    if (target === undefined) {
      if ((match.by === 'sku' || match.by === 'barcode') && SHORTENED_NUMBER.test(match.value)) {
        return { kind: 'invalid', sentence: shortenedNumber(match.value) };
      }
      const where = named !== null || storeIds !== null ? ' in the stores that were chosen' : '';
      return { kind: 'unmatched', sentence: `No ${thing} has the ${label}${where}.` };
    }
    const places = [...new Set(candidates.map(({ storeId }) => storeNames.get(storeId) ?? storeId))];
    return {
      kind: 'ambiguous',
      sentence: `The ${label} fits ${candidates.length} ${thing}s in ${listNames(places)}. Add the column “${OWN_COLUMNS.variantId}”, “${OWN_COLUMNS.storeName}” or “Handle” to say which is meant.`,
    };
  };
}

/** Of a number that a spreadsheet wrote in its scientific form. */
export function shortenedNumber(text: string): string {
  return `“${text}” is a long number that a spreadsheet has shortened: its last digits are lost. Format the column as text and fill in the whole number.`;
}

export function isShortenedNumber(text: string): boolean {
  return SHORTENED_NUMBER.test(text);
}

function withSameHandle(row: ImportRow, columns: ImportColumns, candidates: Candidate[]): Candidate[] {
  const handle = cellOf(row, columns.keys.get('handle'))?.trim();
  const same = handle ? candidates.filter((candidate) => candidate.handle === handle) : [];
  return same.length > 0 ? same : candidates;
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `“${name}”`);
  return names.length > 3 ? `${shown.join(', ')} and ${names.length - 3} more` : shown.join(' and ');
}
