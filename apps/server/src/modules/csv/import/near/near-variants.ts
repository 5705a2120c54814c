import type {
  ImportKeys,
  ImportSuggestion,
  NearQuestion,
  NearVariants,
} from '@storefleet/contract/edits/imports';
import { gtinFormsOfCell } from '@storefleet/contract/values/gtin';
import type { Queryable } from '../../../../platform/db/database.ts';
import { searchKey } from '../../../catalogue/search-key.ts';
import { codeDistance, lookAlikeKey } from './code-distance.ts';
import { findNearVariants, findVariants, type NearVariant } from './near.repository.ts';
import {
  likelyPatterns,
  type NearPattern,
  patternsOfTitle,
  possiblePatterns,
  shortenedDigits,
} from './near-patterns.ts';

/** Suggestions for a row without a match. */
const SHOWN = 5;
/** A code with more mistakes is a different code. */
const MOST_MISTAKES = 2;

type Near = { readonly reason: string; readonly distance: number };

/** The suggestions for each row: its matches, or else near matches, best first. */
export async function nearVariants(
  db: Queryable,
  { rows, store_ids, in_each_store }: NearQuestion,
): Promise<NearVariants> {
  const fitting = await findVariants(
    db,
    rows.flatMap(({ variant_ids }) => variant_ids),
  );
  const answered: NearVariants['rows'] = [];
  // One at a time, so that a page of rows does not take all connections.
  for (const { keys, variant_ids } of rows) {
    if (variant_ids.length > 0) {
      const ids = new Set(variant_ids);
      const suggestions = fitting.filter(({ id }) => ids.has(id)).map((found) => present([found], null));
      answered.push({ suggestions });
      continue;
    }
    const find = async (patterns: readonly NearPattern[]) =>
      nearOf(await findNearVariants(db, patterns, store_ids), keys);
    const likely = await find(likelyOf(keys));
    const near = likely.some(({ distance }) => distance < 1) ? likely : await find(possibleOf(keys));
    answered.push({ suggestions: bestOf([...likely, ...near], in_each_store) });
  }
  return { rows: answered };
}

function likelyOf({ sku, barcode, handle, title }: ImportKeys): NearPattern[] {
  return [
    ...(sku ? likelyPatterns(sku, 'search_skus') : []),
    ...(barcode ? likelyPatterns(barcode, 'search_barcodes') : []),
    ...(title ? patternsOfTitle(title) : []),
    ...(handle ? patternsOfTitle(handle.replaceAll('-', ' ')) : []),
  ];
}

function possibleOf({ sku, barcode }: ImportKeys): NearPattern[] {
  return [
    ...(sku ? possiblePatterns(sku, 'search_skus') : []),
    ...(barcode ? possiblePatterns(barcode, 'search_barcodes') : []),
  ];
}

function nearOf(found: readonly NearVariant[], keys: ImportKeys): NearOne[] {
  return found.flatMap((variant) => {
    const how = nearnessOf(variant, keys);
    return how === null ? [] : [{ variant, ...how }];
  });
}

/** Null if it is only in the same product as a match. */
function nearnessOf(variant: NearVariant, { sku, barcode, handle, title }: ImportKeys): Near | null {
  const ways = [
    ...(sku
      ? [nearCode(sku, variant.sku, 'SKU'), isSameNumber(sku, variant.barcode) && same('barcode', 0.5)]
      : []),
    ...(barcode
      ? [
          nearCode(barcode, variant.barcode, 'barcode'),
          isSameNumber(barcode, variant.sku) && same('SKU', 0.5),
        ]
      : []),
    title && nearTitle(title, variant.product_title),
    handle && handle === variant.handle ? same('handle', 0.6) : null,
  ].filter((way) => way !== null && way !== undefined && way !== false && way !== '');
  return ways.toSorted((a, b) => a.distance - b.distance)[0] ?? null;
}

function same(what: string, distance: number): Near {
  return { reason: `has this ${what}`, distance };
}

