import { type Connector, type ConnectorDeps, SourceError } from './connector.ts';
import type { MssqlStore } from './mssql/client/settings.ts';
import type { SqlServers } from './mssql/client/sql-server.ts';
import { createMssqlConnect } from './mssql/mssql-connector.ts';
import type { AccessTokens } from './shopify/oauth/access-tokens.ts';
import { createShopifyConnector } from './shopify/shopify-connector.ts';

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
};

type ConnectorFactory = (store: ConnectableStore) => Connector | Promise<Connector>;

/** Answers a connector to a store's source. Throws a SourceError when the store cannot be connected to as it is. */
export type Connect = (store: ConnectableStore) => Promise<Connector>;

export type ConnectDeps = ConnectorDeps & { readonly sqlServers: SqlServers };

export function createConnect(deps: ConnectDeps): Connect {
  const toShopify: ConnectorFactory = ({ shopUrl, apiVersion, accessTokens, onDeprecated }) => {
    if (accessTokens === null) {
      throw new SourceError({ kind: 'auth', message: `Enter an Admin API access token for ${shopUrl}.` });
    }
    return createShopifyConnector({ shopUrl, apiVersion, accessTokens, onDeprecated }, deps);
  };
  const connectMssql = createMssqlConnect(deps);
  const toMssql: ConnectorFactory = ({ mssql }) => {
    if (mssql === null) throw new TypeError('An MS SQL store without its settings.');
    return connectMssql(mssql);
  };
  /** One line for each type of store. */
  const factories: Record<string, ConnectorFactory | undefined> = {
    shopify: toShopify,
    development: toShopify,
    test: toShopify,
    mssql: toMssql,
  };

  return async (store) => {
    const factory = factories[store.storeType];
    if (factory === undefined) {
      throw new SourceError({
        kind: 'rejected',
        message: `Stores of the type ${store.storeType} cannot be synced.`,
      });
    }
    return factory(store);
  };
}
