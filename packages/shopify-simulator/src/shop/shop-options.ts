import type { CollectionOptions } from '../catalogue/collections.ts';
import type { MetafieldDefinition } from '../catalogue/metafields.ts';
import type { PriceListOptions } from '../catalogue/price-lists.ts';
import type { Location } from '../catalogue/stock.ts';
import type { CostBucket } from '../throttle/cost-bucket.ts';
import type { LeakyBucket } from '../throttle/leaky-bucket.ts';

/** open; frozen: 402; blocked: 403; missing: 404; locked: 423. */
export type ShopState = 'open' | 'frozen' | 'blocked' | 'missing' | 'locked';

/** Restore rate, bucket and REST limits of a plan. */
export const plans = {
  Development: { restoreRate: 100, maximumAvailable: 2000, restSize: 40, restRate: 2 },
  Basic: { restoreRate: 100, maximumAvailable: 2000, restSize: 40, restRate: 2 },
  Advanced: { restoreRate: 200, maximumAvailable: 4000, restSize: 40, restRate: 4 },
  Plus: { restoreRate: 1000, maximumAvailable: 20_000, restSize: 400, restRate: 20 },
} as const;
export type PlanName = keyof typeof plans;

export const allScopes = [
  'read_products',
  'write_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'write_files',
  'read_publications',
  'write_publications',
];

export type AppOptions = {
  /** Each app has its own bucket; two tokens of one app share it. Default: the token itself. */
  app?: string;
  scopes?: readonly string[];
  /** In milliseconds since 1970, after which the token is refused; null: valid until it is revoked. */
  expiresAt?: number | null;
  /**
   * Fields refused despite the scope, with the text of the required access: `{ 'InventoryItem.unitCost': '…'
   * }`.
   */
  deniedFields?: Readonly<Record<string, string>>;
};

export type ShopOptions = {
  /** The shop's Host, without port: `atlas.localhost`. */
  domain: string;
  /** Other Hosts of the same shop, for example after a rename. */
  aliases?: readonly string[];
  /** The same seed gives the same catalogue. Default: the domain. */
  seed?: string | number;
  products?: number;
  /**
   * The supplier of a third of the products: shops with the same supplier have the same SKUs and barcodes
   * there, with some different prices, names and stock, and a few mistakes.
   */
  range?: string;
  variantsPerProduct?: 'mixed' | number;
  largeProducts?: { count: number; variants: number };
  /** The names of its locations. Default: one. */
  locations?: readonly string[];
  currency?: string;
  name?: string;
  email?: string;
  country?: string;
  timezone?: string;
  plan?: PlanName;
  /** Shorthand for one app with `scopes`. */
  token?: string;
  scopes?: readonly string[];
  deniedFields?: Readonly<Record<string, string>>;
  /** The API secret key of the app of `token`, which signs its webhooks. */
  apiSecret?: string;
  /** Apps of this organisation can use client credentials here. */
  organization?: string;
  /** Apps installed without the consent page: scopes by client id. */
  clients?: Readonly<Record<string, readonly string[]>>;
  /** The shop's metafield definitions. */
  metafields?: readonly MetafieldDefinition[];
  collections?: readonly CollectionOptions[];
  priceLists?: readonly PriceListOptions[];
  /** The names of its sales channels; the online store alone when left out. */
  channels?: readonly string[];
  bucket?: { maximumAvailable: number; restoreRate: number };
  /** Speed of bulk operations; null: as fast as possible; 0: not at all. Can be changed. */
  bulkObjectsPerSecond?: number | null;
};

export type InstalledApp = {
  readonly token: string;
  readonly app: string;
  expiresAt: number | null;
  readonly scopes: ReadonlySet<string>;
  readonly deniedFields: Readonly<Record<string, string>>;
  readonly costs: CostBucket;
  readonly calls: LeakyBucket;
};

/** What a shop's parts know about it. */
export type ShopFacts = {
  /** Shopify's own name for the shop, independent of the requested Host. */
  readonly domain: string;
  readonly id: number;
  readonly state: ShopState;
  readonly bulkObjectsPerSecond: number | null;
  readonly locations: readonly Location[];
  now(): Date;
};
