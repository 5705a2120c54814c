import { Button, TextInput } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { announce } from '../../../../components/feedback/announce.ts';
import { FailureBanner } from '../../../../components/feedback/failure-banner.tsx';
import { QueryErrorBanner } from '../../../../components/feedback/query-error.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { useUpdateStore } from '../../api/changes.ts';
import { pointsQuery } from '../../api/queries.ts';
import classes from './points.module.css';
import { PointsGauge } from './points-gauge.tsx';

type Props = { store: Store; readOnlyBecause: string | null };

/** What Shopify lets this store ask for, and what of it is kept for edits. */
export function PointsPanel({ store, readOnlyBecause }: Props) {
  const query = useQuery(pointsQuery(useApi(), store.id));
  const points = query.data?.points ?? null;
  return (
    <Panel title="Rate budget">
      <div className={classes.stack}>
        {query.error && <QueryErrorBanner title="The rate budget could not be read" query={query} />}
        {points === null ? (
          <p className={classes.muted}>Known from the next call to the shop on.</p>
        ) : (
          <PointsGauge points={points} />
        )}
        <FloorForm
          key={store.points_floor}
          store={store}
          readOnlyBecause={readOnlyBecause}
          usual={points?.floor}
        />
      </div>
    </Panel>
  );
}

function FloorForm({ store, readOnlyBecause, usual }: Props & { usual: number | undefined }) {
  const saved = store.points_floor === null ? '' : String(store.points_floor);
  const [typed, setTyped] = useState(saved);
  const change = useUpdateStore(store.id);
  const isNumber = /^\d*$/.test(typed.trim());
  const save = (event: FormEvent) => {
    event.preventDefault();
    const points_floor = typed.trim() === '' ? null : Number(typed);
    change.mutate(
      { points_floor, based_on: { points_floor: store.points_floor } },
      { onSuccess: () => announce(messages.stores.updated) },
    );
  };
  return (
    <form onSubmit={save}>
      <div className={classes.floor}>
        <TextInput
          label="Points kept for edits"
          description="Syncs and webhooks pause when fewer would be left. Empty: a twentieth of the maximum."
          placeholder={usual === undefined ? undefined : String(usual)}
          inputMode="numeric"
          maxLength={5}
          value={typed}
          disabled={readOnlyBecause !== null}
          error={isNumber ? undefined : 'Enter a whole number.'}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {typed.trim() !== saved && isNumber && (
          <Button type="submit" variant="default" loading={change.isPending}>
            Save
          </Button>
        )}
      </div>
      <FailureBanner title={messages.stores.updateFailed} error={change.error} />
    </form>
  );
}
