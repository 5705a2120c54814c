import type { WhatIf, WhatIfGroup, WhatIfSums } from '@storefleet/contract/edits/what-if';
import { formatCount } from '@storefleet/contract/values/quantity';
import type { CommandContext } from '../command.ts';
import { textTable } from '../text-table.ts';

/** Margin and stock value before and after a plan: in all, then by store, vendor and type. */
export async function showWhatIf({ api, answer }: CommandContext, batch_id: string): Promise<void> {
  const whatIf = await api.call('bulkUpdates.whatIf', { params: { batch_id } });
  answer(whatIf, () => wordsOf(whatIf));
}

function wordsOf({ totals, stores, vendors, types, notes }: WhatIf): string {
  if (totals.length === 0) return 'This plan changes neither prices nor costs.';
  const tables = [
    table('Total', totals, () => 'All'),
    table('Store', stores, nameOf),
    table('Vendor', vendors, nameOf),
    table('Type', types, nameOf),
  ];
  return [...tables, ...(notes.length > 0 ? [notes.join('\n')] : [])].join('\n\n');
}

const nameOf = ({ name, others }: WhatIfGroup) =>
  others > 0 ? `${formatCount(others)} others` : (name ?? '–');

function table<Sums extends WhatIfSums>(
  heading: string,
  lines: readonly Sums[],
  name: (line: Sums) => string,
): string {
  const change = ({ before, after }: { before: string | null; after: string | null }, unit = '') =>
    [before, after].map((side) => (side === null ? '–' : `${side}${unit}`)).join(' → ');
  return textTable(
    [heading, 'Currency', 'Variants', 'Stock at price', 'Stock at cost', 'Margin', 'Margin in %'],
    lines.map((line) => [
      name(line),
      line.currency,
      line.variants,
      change(line.value_at_price),
      change(line.value_at_cost),
      change(line.margin),
      change(line.margin_percent, '%'),
    ]),
  );
}
