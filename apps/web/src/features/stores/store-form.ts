import type { RouteById } from '@storefleet/contract/api';
import {
  ACCESS_TOKEN_PREFIX,
  type ConnectionMethod,
  DEFAULT_API_VERSION,
  DEFAULT_CONNECTION_METHOD,
  DEFAULT_STORE_STATUS,
  DEFAULT_STORE_TYPE,
  type StoreStatus,
  type StoreType,
} from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { RouteBody } from '@storefleet/contract/route';
import type { Store } from '@storefleet/contract/stores';

/** The platform store form: every field as text, as it is typed. */
export type StoreFormValues = {
  shop_name: string;
  shop_url: string;
  description: string;
  store_type: StoreType;
  store_status: StoreStatus;
  connection_method: ConnectionMethod;
  api_version: string;
  admin_api_token_name: string;
  access_token: string;
  client_id: string;
  client_secret: string;
  store_currency: string;
  store_country: string;
  store_timezone: string;
  tags: string;
  store_owner: string;
  store_email: string;
  store_phone: string;
  store_address: string;
  store_city: string;
  store_province: string;
  store_zip: string;
  store_country_code: string;
  notes: string;
};

export type StoreFormErrors = Partial<Record<keyof StoreFormValues, string>>;

type CreateBody = RouteBody<RouteById<'stores.create'>>;
type UpdateBody = RouteBody<RouteById<'stores.update'>>;
type TestBody = RouteBody<RouteById<'stores.testConnection'>>;

export const emptyStoreForm: StoreFormValues = {
  shop_name: '',
  shop_url: '',
  description: '',
  store_type: DEFAULT_STORE_TYPE,
  store_status: DEFAULT_STORE_STATUS,
  connection_method: DEFAULT_CONNECTION_METHOD,
  api_version: DEFAULT_API_VERSION,
  admin_api_token_name: '',
  access_token: '',
  client_id: '',
  client_secret: '',
  store_currency: '',
  store_country: '',
  store_timezone: '',
  tags: '',
  store_owner: '',
  store_email: '',
  store_phone: '',
  store_address: '',
  store_city: '',
  store_province: '',
  store_zip: '',
  store_country_code: '',
  notes: '',
};

/** A saved store as its form starts out. Secrets stay blank: blank keeps them. */
export function storeFormOf(store: Store): StoreFormValues {
  return {
    shop_name: store.shop_name,
    shop_url: store.shop_url,
    description: store.description ?? '',
    store_type: store.store_type,
    store_status: store.store_status,
    connection_method: store.connection_method,
    api_version: store.api_version,
    admin_api_token_name: store.admin_api_token_name ?? '',
    access_token: '',
    client_id: store.client_id ?? '',
    client_secret: '',
    store_currency: store.store_currency ?? '',
    store_country: store.store_country ?? '',
    store_timezone: store.store_timezone ?? '',
    tags: store.tags.join(', '),
    store_owner: store.store_owner ?? '',
    store_email: store.store_email ?? '',
    store_phone: store.store_phone ?? '',
    store_address: store.store_address ?? '',
    store_city: store.store_city ?? '',
    store_province: store.store_province ?? '',
    store_zip: store.store_zip ?? '',
    store_country_code: store.store_country_code ?? '',
    notes: store.notes ?? '',
  };
}

/** Comma separated, trimmed, empties dropped. */
export function parseTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** `saved` is the store being edited: its secrets need not be typed again. */
export function validateStoreForm(values: StoreFormValues, saved: Store | null): StoreFormErrors {
  const errors: StoreFormErrors = {};
  if (values.shop_name.trim() === '') errors.shop_name = 'Store name is required.';
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
  if (values.store_email.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.store_email.trim())) {
    errors.store_email = 'Enter a valid e-mail address.';
  }
  if (values.store_currency.trim() !== '' && !/^[a-z]{3}$/i.test(values.store_currency.trim())) {
    errors.store_currency = 'Currency must be a code of three letters, such as USD.';
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

/** Only what was changed: a field left alone keeps what another person may have set meanwhile. */
export function toUpdateBody(values: StoreFormValues, saved: Store): UpdateBody {
  const before = storeFormOf(saved);
  const names = Object.keys(values) as (keyof StoreFormValues)[];
  const { tags, ...changed } = Object.fromEntries(
    names.filter((name) => values[name] !== before[name]).map((name) => [name, values[name]]),
  ) as Partial<StoreFormValues>;
  return tags === undefined ? changed : { ...changed, tags: parseTags(tags) };
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
