import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import { Store } from '@storefleet/contract/stores/stores';
import type { CountedStore } from './stores.repository.ts';
import { metafieldsOf, priceListsOf } from './stores.table.ts';

const FIELDS = Store.keyof().options;

/** A store in responses: only the contract's fields, so that no new column can leak a secret. */
export function toStore(row: CountedStore): Store {
  const store = {
    ...row,
    metafields: [...metafieldsOf(row)],
    // Those of a store that does not read them any more are out of date.
    price_lists: row.reads_price_lists ? [...priceListsOf(row)] : [],
    has_access_token: row.access_token_sealed !== null,
    has_client_secret: row.client_secret_sealed !== null,
    has_mssql_password: row.mssql_password_sealed !== null,
    has_mssql_connection_string: row.mssql_connection_string_sealed !== null,
    store_currency: row.store_currency ?? DEFAULT_CURRENCY,
    authorized_at: row.authorized_at?.toISOString() ?? null,
    api_deprecated_at: row.api_deprecated_at?.toISOString() ?? null,
    last_sync_at: row.last_sync_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  } satisfies Store;
  return Object.fromEntries(FIELDS.map((field) => [field, store[field]])) as Store;
}
