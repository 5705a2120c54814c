import { Checkbox, SegmentedControl, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { PageSteps } from '../../../components/data-table/paging/page-steps.tsx';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { PlansList } from '../../../features/inbox/components/plans-list.tsx';
import { type InboxAddress, parseInboxAddress } from '../../../features/inbox/inbox-address.ts';
import { inboxQuery, PLANS_PER_PAGE } from '../../../features/inbox/inbox-api.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './inbox.module.css';

const route = getRouteApi('/guarded/layout/inbox');
const STATES = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
];
const NONE = {
  waiting: 'Plans from proposers and assistants, and those a guard rail holds for approval, wait here.',
  decided: 'Plans approved, rejected or taken over in the last 30 days appear here.',
};

/** Plans waiting for a decision, and plans already decided. */
export function InboxScreen() {
  usePageTitle('Inbox');
  const address = parseInboxAddress(route.useSearch());
  const { state = 'waiting', mine = false, page = 1 } = address;
  const navigate = useNavigate();
  const inbox = useQuery(inboxQuery(useApi(), { state, mine, page }));
  const show = (change: InboxAddress) =>
    void navigate({
      to: paths.inbox,
      search: { ...address, page: undefined, ...change },
      replace: true,
    });
  const { data } = inbox;
  return (
    <>
      <PageHeader title="Inbox" description="Plans waiting for a decision. Nothing is written until then." />
      <div className={classes.bar}>
        <SegmentedControl
          aria-label="Which plans"
          data={STATES}
          value={state}
          onChange={(chosen) => show({ state: chosen === 'decided' ? 'decided' : undefined })}
        />
        <Checkbox
          label="Only mine"
          checked={mine}
          onChange={(event) => show({ mine: event.currentTarget.checked || undefined })}
        />
      </div>
      {inbox.isPending && (
        <Stack gap="xs">
          <VisuallyHidden role="status">Loading the plans</VisuallyHidden>
          {['a', 'b', 'c'].map((row) => (
            <Skeleton key={row} height={72} />
          ))}
        </Stack>
      )}
      {inbox.error && !data && <QueryErrorState title="The plans could not be read" query={inbox} />}
      {data && <FailureBanner spaced title="The plans could not be read again" error={inbox.error} />}
      {data?.plans.length === 0 && (
        <EmptyState
          icon={<IconInbox size={20} stroke={1.6} />}
          title={state === 'waiting' ? 'Nothing to decide' : 'No decisions yet'}
          description={NONE[state]}
        />
      )}
      {data && data.plans.length > 0 && <PlansList plans={data.plans} />}
      {data && (
        <PageSteps
          name="Pages of plans"
          page={page}
          pages={Math.ceil(data.total / PLANS_PER_PAGE)}
          onPage={(next) => show({ page: next === 1 ? undefined : next })}
        />
      )}
    </>
  );
}
