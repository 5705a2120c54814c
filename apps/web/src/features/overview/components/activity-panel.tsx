import { Skeleton } from '@mantine/core';
import { ACTIVITY_DAYS } from '@storefleet/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BarCharts } from '../../../components/charts/bar-charts.tsx';
import type { ChartView } from '../../../components/charts/chart-data.ts';
import { ChartViewToggle } from '../../../components/charts/chart-view-toggle.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { activityPanels, activityRows, isQuiet } from '../activity-chart.ts';
import { activityQuery } from '../queries.ts';
import classes from './activity-panel.module.css';

const LABEL = 'Synced products and edits by day';

/** Synced products and edits of the last days, in the browser's time zone. */
export function ActivityPanel() {
  const api = useApi();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const activity = useQuery(activityQuery(api, timeZone));
  const [view, setView] = useState<ChartView>('chart');
  const days = activity.data;
  return (
    <Panel
      title="Activity"
      description={
        days && activity.isError
          ? 'This may be out of date: it could not be refreshed.'
          : `The last ${ACTIVITY_DAYS} days in ${timeZone.replaceAll('_', ' ')}`
      }
      actions={
        days &&
        !isQuiet(days) && <ChartViewToggle label="Show the activity as" view={view} onChange={setView} />
      }
    >
      {activity.isPending && (
        <div className={classes.skeletons} aria-hidden>
          {activityPanels.map(({ title }) => (
            <Skeleton key={title} />
          ))}
        </div>
      )}
      {!days && activity.isError && (
        <QueryErrorBanner title="The activity could not be loaded." query={activity} />
      )}
      {days && isQuiet(days) && (
        <p className="note">
          No syncs or edits in these days yet. Synced products and edits appear here by day.
        </p>
      )}
      {days && !isQuiet(days) && (
        <BarCharts
          label={LABEL}
          rowHeading="Day"
          rows={activityRows(days)}
          panels={activityPanels}
          view={view}
        />
      )}
    </Panel>
  );
}
