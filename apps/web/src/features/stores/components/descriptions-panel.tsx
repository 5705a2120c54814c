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

/** Of a shop that writes a few paragraphs of each. */
const KILOBYTES_PER_PRODUCT = 3;

/** Switches the descriptions of products on or off, and says what they cost. */
export function DescriptionsPanel({ store, readOnlyBecause }: Props) {
  const change = useUpdateStore(store.id);
  const isOn = store.reads_descriptions;
  const megabytes = Math.ceil((store.products_count * KILOBYTES_PER_PRODUCT) / 1024);
  const toggle = () =>
    change.mutate(
      { reads_descriptions: !isOn, based_on: { reads_descriptions: isOn } },
      { onSuccess: () => announce(messages.stores.updated) },
    );
  return (
    <Panel title="Descriptions">
      <Switch
        label="Read the descriptions of products"
        description={`Costs no points. A full sync reads and keeps about ${formatCount(Math.max(1, megabytes))} MB more. The next one brings them.`}
        checked={isOn}
        disabled={readOnlyBecause !== null || change.isPending}
        onChange={toggle}
      />
      <FailureBanner title={messages.stores.updateFailed} error={change.error} />
    </Panel>
  );
}
