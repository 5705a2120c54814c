import type { StoreType } from '@storefleet/contract/constants';
import type { Connector } from './connector.ts';
import type { SqlServers } from './mssql/client/sql-server.ts';
import { createMssqlConnect } from './mssql/mssql-connector.ts';
import type { MssqlStore } from './mssql/mssql-store.ts';
import type { AccessTokens } from './shopify/client/access-tokens.ts';
import { createShopifyConnector, type ShopifyDeps, type ShopifyStore } from './shopify/shopify-connector.ts';
import { SourceError } from './source-error.ts';

/** The settings of a store that connectors need; each kind uses its part. */
export type ConnectableStore = {
  readonly storeType: string;
  readonly shopUrl: string;
  readonly apiVersion: string;
  /** Null until a token is entered. */
  readonly accessTokens: AccessTokens | null;
  /** Called once per reason when the source reports a call as deprecated. */
  readonly onDeprecated?: ((reason: string) => void) | undefined;
  readonly mssql: MssqlStore | null;
} & Omit<ShopifyStore, 'shopUrl' | 'apiVersion' | 'accessTokens' | 'onDeprecated'>;

/** Connects to a store's source. Throws a SourceError if that is not possible. */
export type Connect = (store: ConnectableStore) => Promise<Connector>;

/** A kind of source: the store types it serves, and how to connect to one. */
export type SourceKind = {
  readonly storeTypes: readonly StoreType[];
  readonly connect: Connect;
};

export type SourceDeps = ShopifyDeps & { readonly sqlServers: SqlServers };

/** All built-in kinds, one line each. */
export function sourceKinds(deps: SourceDeps): SourceKind[] {
  return [
    { storeTypes: ['shopify', 'development', 'test'], connect: shopifyConnect(deps) },
    { storeTypes: ['mssql'], connect: mssqlConnect(deps) },
  ];
}

/** If several kinds serve a type, the last one wins. */
export function createConnect(kinds: readonly SourceKind[]): Connect {
  const byType = new Map<string, SourceKind>(
    kinds.flatMap((kind) => kind.storeTypes.map((type) => [type, kind] as const)),
  );
  return async (store) => {
    const kind = byType.get(store.storeType);
    if (kind === undefined) {
      const message = `Stores of the type ${store.storeType} cannot be synced.`;
      throw new SourceError({ kind: 'rejected', message });
    }
    return kind.connect(store);
  };
}

function shopifyConnect(deps: SourceDeps): Connect {
  return async ({ shopUrl, accessTokens, ...store }) => {
    if (accessTokens === null) {
      throw new SourceError({ kind: 'auth', message: `Enter an Admin API access token for ${shopUrl}.` });
    }
    return createShopifyConnector({ ...store, shopUrl, accessTokens }, deps);
  };
}

function mssqlConnect(deps: SourceDeps): Connect {
  const connect = createMssqlConnect(deps);
  return async ({ mssql }) => {
    if (mssql === null) throw new TypeError('An MS SQL store without its settings.');
    return connect(mssql);
  };
}
