import { SHOPIFY_SCOPES } from '@storefleet/contract/constants';
import { type DemoShop, demoShopHost, demoToken } from './demo-shops.ts';

/** An app as a team registers it at Shopify. It opens nothing but the simulator on this machine. */
export const demoApp = {
  clientId: 'd3f0'.repeat(8),
  clientSecret: `shpss_${'0f3d'.repeat(8)}`,
  name: 'Storefleet (demo)',
};

/** A shop that asks a person on its consent page before it lets the app in. */
export const shopToApprove = {
  name: 'Vela Ceramics',
  subdomain: 'vela-ceramics',
  products: 120,
  currency: 'EUR',
  country: 'PT',
  timezone: 'Europe/Lisbon',
  tags: ['ceramics'],
} as const;

/** This shop has the app installed already, and gives it tokens for its client credentials. */
const SHOP_OF_THE_APP = 'kumo-stationery';

/** What of the app a simulated shop begins with. */
export function installedIn(subdomain: string) {
  return subdomain === SHOP_OF_THE_APP ? { clients: { [demoApp.clientId]: SHOPIFY_SCOPES } } : {};
}

/** Signs a shop's webhooks; the app of the client credentials signs with its own secret. */
export function demoApiSecret(index: number): string {
  return `shpss_${'0f3d'.repeat(7)}${String(index).padStart(4, '0')}`;
}

/** How the demo's store of a shop connects, as POST /stores takes it. */
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

/** A shop of the demo as the simulator takes it. */
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
