import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount } from '@storefleet/contract/values/quantity';
import { ReadSwitch } from './read-switch.tsx';

type Props = { store: Store; readOnlyBecause: string | null };

/** More locations make a call slightly more expensive. */
const VARIANTS_PER_CALL = 250;
const POINTS_PER_CALL = 10;

/** Switches stock per location on or off, and says what it costs. */
export function StockPanel(props: Props) {
  const calls = Math.ceil(Math.max(1, props.store.variants_count) / VARIANTS_PER_CALL);
  return (
    <ReadSwitch
      {...props}
      title="Stock per location"
      setting="stock_per_location"
      label="Read the stock available at each location"
      description={`Adds about ${formatCount(calls * POINTS_PER_CALL)} points to a full sync. Needs the scopes read_inventory and read_locations.`}
    />
  );
}
