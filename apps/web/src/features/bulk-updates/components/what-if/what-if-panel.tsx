import { SegmentedControl } from '@mantine/core';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { WhatIf, WhatIfGroup, WhatIfSums } from '@storefleet/contract/edits/what-if';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ChangeBars } from '../../../../components/charts/change-bars.tsx';
import type { ChartView } from '../../../../components/charts/chart-data.ts';
import { ChartViewToggle } from '../../../../components/charts/chart-view-toggle.tsx';
import { FailureBanner } from '../../../../components/feedback/failure-banner.tsx';
import { Loading } from '../../../../components/feedback/loading.tsx';
import { QueryErrorBanner } from '../../../../components/feedback/query-error.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { whatIfQuery } from '../../../batches/queries.ts';
import classes from './what-if-panel.module.css';
import { WhatIfTable } from './what-if-table.tsx';
import { hasMargin, MoneyChange, nameOf, PercentChange } from './what-if-values.tsx';

/** Groups that fit the chart; the table has all. */
const DRAWN = 8;
const GROUPS = [
  { value: 'stores', label: 'Store' },
  { value: 'vendors', label: 'Vendor' },
  { value: 'types', label: 'Type' },
] as const;
type By = (typeof GROUPS)[number]['value'];

/** Margin and stock value before and after a plan: in total, and by store, vendor or type. */
export function WhatIfPanel({ batch }: { batch: BulkUpdateBatch }) {
  const query = useQuery(whatIfQuery(useApi(), batch.batch_id));
  const { data } = query;
  if (query.isPending) {
    return <Loading label="Calculating margin and stock value" height="12rem" />;
  }
  if (!data)
    return <QueryErrorBanner title="Margin and stock value could not be calculated." query={query} />;
  return (
    <div className={classes.root}>
      <FailureBanner title="These sums could not be refreshed" error={query.error} />
      {data.totals.length === 0 ? <p className={classes.notes}>No rows left.</p> : <Sums whatIf={data} />}
    </div>
  );
}

function Sums({ whatIf }: { whatIf: WhatIf }) {
  const [by, setBy] = useState<By>('stores');
  const [view, setView] = useState<ChartView>('chart');
  const groups = whatIf[by];
  return (
    <>
      {whatIf.totals.map((sums) => (
        <Figures key={sums.currency} sums={sums} />
      ))}
      <div className={classes.bar}>
        <SegmentedControl<By> size="xs" aria-label="Sums by" data={[...GROUPS]} value={by} onChange={setBy} />
        <ChartViewToggle label="Show the sums as" view={view} onChange={setView} />
      </div>
      {view === 'table' ? (
        <WhatIfTable
          label="Margin and stock value before and after"
          heading={GROUPS.find(({ value }) => value === by)?.label ?? ''}
          groups={groups}
        />
      ) : (
        whatIf.totals.map(({ currency }) => (
          <Picture
            key={currency}
            currency={whatIf.totals.length > 1 ? currency : null}
            groups={groups.filter((group) => group.currency === currency)}
          />
        ))
      )}
      {whatIf.notes.length > 0 && (
        <ul className={classes.notes}>
          {whatIf.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Figures({ sums }: { sums: WhatIfSums }) {
  return (
    <dl className={classes.figures} aria-label={`Sums in ${sums.currency}`}>
      <Figure label="Stock at price">
        <MoneyChange sums={sums} sum="value_at_price" />
      </Figure>
      <Figure label="Stock at cost">
        <MoneyChange sums={sums} sum="value_at_cost" />
      </Figure>
      <Figure label="Margin">
        <MoneyChange sums={sums} sum="margin" />
      </Figure>
      <Figure label="Margin in %">
        <PercentChange sums={sums} />
      </Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** One currency per chart: two would share no scale. */
function Picture({ currency, groups }: { currency: string | null; groups: readonly WhatIfGroup[] }) {
  const inCurrency = currency === null ? '' : ` in ${currency}`;
  const drawn = groups.slice(0, DRAWN);
  const rowsOf = (sum: 'value_at_price' | 'margin', rows: readonly WhatIfGroup[]) =>
    rows.map((group) => ({
      id: `${group.store_id} ${group.name} ${group.others}`,
      label: nameOf(group),
      before: Number(group[sum].before),
      after: Number(group[sum].after),
      words: <MoneyChange sums={group} sum={sum} />,
    }));
  const earning = drawn.filter(hasMargin);
  return (
    <div className={classes.pictures}>
      <ChangeBars title={`Stock at price${inCurrency}`} rows={rowsOf('value_at_price', drawn)} />
      {earning.length > 0 && <ChangeBars title={`Margin${inCurrency}`} rows={rowsOf('margin', earning)} />}
      {groups.length > DRAWN && (
        <p className={classes.notes}>
          The largest {DRAWN} are drawn; the table lists {formatCount(groups.length)}.
        </p>
      )}
    </div>
  );
}
