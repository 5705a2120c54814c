import type { Store } from '@storefleet/contract/stores/stores';
import { formatQuantity } from '@storefleet/contract/values/quantity';

type Address = Readonly<Record<string, string>>;

/** What a view can no longer show, as a sentence; the view keeps it until it is saved again. */
export function lostOf(
  address: Address,
  /** As the screen parses it. */
  read: Address,
  stores: readonly Pick<Store, 'id'>[] | undefined,
): string | null {
  const named = (address.stores ?? address.store ?? '').split(',').filter((id) => ID.test(id));
  const gone = stores ? named.filter((id) => !stores.some((store) => store.id === id)).length : 0;
  const unknown = Object.keys(address).filter((name) => read[name] !== address[name]);
  const sentences = [
    gone > 0 &&
      `It names ${formatQuantity(gone, 'store')} that ${gone === 1 ? 'is' : 'are'} no longer connected.`,
    unknown.length > 0 && `It was saved with unknown settings: ${unknown.join(', ')}.`,
  ].filter(Boolean);
  return sentences.length === 0 ? null : sentences.join(' ');
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
