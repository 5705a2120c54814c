import type { ApiClient } from '@storefleet/client/api-client';
import type { Store } from '@storefleet/contract/stores/stores';
import { UsageError } from '../command.ts';

/** The stores of these names or ids, in this order; a name is typed in any case. */
export async function findStores(api: ApiClient, wanted: readonly string[]): Promise<Store[]> {
  const { stores } = await api.call('stores.list');
  return wanted.map((name) => {
    const found = stores.filter(
      ({ id, shop_name }) => id === name || shop_name.toLowerCase() === name.toLowerCase(),
    );
    const [store] = found;
    if (store === undefined) throw new UsageError(`There is no store '${name}'. See: storefleet stores`);
    if (found.length > 1) throw new UsageError(`Several stores are called '${name}': name one by its id.`);
    return store;
  });
}
