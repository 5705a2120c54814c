import type { SourceEdit } from '../../editing.ts';
import type { Prepared, PreparedEdit } from '../write/edit-writing.ts';

/**
 * The file of a bulk mutation: a line per product, with the variables of its call. A line's variants are
 * ordered by id, so an error that refers to one by index can be resolved later, from the edits alone.
 */

export type Kind = 'variants' | 'products';

/** Shopify's limit per call. */
const VARIANTS_PER_LINE = 2_048;
/** Shopify accepts files of 100 MB. */
const MAX_FILE_BYTES = 95 * 1024 * 1024;

export function linesFor(kind: Kind, { variants, products }: Prepared): string[] {
  const prepared: readonly PreparedEdit[] = kind === 'variants' ? variants : products;
  const inputs = new Map(prepared.map(({ edit, input }) => [edit, input]));
  const lines: string[] = [];
  let bytes = 0;
  for (const [productId, edits] of groupsFor(kind, [...inputs.keys()])) {
    const of = edits.map((edit) => inputs.get(edit));
    const line = JSON.stringify(kind === 'variants' ? { productId, variants: of } : { product: of[0] });
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MAX_FILE_BYTES) break;
    lines.push(line);
  }
  return lines;
}

/** The edits of each product's line: one per variant. Excess edits are not in the file. */
export function groupsFor(kind: Kind, edits: readonly SourceEdit[]): Map<string, SourceEdit[]> {
  const groups = new Map<string, SourceEdit[]>();
  for (const edit of edits) {
    const group = groups.get(edit.productId);
    if (group === undefined) {
      groups.set(edit.productId, [edit]);
    } else if (kind === 'variants') {
      group.push(edit);
    }
  }
  for (const [productId, group] of groups) {
    groups.set(productId, firstOfEach(group).slice(0, VARIANTS_PER_LINE));
  }
  return groups;
}

function firstOfEach(edits: readonly SourceEdit[]): SourceEdit[] {
  const byVariant = new Map<string, SourceEdit>();
  for (const edit of edits) {
    const id = edit.variantId ?? '';
    if (!byVariant.has(id)) byVariant.set(id, edit);
  }
  return [...byVariant.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, edit]) => edit);
}
