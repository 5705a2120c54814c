import type { WhatIfGroup, WhatIfSums } from '@storefleet/contract/edits/what-if';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { Absent } from '../../../../components/text/absent.tsx';
import { Arrow } from '../../../../components/text/arrow.tsx';
import { formatMoney } from '../../../../lib/format/format-money.ts';

export const nameOf = ({ name, others }: WhatIfGroup) =>
  others > 0 ? `${formatQuantity(others, 'other')}` : (name ?? 'None');

type Sum = 'value_at_price' | 'value_at_cost' | 'margin';

/** "$40.00 → $60.00", or one amount if unchanged; nothing if a required cost is missing. */
export function MoneyChange({ sums, sum }: { sums: WhatIfSums; sum: Sum }) {
  if (sum !== 'value_at_price' && !hasMargin(sums))
    return <Absent what={sum === 'margin' ? 'margin' : 'cost'} />;
  const { before, after } = sums[sum];
  return <Change before={formatMoney(before, sums.currency)} after={formatMoney(after, sums.currency)} />;
}

export function PercentChange({ sums }: { sums: WhatIfSums }) {
  const { before, after } = sums.margin_percent;
  if (!hasMargin(sums)) return <Absent what="margin" />;
  return <Change before={before === null ? '–' : `${before}%`} after={after === null ? '–' : `${after}%`} />;
}

export const hasMargin = ({ margin_percent: { before, after } }: WhatIfSums) =>
  before !== null || after !== null;

function Change({ before, after }: { before: string; after: string }) {
  const [from, to] = [before, after].map((text) => text.replace('-', '−'));
  if (from === to) return from;
  return (
    <>
      {from} <Arrow /> {to}
    </>
  );
}
