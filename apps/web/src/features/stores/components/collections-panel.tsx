import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount } from '@storefleet/contract/values/quantity';
import { ReadSwitch } from './read-switch.tsx';

type Props = { store: Store; readOnlyBecause: string | null };

const POINTS_PER_CALL = 14;
/** A call for each page of a sync: small shops are read page by page, the others by an export. */
const PAGED_UP_TO = 1_000;
const PRODUCTS_PER_CALL = { paged: 50, exported: 250 };
/** The list of the collections themselves, of up to 250. */
const POINTS_OF_LIST = 26;

function pointsFor(products: number): number {
  const perCall = products <= PAGED_UP_TO ? PRODUCTS_PER_CALL.paged : PRODUCTS_PER_CALL.exported;
  return Math.ceil(Math.max(1, products) / perCall) * POINTS_PER_CALL + POINTS_OF_LIST;
}

/** Switches collections on or off, and says what they cost. */
export function CollectionsPanel(props: Props) {
  return (
    <ReadSwitch
      {...props}
      title="Collections"
      setting="reads_collections"
      label="Read which collections hold each product"
      description={`Adds about ${formatCount(pointsFor(props.store.products_count))} points to a full sync.`}
    />
  );
}
