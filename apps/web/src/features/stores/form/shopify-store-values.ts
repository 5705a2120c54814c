import type { RouteById } from '@storefleet/contract/api';
import type { RouteBody } from '@storefleet/contract/api/route';
import {
  ACCESS_TOKEN_PREFIX,
  type ConnectionMethod,
  DEFAULT_API_VERSION,
  DEFAULT_CONNECTION_METHOD,
  DEFAULT_STORE_TYPE,
  type StoreType,
} from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import {
  changedValues,
  parseTags,
  type StoreDetailsValues,
  storeDetailsOf,
  textsOf,
  validateStoreDetails,
} from '../store-details.ts';

/** The platform store form: every field as typed. */
export type StoreFormValues = StoreDetailsValues &
  Record<'api_version' | 'admin_api_token_name' | 'access_token' | 'client_id' | 'client_secret', string> & {
    store_type: StoreType;
    connection_method: ConnectionMethod;
  };

type Credentials = Pick<
  StoreFormValues,
  'admin_api_token_name' | 'access_token' | 'client_id' | 'client_secret'
>;

/** The credentials of each connection method. With a token, the secret key only verifies webhooks. */
const CREDENTIALS: Record<ConnectionMethod, readonly (keyof Credentials)[]> = {
  admin_api_token: ['admin_api_token_name', 'access_token', 'client_secret'],
  client_credentials: ['client_id', 'client_secret'],
  oauth: [],
};

type StoreFormErrors = Partial<Record<keyof StoreFormValues, string>>;

type CreateBody = RouteBody<RouteById<'stores.create'>>;
type UpdateBody = RouteBody<RouteById<'stores.update'>>;
type TestBody = RouteBody<RouteById<'stores.testConnection'>>;

/** The initial form of a store; null for a new one. Secrets are blank, which keeps them. */
export function storeFormOf(store: Store | null): StoreFormValues {
  return {
    ...storeDetailsOf(store),
    ...textsOf(store, ['admin_api_token_name', 'client_id']),
    store_type: store?.store_type ?? DEFAULT_STORE_TYPE,
    connection_method: store?.connection_method ?? DEFAULT_CONNECTION_METHOD,
    api_version: store?.api_version ?? DEFAULT_API_VERSION,
    access_token: '',
    client_secret: '',
  };
}

/** A token from OAuth is stored in the same place, but was not entered. */
export function hasEnteredToken(saved: Store | null): boolean {
  return saved?.connection_method === 'admin_api_token' && saved.has_access_token;
}

/** Whether the shop has approved the app on Shopify's consent page and its token is stored. */
export function isAuthorized(saved: Store | null): boolean {
  return saved?.connection_method === 'oauth' && saved.has_access_token && saved.authorized_at !== null;
}

/** Whether it can be synced: only OAuth leaves a saved store without a token. */
export const isConnected = (store: Store): boolean =>
  store.connection_method !== 'oauth' || isAuthorized(store);

/** Whether the form names another shop than the saved store: a stored secret is never sent there. */
export function isOtherShop(values: StoreFormValues, saved: Store | null): boolean {
  return saved !== null && hostOf(values.shop_url) !== hostOf(saved.shop_url);
}

/** The address as stored: a lower-case host. */
function hostOf(address: string): string {
  return (
    address
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .split('/')[0] ?? ''
  );
}

/** `saved` is the store being edited: for the same shop its secrets need not be entered again. */
export function validateStoreForm(values: StoreFormValues, saved: Store | null): StoreFormErrors {
  const errors: StoreFormErrors = validateStoreDetails(values);
  if (values.shop_url.trim() === '') errors.shop_url = 'Store URL is required.';
  if (values.connection_method === 'admin_api_token') {
    if (values.access_token.trim() === '') {
      if (!hasEnteredToken(saved)) errors.access_token = 'Admin API token is required.';
      else if (isOtherShop(values, saved))
        errors.access_token = `Enter the token again: ${onlySentTo(saved)}`;
    }
  }
  if (values.connection_method === 'client_credentials') {
    if (values.client_id.trim() === '') errors.client_id = 'Client id is required.';
    if (values.client_secret.trim() === '') {
      if (!saved?.has_client_secret) errors.client_secret = 'Client secret is required.';
      else if (isOtherShop(values, saved))
        errors.client_secret = `Enter the client secret again: ${onlySentTo(saved)}`;
    }
  }
  return errors;
}

function onlySentTo(saved: Store | null): string {
  return `the stored one is only sent to ${saved?.shop_url}.`;
}

/** What is missing for a test, or null. */
export function connectionTestProblem(values: StoreFormValues, saved: Store | null): string | null {
  if (values.shop_url.trim() === '') return messages.stores.connectionTestFieldsMissing;
  if (values.connection_method === 'oauth' && !isAuthorized(saved)) {
    return 'A store with OAuth can be tested once the app is approved: save it and connect it with Shopify.';
  }
  const { access_token, client_id, client_secret } = validateStoreForm(values, saved);
  if (access_token) return messages.stores.connectionTestFieldsMissing;
  return client_id ?? client_secret ?? null;
}

/** A token of an unusual form deserves a hint, but is not refused. */
export function isUnusualToken(token: string): boolean {
  return token.trim() !== '' && !token.trim().startsWith(ACCESS_TOKEN_PREFIX);
}

export function toCreateBody(values: StoreFormValues): CreateBody {
  const { store_type, tags, ...rest } = withoutCredentials(values);
  if (store_type === 'mssql') throw new Error('SQL Server stores have a separate form.');
  return { ...rest, ...credentialsInUse(values, values), store_type, tags: parseTags(tags) };
}

export function toUpdateBody(values: StoreFormValues, saved: Store): UpdateBody {
  const changed = changedValues(values, storeFormOf(saved));
  return { ...withoutCredentials(changed), ...credentialsInUse(changed, values) };
}

export function toConnectionTestBody(values: StoreFormValues, saved: Store | null): TestBody {
  const { shop_url, connection_method, api_version } = values;
  const { admin_api_token_name, ...secrets } = credentialsInUse(values, values);
  return { shop_url, connection_method, api_version, ...secrets, ...(saved ? { store_id: saved.id } : {}) };
}

function withoutCredentials<Values extends Partial<Credentials>>(values: Values) {
  const { admin_api_token_name, access_token, client_id, client_secret, ...rest } = values;
  return rest;
}

/** Omits credentials of another connection method. */
function credentialsInUse(
  typed: Partial<Credentials>,
  { connection_method }: StoreFormValues,
): Partial<Credentials> {
  const names = CREDENTIALS[connection_method].filter((name) => typed[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, typed[name]]));
}
