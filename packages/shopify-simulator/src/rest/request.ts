import type { ServedVersion } from '../graphql/schemas.ts';
import type { Shop } from '../shop/shop.ts';
import type { InstalledApp } from '../shop/shop-options.ts';

export type RestRequest = {
  readonly shop: Shop;
  readonly app: InstalledApp;
  readonly version: ServedVersion;
  /** Path after the version, without `.json`. */
  readonly resource: string;
  readonly headers: Record<string, string>;
};

export type RestAnswer = { status: number; body: unknown; headers?: Record<string, string> };
