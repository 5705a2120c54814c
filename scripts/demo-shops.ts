export type DemoShop = {
  readonly name: string;
  readonly subdomain: string;
  readonly products: number;
  readonly currency: string;
  readonly country: string;
  readonly timezone: string;
  readonly tags: readonly string[];
};

/** The demo's simulated shops, with sizes and currencies as varied as a real team's. */
export const demoShops = [
  {
    name: 'Atlas Outdoor',
    subdomain: 'atlas-outdoor',
    products: 50,
    currency: 'USD',
    country: 'US',
    locations: ['Denver', 'Boulder', 'Warehouse'],
    priceLists: [
      { name: 'Europe', currency: 'EUR', adjustment: 5, oneIn: 4 },
      { name: 'Canada', currency: 'CAD', adjustment: 30, oneIn: 10 },
    ],
    timezone: 'America/Denver',
    tags: ['outdoor', 'flagship'],
  },
  {
    name: 'Nordlys Home',
    subdomain: 'nordlys-home',
    products: 500,
    currency: 'EUR',
    country: 'DE',
    timezone: 'Europe/Berlin',
    tags: ['home'],
  },
  {
    name: 'Kumo Stationery',
    subdomain: 'kumo-stationery',
    products: 5_000,
    currency: 'JPY',
    country: 'JP',
    timezone: 'Asia/Tokyo',
    tags: ['paper', 'wholesale'],
  },
  {
    name: 'Meridian Parts',
    subdomain: 'meridian-parts',
    products: 25_000,
    currency: 'GBP',
    country: 'GB',
    timezone: 'Europe/London',
    tags: ['parts', 'wholesale'],
  },
] as const;

/** The host of a demo shop, on the port that all of them share. */
export function demoShopHost(subdomain: string): string {
  return `${subdomain}.myshopify.localhost`;
}

/** A token in Shopify's format. It works only with the simulator on this machine. */
export function demoToken(index: number): string {
  return `shpat_${'d3f0'.repeat(7)}${String(index).padStart(4, '0')}`;
}

/** The store of a shop, without its connection, for POST /stores. */
export function demoStore({ name, subdomain, currency, country, timezone, tags }: DemoShop, port: number) {
  return {
    shop_name: name,
    shop_url: `${demoShopHost(subdomain)}:${port}`,
    api_version: '2026-10',
    store_currency: currency,
    store_country: country,
    store_timezone: timezone,
    tags,
  };
}
