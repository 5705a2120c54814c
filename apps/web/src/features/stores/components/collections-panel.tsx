import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount } from '@storefleet/contract/values/quantity';
import { pointsOfCalls } from './points-of-calls.ts';
import { ReadSwitch } from './read-switch.tsx';

type Props = { store: Store; readOnlyBecause: string | null };

const POINTS_PER_CALL = 14;
/** For up to 250 collections. */
const POINTS_OF_LIST = 26;

/** Switches collections on or off, and says what they cost. */
export function CollectionsPanel(props: Props) {
  const points = pointsOfCalls(props.store.products_count, POINTS_PER_CALL) + POINTS_OF_LIST;
  return (
    <ReadSwitch
      {...props}
      title="Collections"
      setting="reads_collections"
      label="Read which collections hold each product"
      description={`Adds about ${formatCount(points)} points to a full sync.`}
    />
  );
}
