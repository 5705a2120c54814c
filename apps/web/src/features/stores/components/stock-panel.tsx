import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount } from '@storefleet/contract/values/quantity';
import { announce } from '../../../components/feedback/announce.ts';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useUpdateStore } from '../api/changes.ts';

type Props = { store: Store; readOnlyBecause: string | null };

/** More locations make a call slightly more expensive. */
const VARIANTS_PER_CALL = 250;
const POINTS_PER_CALL = 10;

/** Switches stock per location on or off, and says what it costs. */
export function StockPanel({ store, readOnlyBecause }: Props) {
  const change = useUpdateStore(store.id);
  const isOn = store.stock_per_location;
  const points = Math.ceil(Math.max(1, store.variants_count) / VARIANTS_PER_CALL) * POINTS_PER_CALL;
  const toggle = () =>
    change.mutate(
      { stock_per_location: !isOn, based_on: { stock_per_location: isOn } },
      { onSuccess: () => announce(messages.stores.updated) },
    );
  return (
    <Panel title="Stock per location">
      <Switch
        label="Read the stock available at each location"
        description={`Adds about ${formatCount(points)} points to a full sync. Needs the scopes read_inventory and read_locations.`}
        checked={isOn}
        disabled={readOnlyBecause !== null || change.isPending}
        onChange={toggle}
      />
      <FailureBanner title={messages.stores.updateFailed} error={change.error} />
    </Panel>
  );
}
