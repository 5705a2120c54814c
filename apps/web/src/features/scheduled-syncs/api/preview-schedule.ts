import type { ScheduleTiming } from '@storefleet/contract/syncs/scheduled-syncs';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/**
 * A schedule in words and its next runs, with the timezone they were worked out in; null asks for nothing yet. The last
 * answer stays while another is on its way.
 */
export function schedulePreviewQuery(api: ApiClient, timing: ScheduleTiming | null) {
  return queryOptions({
    queryKey: ['schedule-preview', timing],
    queryFn: async ({ signal }) => {
      if (timing === null) throw new Error('There is nothing to preview yet.');
      const preview = await api.call('scheduledSyncs.preview', { body: timing, signal });
      return { ...preview, timezone: timing.timezone };
    },
    enabled: timing !== null,
    placeholderData: keepPreviousData,
  });
}
