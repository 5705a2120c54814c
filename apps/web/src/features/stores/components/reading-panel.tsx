import '@mantine/core/styles/Switch.css';
import { Stack, Switch } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { announce } from '../../../components/feedback/announce.ts';
import { FailureBanner } from '../../../components/feedback/failure-banner.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useUpdateStore } from '../api/changes.ts';
import { OPTIONAL_READINGS, type OptionalReading } from '../optional-readings.ts';

type Props = { store: Store; readOnlyBecause: string | null };

/** A switch for each kind of value that syncs can read beside the products, with what it costs. */
export function ReadingPanel(props: Props) {
  return (
    <Panel title="Also read" description="What syncs read besides products and variants.">
      <Stack gap="md">
        {OPTIONAL_READINGS.map((reading) => (
          <ReadingSwitch key={reading.setting} reading={reading} {...props} />
        ))}
      </Stack>
    </Panel>
  );
}

function ReadingSwitch({ store, readOnlyBecause, reading }: Props & { reading: OptionalReading }) {
  const { setting, label, costOf } = reading;
  const change = useUpdateStore(store.id);
  const isOn = store[setting];
  const toggle = () =>
    change.mutate(
      { [setting]: !isOn, based_on: { [setting]: isOn } },
      { onSuccess: () => announce(messages.stores.updated) },
    );
  return (
    <div>
      <Switch
        label={label}
        description={costOf(store)}
        checked={isOn}
        disabled={readOnlyBecause !== null || change.isPending}
        onChange={toggle}
      />
      <FailureBanner title={messages.stores.updateFailed} error={change.error} />
    </div>
  );
}
