import type { RouteById } from '@storefleet/contract/api';
import {
  ACCESS_TOKEN_PREFIX,
  type ConnectionMethod,
  DEFAULT_API_VERSION,
  DEFAULT_CONNECTION_METHOD,
  DEFAULT_STORE_TYPE,
  type StoreType,
} from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { RouteBody } from '@storefleet/contract/route';
import type { Store } from '@storefleet/contract/stores';
import {
  changedValues,
  emptyStoreDetails,
  parseTags,
  type StoreDetailsValues,
  storeDetailsOf,
  validateStoreDetails,
} from './store-details.ts';

/** The platform store form: every field as text, as it is typed. */
export type StoreFormValues = StoreDetailsValues & {
  store_type: StoreType;
  connection_method: ConnectionMethod;
  api_version: string;
  admin_api_token_name: string;
  access_token: string;
  client_id: string;
  client_secret: string;
};

export type StoreFormErrors = Partial<Record<keyof StoreFormValues, string>>;

type CreateBody = RouteBody<RouteById<'stores.create'>>;
type UpdateBody = RouteBody<RouteById<'stores.update'>>;
type TestBody = RouteBody<RouteById<'stores.testConnection'>>;

export const emptyStoreForm: StoreFormValues = {
  ...emptyStoreDetails,
  store_type: DEFAULT_STORE_TYPE,
  connection_method: DEFAULT_CONNECTION_METHOD,
  api_version: DEFAULT_API_VERSION,
  admin_api_token_name: '',
  access_token: '',
  client_id: '',
  client_secret: '',
};

/** A saved store as its form starts out. Secrets stay blank: blank keeps them. */
export function storeFormOf(store: Store): StoreFormValues {
  return {
    ...storeDetailsOf(store),
    store_type: store.store_type,
    connection_method: store.connection_method,
    api_version: store.api_version,
    admin_api_token_name: store.admin_api_token_name ?? '',
    access_token: '',
    client_id: store.client_id ?? '',
    client_secret: '',
  };
}

/** `saved` is the store being edited: its secrets need not be typed again. */
export function validateStoreForm(values: StoreFormValues, saved: Store | null): StoreFormErrors {
  const errors: StoreFormErrors = validateStoreDetails(values);
  if (values.shop_url.trim() === '') errors.shop_url = 'Store URL is required.';
  if (values.connection_method === 'admin_api_token') {
    if (values.access_token.trim() === '' && !saved?.has_access_token) {
      errors.access_token = 'Admin API token is required.';
    }
  }
  if (values.connection_method === 'client_credentials') {
    if (values.client_id.trim() === '') errors.client_id = 'Client id is required.';
    if (values.client_secret.trim() === '' && !saved?.has_client_secret) {
      errors.client_secret = 'Client secret is required.';
    }
  }
  return errors;
}

/** What is missing before the connection can be tried, or null. */
export function connectionTestProblem(values: StoreFormValues, saved: Store | null): string | null {
  if (values.shop_url.trim() === '') return messages.stores.connectionTestFieldsMissing;
  const { access_token, client_id, client_secret } = validateStoreForm(values, saved);
  if (access_token) return messages.stores.connectionTestFieldsMissing;
  return client_id ?? client_secret ?? null;
}

/** A typed token that does not look like one: worth a hint, but no reason to refuse it. */
export function isUnusualToken(token: string): boolean {
  return token.trim() !== '' && !token.trim().startsWith(ACCESS_TOKEN_PREFIX);
}

export function toCreateBody(values: StoreFormValues): CreateBody {
  const { store_type, tags, ...rest } = values;
  if (store_type === 'mssql') throw new Error('SQL Server stores have a form of their own.');
  return { ...rest, store_type, tags: parseTags(tags) };
}

export function toUpdateBody(values: StoreFormValues, saved: Store): UpdateBody {
  return changedValues(values, storeFormOf(saved));
}

export function toConnectionTestBody(values: StoreFormValues, saved: Store | null): TestBody {
  return {
    shop_url: values.shop_url,
    connection_method: values.connection_method,
    access_token: values.access_token,
    client_id: values.client_id,
    client_secret: values.client_secret,
    api_version: values.api_version,
    ...(saved ? { store_id: saved.id } : {}),
  };
}
