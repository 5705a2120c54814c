import { SHOPIFY_SCOPES } from '@storefleet/contract/constants';
import { type DemoShop, demoShopHost, demoToken } from './demo-shops.ts';

/** An app as a team registers it at Shopify. It works only with the simulator on this machine. */
export const demoApp = {
  clientId: 'd3f0'.repeat(8),
  clientSecret: `shpss_${'0f3d'.repeat(8)}`,
  name: 'Storefleet (demo)',
};

/** A shop whose consent page a person has to accept. */
export const shopToApprove = {
  name: 'Vela Ceramics',
  subdomain: 'vela-ceramics',
  products: 120,
  currency: 'EUR',
  country: 'PT',
  timezone: 'Europe/Lisbon',
  tags: ['ceramics'],
} as const;

/** This shop has the app installed already, and issues tokens for its client credentials. */
const SHOP_OF_THE_APP = 'kumo-stationery';

/** The app's state in a simulated shop at the start. */
export function installedIn(subdomain: string) {
  return subdomain === SHOP_OF_THE_APP ? { clients: { [demoApp.clientId]: SHOPIFY_SCOPES } } : {};
}

/** Signs a shop's webhooks; the app with client credentials signs with its own secret. */
export function demoApiSecret(index: number): string {
  return `shpss_${'0f3d'.repeat(7)}${String(index).padStart(4, '0')}`;
}

/** How the demo's store of a shop connects, for POST /stores. */
export function demoConnection(subdomain: string, index: number) {
  const { clientId: client_id, clientSecret: client_secret } = demoApp;
  return subdomain === SHOP_OF_THE_APP
    ? { connection_method: 'client_credentials', client_id, client_secret }
    : {
        connection_method: 'admin_api_token',
        access_token: demoToken(index),
        client_secret: demoApiSecret(index),
      };
}

/** A demo shop for the simulator. */
export function simulatedShop({ subdomain, tags, ...shop }: DemoShop, index: number) {
  return {
    ...shop,
    domain: demoShopHost(subdomain),
    seed: subdomain,
    range: 'harbour-supply',
    token: demoToken(index),
    apiSecret: demoApiSecret(index),
  };
}
