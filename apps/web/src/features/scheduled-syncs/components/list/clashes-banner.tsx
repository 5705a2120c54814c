import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { upcomingRunsQuery } from '../../api/queries.ts';
import { CLASH_WITHIN, clashesOf } from '../../coming-week.ts';
import classes from './clashes-banner.module.css';

/** Lists schedules that overlap in the coming week. Hidden if none do. */
export function ClashesBanner() {
  const { data } = useQuery(upcomingRunsQuery(useApi()));
  const clashes = data ? clashesOf(data.runs) : [];
  if (clashes.length === 0) return null;
  return (
    <Banner
      tone="warning"
      title={`${formatQuantity(clashes.length, 'store')} with overlapping schedules this week`}
    >
      Their runs begin less than {CLASH_WITHIN / 60_000} minutes apart: the later one is skipped while the
      earlier one is still reading.
      <ul className={classes.list}>
        {clashes.map(({ storeId, storeName, names }) => (
          <li key={storeId}>
            {storeName}: {names.join(', ')}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
