import { Button, Skeleton, TextInput } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { SYNC_PAGE_POINTS } from '@storefleet/contract/stores/point-constants';
import type { StorePoints } from '@storefleet/contract/stores/points';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { announce } from '../../../../components/feedback/announce.ts';
import { FailureBanner } from '../../../../components/feedback/failure-banner.tsx';
import { QueryErrorBanner } from '../../../../components/feedback/query-error.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { Overtaken, useTypedOver } from '../../../../components/unsaved/typed-over.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { refreshStores, useUpdateStore } from '../../api/changes.ts';
import { pointsQuery } from '../../api/queries.ts';
import classes from './points.module.css';
import { PointsGauge } from './points-gauge.tsx';

type Props = { store: Store; readOnlyBecause: string | null };

/** Shopify's points for this store, and how many are kept for edits. */
export function PointsPanel({ store, readOnlyBecause }: Props) {
  const query = useQuery(pointsQuery(useApi(), store.id));
  const points = query.data?.points ?? null;
  return (
    <Panel title="Rate budget">
      <div className={classes.stack}>
        {query.error && <QueryErrorBanner title="The rate budget could not be read" query={query} />}
        {query.isPending && <Skeleton height={40} />}
        {points && <PointsGauge points={points} />}
        {query.data?.points === null && (
          <p className={classes.muted}>Known after the next call to the shop.</p>
        )}
        <FloorForm store={store} readOnlyBecause={readOnlyBecause} points={points} />
      </div>
    </Panel>
  );
}

function FloorForm({ store, readOnlyBecause, points }: Props & { points: StorePoints | null }) {
  const saved = store.points_floor === null ? '' : String(store.points_floor);
  const draft = useTypedOver(saved, saved);
  const typed = draft.value;
  const change = useUpdateStore(store.id);
  const queryClient = useQueryClient();
  const isNumber = /^\d*$/.test(typed.trim());
  const most = points === null ? Number.POSITIVE_INFINITY : points.maximum - SYNC_PAGE_POINTS;
  const canSave = isNumber && typed.trim() !== saved;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!canSave || change.isPending) return;
    const points_floor = typed.trim() === '' ? null : Number(typed);
    change.mutate(
      { points_floor, based_on: { points_floor: store.points_floor } },
      {
        onSuccess: () => {
          draft.reset();
          announce(messages.stores.updated);
        },
        // If somebody else has saved other points, they show.
        onError: () => refreshStores(queryClient),
      },
    );
  };
  const reset = () => {
    draft.reset();
    change.reset();
  };
  return (
    <form onSubmit={save}>
      <div className={classes.floor}>
        <TextInput
          label="Points kept for edits"
          description="Syncs and webhooks pause when fewer would be left. Leave blank for a twentieth of the maximum."
          placeholder={points === null ? undefined : String(points.floor)}
          inputMode="numeric"
          maxLength={5}
          value={typed}
          disabled={readOnlyBecause !== null}
          error={isNumber ? undefined : 'Enter a whole number.'}
          onChange={({ currentTarget }) => draft.type(currentTarget.value)}
        />
        {draft.isOvertaken && draft.isDirty && (
          <Button variant="default" onClick={reset}>
            Reset
          </Button>
        )}
        {canSave && (
          <Button type="submit" variant="default" loading={change.isPending}>
            Save
          </Button>
        )}
      </div>
      {isNumber && points !== null && Number(typed) > most && (
        <p className={classes.warning} role="status">
          With more than {formatCount(Math.max(0, most))} of the {formatCount(points.maximum)} points kept, a
          sync waits before each page until all points are restored.
        </p>
      )}
      {draft.isOvertaken && draft.isDirty && !change.isPending && <Overtaken saveLabel="Save" />}
      <FailureBanner title={messages.stores.updateFailed} error={change.error} />
    </form>
  );
}
