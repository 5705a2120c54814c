import type { Secret } from '../platform/crypto/secret.ts';
import { type Connector, type ConnectorDeps, SourceError } from './connector.ts';
import { createShopifyConnector } from './shopify/shopify-connector.ts';

/** What a store record holds that a connector may need; each kind takes its part. */
export type ConnectableStore = {
  storeType: string;
  shopUrl: string;
  apiVersion: string;
  accessToken: Secret | null;
};

type ConnectorFactory = (store: ConnectableStore, deps: ConnectorDeps) => Connector;

/** One line for each type of store. */
const factories: Record<string, ConnectorFactory | undefined> = {
  shopify: connectShopify,
  development: connectShopify,
  test: connectShopify,
};

export function createConnector(store: ConnectableStore, deps: ConnectorDeps): Connector {
  const factory = factories[store.storeType];
  if (factory === undefined) {
    throw new SourceError({
      kind: 'rejected',
      message: `Stores of the type ${store.storeType} cannot be synced.`,
    });
  }
  return factory(store, deps);
}

function connectShopify(store: ConnectableStore, deps: ConnectorDeps): Connector {
  const { shopUrl, apiVersion, accessToken } = store;
  if (accessToken === null) {
    throw new SourceError({ kind: 'auth', message: `Enter an Admin API access token for ${shopUrl}.` });
  }
  return createShopifyConnector({ shopUrl, apiVersion, accessToken }, deps);
}
