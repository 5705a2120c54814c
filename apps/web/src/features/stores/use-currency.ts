import { currencyIn } from '@storefleet/contract/attributes/list-prices';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { storesQuery } from './api/queries.ts';

type Of = { readonly store_id: string; readonly store_currency: string };

/** In which an attribute's amounts are: the currency of its price list, or of the store. */
export function useCurrency(): (of: Of, attribute: string) => string {
  const { data: stores = [] } = useQuery(storesQuery(useApi()));
  return ({ store_id, store_currency }, attribute) => {
    const store = stores.find(({ id }) => id === store_id);
    return (store && currencyIn(store, attribute)) ?? store_currency;
  };
}
