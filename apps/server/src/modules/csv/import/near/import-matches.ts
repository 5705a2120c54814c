import { IMPORT_OPEN_ROWS, IMPORT_PICKED_VARIANTS } from '@storefleet/contract/catalogue/file-constants';
import type { ImportKeys, ImportMatches, ImportOpenRow } from '@storefleet/contract/edits/imports';
import type { ImportColumns } from '../import-columns.ts';
import { cellOf, type ImportRow } from '../import-rows.ts';
import type { Candidate } from '../match.repository.ts';
import type { MatchedRow, RowMatch } from '../row-matching.ts';

/** Characters shown of a cell. */
const CELL_LENGTH = 120;
const KEY_LENGTH = 255;
const KEYS = ['sku', 'barcode', 'handle', 'title'] as const;

/** Counts the matches, and lists ambiguous rows, up to the number that people look through. */
export async function matchesOf(
  matched: AsyncIterable<readonly MatchedRow[]>,
  columns: ImportColumns,
): Promise<ImportMatches> {
  const counts = { matched: 0, ambiguous: 0, unmatched: 0, invalid: 0 };
  const perStore = new Map<string, number>();
  const open: ImportOpenRow[] = [];
  let rows = 0;
  for await (const chunk of matched) {
    rows += chunk.length;
    for (const { row, match } of chunk) {
      const targets = match.kind === 'matched' ? match.targets : [];
      for (const storeId of new Set(targets.map((target) => target.storeId))) {
        perStore.set(storeId, (perStore.get(storeId) ?? 0) + 1);
      }
      const unclear = unclearOf(row, match);
      counts[unclear?.kind ?? 'matched'] += 1;
      if (unclear !== null && open.length < IMPORT_OPEN_ROWS) open.push(openRow(row, columns, unclear));
    }
  }
  const stores = [...perStore].map(([store_id, count]) => ({ store_id, rows: count }));
  return { rows, ...counts, stores: stores.toSorted((a, b) => b.rows - a.rows), open };
}

type Unclear = Pick<ImportOpenRow, 'kind' | 'reason'> & { readonly candidates: readonly Candidate[] };

function unclearOf(row: ImportRow, match: RowMatch): Unclear | null {
  if (row.problem !== null) return { kind: 'invalid', reason: row.problem, candidates: [] };
  if (match.kind !== 'matched') return match;
  return match.ambiguous && { kind: 'ambiguous', ...match.ambiguous };
}

function openRow(
  row: ImportRow,
  columns: ImportColumns,
  { kind, reason, candidates }: Unclear,
): ImportOpenRow {
  const keys: ImportKeys = {};
  if (row.problem === null) {
    for (const key of KEYS) {
      const column = columns.attributes.find(({ attribute }) => attribute === key) ?? columns.keys.get(key);
      const value = cellOf(row, column)?.trim();
      if (value) keys[key] = value.slice(0, KEY_LENGTH);
    }
  }
  return {
    row_number: row.rowNumber,
    kind,
    reason,
    cells: row.cells.map((cell) => (cell ?? '').slice(0, CELL_LENGTH)),
    keys,
    variant_ids: candidates.flatMap(({ variantId }) => variantId ?? []).slice(0, IMPORT_PICKED_VARIANTS),
  };
}
