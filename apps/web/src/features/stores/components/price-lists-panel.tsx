import type { Store } from '@storefleet/contract/stores/stores';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { ReadSwitch } from './read-switch.tsx';

type Props = { store: Store; readOnlyBecause: string | null };

/** A search on each list; a page of it that is full of prices. */
const PRODUCTS_PER_CALL = 50;
const POINTS_PER_CALL = 25;

/** Switches the price lists of markets on or off, and says what they cost. */
export function PriceListsPanel(props: Props) {
  const { products_count, price_lists } = props.store;
  const points = Math.ceil(Math.max(1, products_count) / PRODUCTS_PER_CALL) * POINTS_PER_CALL;
  const each = `up to ${formatCount(points)} points`;
  const cost =
    price_lists.length === 0
      ? `Adds ${each} for each price list to a full sync.`
      : `Adds up to ${formatCount(points * price_lists.length)} points to a full sync: ${formatQuantity(price_lists.length, 'price list')} (${price_lists.map(({ name, currency }) => `${name}, ${currency}`).join('; ')}).`;
  return (
    <ReadSwitch
      {...props}
      title="Market price lists"
      setting="reads_price_lists"
      label="Read the fixed prices on price lists of markets"
      description={`${cost} Products with few fixed prices cost less.`}
    />
  );
}
