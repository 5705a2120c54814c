import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { announce } from '../../../components/feedback/announce.ts';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useUpdateStore } from '../api/changes.ts';

type Props = {
  store: Store;
  readOnlyBecause: string | null;
  title: string;
  /** What syncs read where it is on. */
  setting:
    | 'stock_per_location'
    | 'reads_collections'
    | 'reads_channels'
    | 'reads_descriptions'
    | 'reads_images'
    | 'reads_price_lists';
  label: string;
  /** What it costs and needs. */
  description: string;
};

/** Switches on or off what is read beside the products. */
export function ReadSwitch({ store, readOnlyBecause, title, setting, label, description }: Props) {
  const change = useUpdateStore(store.id);
  const isOn = store[setting];
  const toggle = () =>
    change.mutate(
      { [setting]: !isOn, based_on: { [setting]: isOn } },
      { onSuccess: () => announce(messages.stores.updated) },
    );
  return (
    <Panel title={title}>
      <Switch
        label={label}
        description={description}
        checked={isOn}
        disabled={readOnlyBecause !== null || change.isPending}
        onChange={toggle}
      />
      <FailureBanner title={messages.stores.updateFailed} error={change.error} />
    </Panel>
  );
}
