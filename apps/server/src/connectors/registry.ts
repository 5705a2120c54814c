import type { StoreType } from '@storefleet/contract/constants';
import { type Connector, SourceError } from './connector.ts';
import type { SqlServers } from './mssql/client/sql-server.ts';
import { createMssqlConnect, type MssqlStore } from './mssql/mssql-connector.ts';
import type { AccessTokens } from './shopify/oauth/access-tokens.ts';
import { createShopifyConnector, type ShopifyDeps, type ShopifyStore } from './shopify/shopify-connector.ts';

/** What a store record holds that a connector may need; each kind takes its part. */
export type ConnectableStore = {
  readonly storeType: string;
  readonly shopUrl: string;
  readonly apiVersion: string;
  /** Null where nobody has entered a token yet. */
  readonly accessTokens: AccessTokens | null;
  /** Told, once for each reason, when the source says that a call of ours is deprecated. */
  readonly onDeprecated?: ((reason: string) => void) | undefined;
  readonly mssql: MssqlStore | null;
} & Omit<ShopifyStore, 'shopUrl' | 'apiVersion' | 'accessTokens' | 'onDeprecated'>;

/** Answers a connector to a store's source. Throws a SourceError for a store that cannot be connected to. */
export type Connect = (store: ConnectableStore) => Promise<Connector>;

/** A kind of source: the types of store that it serves, and how one of them is connected to. */
export type SourceKind = {
  readonly storeTypes: readonly StoreType[];
  readonly connect: Connect;
};

export type SourceDeps = ShopifyDeps & { readonly sqlServers: SqlServers };

/** Every kind that ships: one line for each. */
export function sourceKinds(deps: SourceDeps): SourceKind[] {
  return [
    { storeTypes: ['shopify', 'development', 'test'], connect: shopifyConnect(deps) },
    { storeTypes: ['mssql'], connect: mssqlConnect(deps) },
  ];
}

/** Of two kinds that serve one type, the later one counts. */
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
