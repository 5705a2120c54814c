import { PREFERENCE_KEYS } from '@storefleet/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { INVITE_HASH } from '../../lib/anchors.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { readText, removeEntry, writeText } from '../../lib/browser/browser-storage.ts';
import { createListeners } from '../../lib/browser/listeners.ts';
import { paths } from '../../lib/paths.ts';
import { summaryQuery } from '../overview/queries.ts';
import { scheduleSummaryQuery } from '../scheduled-syncs/api/queries.ts';
import { teamQuery } from '../team/team-api.ts';

type FirstStep = {
  readonly title: string;
  readonly why: string;
  readonly action: string;
  readonly to: string;
  readonly hash?: string;
  readonly isDone: boolean;
};

const { subscribe, notify } = createListeners();
const isShown = () => readText(PREFERENCE_KEYS.firstSteps) !== 'hidden';

export function showFirstSteps(): void {
  removeEntry(PREFERENCE_KEYS.firstSteps);
  notify();
}

export function hideFirstSteps(): void {
  writeText(PREFERENCE_KEYS.firstSteps, 'hidden');
  notify();
}

/** The steps, done or not according to the server; null where they are hidden, done or cannot be read. */
export function useFirstSteps(): readonly FirstStep[] | 'loading' | null {
  const api = useApi();
  const enabled = useSyncExternalStore(subscribe, isShown);
  const summary = useQuery({ ...summaryQuery(api), enabled });
  const schedules = useQuery({ ...scheduleSummaryQuery(api), enabled, refetchInterval: false });
  const team = useQuery({ ...teamQuery(api), enabled });
  const changes = useQuery({
    queryKey: ['history', 'any'],
    queryFn: ({ signal }) => api.call('history.list', { query: { page: 1 }, signal }),
    enabled,
  });
  const isUnread = [summary, schedules, team, changes].some((query) => query.isError && !query.data);
  const steps =
    summary.data && schedules.data && team.data && changes.data
      ? stepsOf(summary.data, {
          hasChanges: changes.data.total > 0,
          hasSchedules: schedules.data.total_schedules > 0,
          hasColleagues: team.data.members.length > 1,
        })
      : null;
  const areDone = enabled && (steps?.every(({ isDone }) => isDone) ?? false);
  useEffect(() => {
    // So that later visits neither ask for them nor reserve their space.
    if (areDone) hideFirstSteps();
  }, [areDone]);
  if (!enabled || areDone || isUnread) return null;
  return steps ?? 'loading';
}

function stepsOf(
  { stores, variants }: { stores: number; variants: number },
  {
    hasChanges,
    hasSchedules,
    hasColleagues,
  }: Record<'hasChanges' | 'hasSchedules' | 'hasColleagues', boolean>,
): readonly FirstStep[] {
  return [
    {
      title: 'Connect a store',
      why: 'A Shopify shop, or a table in a SQL Server. It takes a minute.',
      action: 'Add a shop',
      to: paths.addStore,
      isDone: stores > 0,
    },
    {
      title: 'Sync its products',
      why: 'The first sync starts when you add a store; its card shows the progress.',
      action: 'See the stores',
      to: paths.dashboard,
      isDone: variants > 0,
    },
    {
      title: 'Change a price',
      why: 'Find a product and type another price. You can undo it in the history.',
      action: 'Find a product',
      to: paths.search,
      isDone: hasChanges,
    },
    {
      title: 'Sync the stores every night',
      why: 'Keeps this data up to date with your shops.',
      action: 'Create a schedule',
      to: paths.scheduledSyncsNewSeveral,
      isDone: hasSchedules,
    },
    {
      title: 'Invite a colleague',
      why: 'Everyone signs in with their own account, so the history shows who changed what.',
      action: 'Invite',
      to: paths.settings,
      hash: INVITE_HASH,
      isDone: hasColleagues,
    },
  ];
}
