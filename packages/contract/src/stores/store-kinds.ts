import type { StoreType, SyncMethod } from '../constants.ts';

/** `access_token`: a shop's address and a token for it. `database_login`: a server, a user and a password. */
type Connection = 'access_token' | 'database_login';

/** What a kind of store can do. Server and web app ask for a capability, never for the name of a type. */
export type StoreKind = {
  readonly connection: Connection;
  /** How its products can be read. The first is used where nobody chooses one. */
  readonly syncMethods: readonly [SyncMethod, ...SyncMethod[]];
  /** Whether the source can notify this server of its changes. */
  readonly webhooks: boolean;
  /** Whether its products have images. */
  readonly images: boolean;
  /** Whether people say which column or field of the source holds which value. */
  readonly mapping: boolean;
  /** Whether the store's page offers each sync method, not only the first. */
  readonly offersEachMethod: boolean;
  /** Where a product is edited in the store's own admin, before its id; null if there is no admin. */
  readonly productAdminPath: string | null;
  /** Whether lists offer this type as a filter while there is no such store yet. */
  readonly alwaysListed: boolean;
};

const shopify: StoreKind = {
  connection: 'access_token',
  syncMethods: ['graphql', 'rest'],
  webhooks: true,
  images: true,
  mapping: false,
  offersEachMethod: false,
  productAdminPath: '/admin/products/',
  alwaysListed: true,
};
const trialShop: StoreKind = { ...shopify, offersEachMethod: true, alwaysListed: false };

export const STORE_KINDS: Readonly<Record<StoreType, StoreKind>> = {
  shopify,
  development: trialShop,
  test: trialShop,
  mssql: {
    connection: 'database_login',
    syncMethods: ['mssql'],
    webhooks: false,
    images: false,
    mapping: true,
    offersEachMethod: false,
    productAdminPath: null,
    alwaysListed: true,
  },
};

export function kindOf(store: { readonly store_type: StoreType }): StoreKind {
  return STORE_KINDS[store.store_type];
}

/** Which credentials, and so which fields, routes and form, a store has. */
export function connectsBy(store: { readonly store_type: StoreType }, connection: Connection): boolean {
  return kindOf(store).connection === connection;
}
