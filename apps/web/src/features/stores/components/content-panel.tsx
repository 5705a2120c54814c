import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount } from '@storefleet/contract/values/quantity';
import { pointsOfCalls } from './points-of-calls.ts';
import { ReadSwitch } from './read-switch.tsx';

type Props = { store: Store; readOnlyBecause: string | null };

/** In a shop that writes a few paragraphs about each. */
const KILOBYTES_PER_PRODUCT = 3;
/** With up to ten images of a product. */
const POINTS_PER_CALL = 15;

/** Switches on or off what makes products heavy, and says what it costs. */
export function ContentPanel(props: Props) {
  const products = Math.max(1, props.store.products_count);
  const megabytes = Math.ceil((products * KILOBYTES_PER_PRODUCT) / 1024);
  const points = pointsOfCalls(products, POINTS_PER_CALL);
  return (
    <>
      <ReadSwitch
        {...props}
        title="Descriptions"
        setting="reads_descriptions"
        label="Read the descriptions of products"
        description={`Costs no points. A full sync reads and keeps about ${formatCount(megabytes)} MB more.`}
      />
      <ReadSwitch
        {...props}
        title="Images"
        setting="reads_images"
        label="Read all images of products"
        description={`Adds about ${formatCount(points)} points to a full sync. To change alt texts, the app needs the scope write_files.`}
      />
    </>
  );
}
