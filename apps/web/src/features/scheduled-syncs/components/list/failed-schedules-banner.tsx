import { SCHEDULED_SYNCS_MAX_LIMIT } from '@storefleet/contract/constants';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../../app/paths.ts';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { TextLink } from '../../../../components/text/links.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { scheduledSyncsQuery, scheduleSummaryQuery } from '../../api/queries.ts';
import { hasReachedLimit } from '../../schedule-badge.ts';
import classes from './failed-schedules-banner.module.css';

/** More are on the screen of the schedules. */
const NAMED = 5;
const wholeList = { isActive: true, limit: SCHEDULED_SYNCS_MAX_LIMIT, offset: 0 };

/** Says which schedules failed so often that they stopped. Nothing as long as there are none. */
export function FailedSchedulesBanner() {
  const api = useApi();
  const failed = useQuery(scheduleSummaryQuery(api)).data?.failed_schedules ?? 0;
  const list = useQuery({ ...scheduledSyncsQuery(api, wholeList), enabled: failed > 0 });
  if (failed === 0) return null;
  const stopped = list.data?.scheduled_syncs.filter(hasReachedLimit) ?? [];
  const unnamed = failed - Math.min(stopped.length, NAMED);
  return (
    <Banner
      tone="danger"
      title={`${formatQuantity(failed, 'scheduled sync')} stopped after too many failures in a row`}
    >
      {stopped.length > 0 && (
        <ul className={classes.list}>
          {stopped.slice(0, NAMED).map(({ id, name, store_name: store }) => (
            <li key={id}>
              <TextLink to={paths.scheduledSyncLogs} params={{ syncId: id }} underline="always">
                {name}
              </TextLink>{' '}
              of {store}
            </li>
          ))}
          {unnamed > 0 && <li>and {formatQuantity(unnamed, 'more', 'more')}</li>}
        </ul>
      )}
      A good run, an edit, or switching it off and on sets it going again.{' '}
      <TextLink to={paths.scheduledSyncs} underline="always">
        Go to Schedules
      </TextLink>
    </Banner>
  );
}