function isSameNumber(typed: string, code: string | null): boolean {
  return code !== null && gtinFormsOfCell(typed).some((form) => form.toLowerCase() === code.toLowerCase());
}

function nearCode(typed: string, code: string | null, label: string): Near | null {
  if (code === null) return null;
  if (isSameNumber(typed, code)) return same(label, 0);
  const digits = shortenedDigits(typed);
  if (digits !== null)
    return code.startsWith(digits) ? { reason: `begins with ${digits}`, distance: 1 } : null;
  const [written, held] = [searchKey(typed), searchKey(code)];
  if (withoutSeparators(written) === withoutSeparators(held)) {
    return { reason: 'differs in separators or capitals only', distance: 0.2 };
  }
  if (lookAlikeKey(written) === lookAlikeKey(held)) {
    return { reason: 'has look-alike characters, such as 0 and O', distance: 0.3 };
  }
  // A short code with half of its characters different is another code.
  const most = Math.min(MOST_MISTAKES, Math.floor(written.length / 3));
  const distance = codeDistance(written, held, most);
  if (distance !== null) return { reason: differsBy(written, held, distance), distance };
  if (held.includes(written) || written.includes(held)) {
    return written.length < 4 || held.length < 4
      ? null
      : { reason: held.includes(written) ? `is part of its ${label}` : `holds its ${label}`, distance: 3 };
  }
  return null;
}

function differsBy(written: string, held: string, distance: number): string {
  if ([...written].toSorted().join('') === [...held].toSorted().join('')) {
    return 'has the same characters in another order';
  }
  return distance === 1 ? 'differs in one character' : `differs in ${distance} characters`;
}

function nearTitle(typed: string, title: string): Near | null {
  const [written, held] = [searchKey(typed), searchKey(title)];
  if (written === held) return same('title', 0.6);
  return written.split(' ').every((word) => held.includes(word))
    ? { reason: 'holds the words of the title', distance: 2.5 }
    : null;
}

function withoutSeparators(key: string): string {
  return key.replace(/[^\p{L}\p{N}]/gu, '');
}

type NearOne = Near & { readonly variant: NearVariant };

function bestOf(near: readonly NearOne[], inEachStore: boolean): ImportSuggestion[] {
  const distinct = new Map(near.map((one) => [one.variant.id, one])).values();
  const groups = [...Map.groupBy(distinct, ({ variant }) => codeOf(variant)).values()];
  return groups
    .flatMap((group) => (inEachStore && isOncePerStore(group) ? [group] : group.map((one) => [one])))
    .toSorted(
      ([a], [b]) =>
        (a?.distance ?? 0) - (b?.distance ?? 0) ||
        (a?.variant.product_title ?? '').localeCompare(b?.variant.product_title ?? ''),
    )
    .slice(0, SHOWN)
    .map((group) => {
      const variants = group.map(({ variant }) => variant);
      return present(variants, group[0]?.reason ?? null);
    });
}

/** The code that a row is matched by. */
function codeOf({ id, sku, barcode }: NearVariant): string {
  return sku ? `sku ${searchKey(sku)}` : barcode ? `barcode ${searchKey(barcode)}` : id;
}

/** Two variants of a store with the same code are alternatives, not one suggestion. */
function isOncePerStore(group: readonly NearOne[]): boolean {
  return new Set(group.map(({ variant }) => variant.store_id)).size === group.length;
}

function present(variants: readonly NearVariant[], reason: string | null): ImportSuggestion {
  const [first] = variants;
  return {
    variant_ids: variants.map(({ id }) => id),
    product_title: first?.product_title ?? '',
    variant_title: first?.variant_title ?? '',
    sku: first?.sku ?? null,
    barcode: first?.barcode ?? null,
    price: first?.price ?? null,
    currency: first?.currency ?? null,
    store_names: [...new Set(variants.map(({ store_name }) => store_name))],
    reason,
  };
}
