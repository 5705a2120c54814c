import type { CollectionOptions } from './catalogue/collections.ts';
import type { MetafieldDefinition } from './catalogue/metafields.ts';
import type { CostBucket } from './throttle/cost-bucket.ts';
import type { LeakyBucket } from './throttle/leaky-bucket.ts';

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
];

export type AppOptions = {
  /**
   * Another app has another bucket; two tokens of one app share it. The token itself names the app when left
   * out.
   */
  app?: string;
  scopes?: readonly string[];
  /** In milliseconds since 1970, after which the token is refused; null: it holds until it is revoked. */
  expiresAt?: number | null;
  /**
   * Fields refused although the scope is there, with the text of the needed access: `{
   * 'InventoryItem.unitCost': '…' }`.
   */
  deniedFields?: Readonly<Record<string, string>>;
};

export type ShopOptions = {
  /** The Host under which the shop answers, without port: `atlas.localhost`. */
  domain: string;
  /** Other Hosts of the same shop, as one has that was renamed. */
  aliases?: readonly string[];
  /** The same seed gives the same catalogue; the domain when left out. */
  seed?: string | number;
  products?: number;
  /**
   * The supplier whose range a third of the products come from: shops that name the same one have the same SKUs and
   * barcodes there, with other prices, names and stock here and there, and a few mistakes.
   */
  range?: string;
  variantsPerProduct?: 'mixed' | number;
  largeProducts?: { count: number; variants: number };
  /** The names of its locations; one when left out. */
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
  /** The API secret key that belongs to `token`: deliveries to its app are signed with it. */
  apiSecret?: string;
  /** Whose apps get tokens here for their client credentials. */
  organization?: string;
  /** Apps that were installed without the consent page: client id to what they may do. */
  clients?: Readonly<Record<string, readonly string[]>>;
  /** What the shop keeps of products and variants by definitions of its own. */
  metafields?: readonly MetafieldDefinition[];
  collections?: readonly CollectionOptions[];
  bucket?: { maximumAvailable: number; restoreRate: number };
  /** How fast bulk operations write; null: as fast as the machine can; 0: not at all. May be changed. */
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

/** What the parts of a shop know of it. */
export type ShopFacts = {
  /** How Shopify knows the shop, whichever of its addresses is asked. */
  readonly domain: string;
  readonly id: number;
  readonly state: ShopState;
  readonly bulkObjectsPerSecond: number | null;
  now(): Date;
};
