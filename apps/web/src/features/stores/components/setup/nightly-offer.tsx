import { Button } from '@mantine/core';
import type { Store } from '@storefleet/contract/stores/stores';
import { SCHEDULED_SYNCS_MAX_LIMIT } from '@storefleet/contract/syncs/schedule-constants';
import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryErrorBanner } from '../../../../components/feedback/query-error.tsx';
import { ButtonLink } from '../../../../components/text/links.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { paths } from '../../../../lib/paths.ts';
import { Permitted } from '../../../auth/components/permitted.tsx';
import { useCreateScheduledSync } from '../../../scheduled-syncs/api/changes.ts';
import { scheduledSyncsQuery } from '../../../scheduled-syncs/api/queries.ts';
import { ownTimezone } from '../../../scheduled-syncs/schedule-times.ts';
import { newSchedule, toInput, withStore } from '../../../scheduled-syncs/schedule-values.ts';
import { freeNightTime } from '../../nightly-time.ts';
import classes from './setup-panel.module.css';

/** The limit of names, which a store's name may reach. */
const NAME_LENGTH = 255;

type Props = {
  store: Store;
  /** Renders the offer; gets whether the store has a schedule, and the offer itself. */
  children: (isScheduled: boolean, offer: ReactNode) => ReactNode;
};

/** Offers a nightly sync at a time that no other schedule uses, in the viewer's timezone. */
export function NightlyOffer({ store, children }: Props) {
  const schedules = useQuery({
    ...scheduledSyncsQuery(useApi(), { isActive: null, limit: SCHEDULED_SYNCS_MAX_LIMIT, offset: 0 }),
    refetchInterval: false,
  });
  const all = schedules.data?.scheduled_syncs;
  const own = all?.find(({ store_id: id }) => id === store.id);
  return children(
    own !== undefined,
    <>
      {own && `${own.schedule_description} (${own.timezone})`}
      {!all && !schedules.error && 'Finding a free time…'}
      {!all && schedules.error && (
        <QueryErrorBanner title="The schedules could not be read" query={schedules} />
      )}
      {all && !own && <Offer store={store} schedules={all} />}
    </>,
  );
}

function Offer({ store, schedules }: { store: Store; schedules: readonly ScheduledSync[] }) {
  const creation = useCreateScheduledSync();
  const timezone = ownTimezone();
  const { hour, minute } = freeNightTime(schedules, timezone);
  const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const accept = () =>
    creation.mutate(
      toInput({
        ...withStore(newSchedule, store),
        name: `${store.shop_name}, nightly`.slice(0, NAME_LENGTH),
        hour: String(hour),
        minute: String(minute),
        timezone,
      }),
    );
  return (
    <>
      <div className={classes.offer}>
        <span className={classes.words}>
          Every night at {clock} ({timezone}), clear of the other schedules.
        </span>
        <Permitted call="scheduledSyncs.create">
          <Button
            size="xs"
            variant="light"
            loading={creation.isPending || creation.isSuccess}
            onClick={accept}
          >
            Sync every night
          </Button>
        </Permitted>
        <ButtonLink to={paths.scheduledSyncNew} size="xs" variant="subtle" color="gray">
          Another time
        </ButtonLink>
      </div>
      {creation.error && (
        <p role="alert" className={classes.failure}>
          {describeError(creation.error)}
        </p>
      )}
    </>
  );
}
