import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount } from '@storefleet/contract/values/quantity';
import { pointsOfCalls } from './points-of-calls.ts';
import { ReadSwitch } from './read-switch.tsx';

type Props = { store: Store; readOnlyBecause: string | null };

/** A product by its id is an object; channels are scalars of it. */
const POINTS_PER_CALL = 2;
const POINTS_OF_LIST = 24;

/** Switches sales channels on or off, and says what they cost. */
export function ChannelsPanel(props: Props) {
  const points = pointsOfCalls(props.store.products_count, POINTS_PER_CALL) + POINTS_OF_LIST;
  return (
    <ReadSwitch
      {...props}
      title="Sales channels"
      setting="reads_channels"
      label="Read where each product is published"
      description={`Adds about ${formatCount(points)} points to a full sync. Needs the scope read_publications, and write_publications to publish.`}
    />
  );
}
