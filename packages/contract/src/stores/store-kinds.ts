import type { StoreType, SyncMethod } from '../constants.ts';

/** `access_token`: a shop's address and token. `database_login`: a server, a user and a password. */
type Connection = 'access_token' | 'database_login';

/** The capabilities of a kind of store. Server and web app check a capability, never the type's name. */
type StoreKind = {
  readonly connection: Connection;
  /** How its products can be read; the first one is the default. */
  readonly syncMethods: readonly [SyncMethod, ...SyncMethod[]];
  /** Whether the source can notify this server of changes. */
  readonly webhooks: boolean;
  /** Whether its products have images. */
  readonly images: boolean;
  /** Whether people map columns or fields of the source to values. */
  readonly mapping: boolean;
  /** What people call the attributes that only some stores have. */
  readonly ownAttributes: 'Metafields' | 'Custom fields';
  /** Whether the store's page offers each sync method, or only the first. */
  readonly offersEachMethod: boolean;
  /** The path of a product in the store's own admin, before its id; null without an admin. */
  readonly productAdminPath: string | null;
  /** Whether filters offer this type even if there is no such store. */
  readonly alwaysListed: boolean;
};

const shopify: StoreKind = {
  connection: 'access_token',
  syncMethods: ['graphql', 'rest'],
  webhooks: true,
  images: true,
  mapping: false,
  ownAttributes: 'Metafields',
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
    ownAttributes: 'Custom fields',
    offersEachMethod: false,
    productAdminPath: null,
    alwaysListed: true,
  },
};

export function kindOf(store: { readonly store_type: StoreType }): StoreKind {
  return STORE_KINDS[store.store_type];
}

/** The kind of credentials, which decides fields, routes and form. */
export function connectsBy(store: { readonly store_type: StoreType }, connection: Connection): boolean {
  return kindOf(store).connection === connection;
}
