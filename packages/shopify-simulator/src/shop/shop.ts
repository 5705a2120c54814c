import { Catalogue } from '../catalogue/catalogue.ts';
import { Channels } from '../catalogue/channels.ts';
import { Collections } from '../catalogue/collections.ts';
import { hash, seedNumber } from '../catalogue/hash.ts';
import { type MetafieldPlace, Metafields } from '../catalogue/metafields.ts';
import { PriceLists } from '../catalogue/price-lists.ts';
import { type Location, locationsOf } from '../catalogue/stock.ts';
import type { Clock } from '../clock.ts';
import { CostBucket } from '../throttle/cost-bucket.ts';
import { LeakyBucket } from '../throttle/leaky-bucket.ts';
import { BulkOperations } from './bulk-operations.ts';
import { type ClientApp, DEFAULT_ORGANIZATION } from './client-app.ts';
import { Issued } from './issued.ts';
import { RequestLog } from './request-log.ts';
import type { ResultStorage } from './result-storage.ts';
import {
  type AppOptions,
  allScopes,
  type InstalledApp,
  type PlanName,
  plans,
  type ShopOptions,
  type ShopState,
} from './shop-options.ts';
import type { Tunnels } from './webhook-delivery.ts';
import { Webhooks } from './webhooks.ts';
import { WriteLog } from './write-log.ts';

type ShopDeps = {
  /** The simulator's port. */
  readonly port: () => number;
  readonly clock: Clock;
  readonly storage: ResultStorage;
  readonly tunnels: Tunnels;
  readonly apps: ReadonlyMap<string, ClientApp>;
};

/** For an app with an entered token, unless the options name a secret. */
const DEFAULT_API_SECRET = 'shpss_00000000000000000000000000000001';
const WITHOUT_MINOR_UNITS = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK']);

export class Shop {
  readonly domain: string;
  readonly aliases: readonly string[];
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly currency: string;
  readonly country: string;
  readonly timezone: string;
  readonly plan: PlanName;
  readonly organization: string;
  readonly catalogue: Catalogue;
  readonly locations: readonly Location[];
  /** Responses to inventory mutations by idempotency key. */
  readonly idempotent = new Map<string, { readonly parameters: string; readonly payload: unknown }>();
  readonly metafields: Metafields;
  readonly collections: Collections;
  readonly priceLists: PriceLists;
  readonly channels: Channels;
  readonly bulkOperations: BulkOperations;
  readonly log = new RequestLog();
  readonly writes = new WriteLog();
  readonly issued: Issued;
  readonly webhooks: Webhooks;
  state: ShopState = 'open';
  bulkObjectsPerSecond: number | null;
  /** Delay before a search finds a change; lists and reads by id see it at once. */
  searchLagMs = 0;
  readonly #options: ShopOptions;
  readonly #clock: Clock;
  readonly #port: () => number;
  readonly #apps = new Map<string, InstalledApp>();
  readonly #limits = new Map<string, Pick<InstalledApp, 'costs' | 'calls'>>();
  readonly #clients = new Map<string, readonly string[]>();

  constructor(options: ShopOptions, deps: ShopDeps) {
    const seed = seedNumber(options.seed ?? options.domain);
    this.domain = options.domain.toLowerCase();
    this.aliases = (options.aliases ?? []).map((alias) => alias.toLowerCase());
    this.id = 50_000_000_000 + hash(seedNumber(this.domain), 1, 1, 1);
    this.locations = locationsOf(this.id, options.locations);
    this.name = options.name ?? titleOf(options.domain);
    this.email = options.email ?? `owner@${this.domain}`;
    this.currency = options.currency ?? 'USD';
    this.country = options.country ?? 'US';
    this.timezone = options.timezone ?? 'America/New_York';
    this.plan = options.plan ?? 'Development';
    this.organization = options.organization ?? DEFAULT_ORGANIZATION;
    this.bulkObjectsPerSecond = options.bulkObjectsPerSecond ?? null;
    this.#options = options;
    this.#clock = deps.clock;
    this.#port = deps.port;
    this.catalogue = new Catalogue(
      {
        seed,
        products: options.products ?? 50,
        variantsPerProduct: options.variantsPerProduct ?? 'mixed',
        largeProducts: options.largeProducts ?? { count: 0, variants: 0 },
        wholePrices: WITHOUT_MINOR_UNITS.has(this.currency),
        range: options.range === undefined ? null : seedNumber(options.range),
      },
      () => this.#clock.now(),
    );
    this.metafields = new Metafields(options.metafields ?? []);
    this.collections = new Collections(this.id, options.collections ?? []);
    this.priceLists = new PriceLists(this, options.priceLists ?? []);
    this.channels = new Channels(this.id, options.channels ?? ['Online Store']);
    this.webhooks = new Webhooks(this, {
      tunnels: deps.tunnels,
      secretOf: (app) => deps.apps.get(app)?.clientSecret ?? options.apiSecret ?? DEFAULT_API_SECRET,
    });
    this.catalogue.onChange = (before, after) => this.webhooks.changed(before, after);
    this.issued = new Issued(this, deps.clock);
    this.bulkOperations = new BulkOperations(this, deps, (operation) => this.webhooks.finished(operation));
    this.#installApps();
  }

  /** The shop's origin for a browser on this machine. */
  get origin(): string {
    return `http://${this.domain}:${this.#port()}`;
  }

  now(): Date {
    return this.#clock.now();
  }

  /**
   * Recorded (metafields-generic-product-owner): a product whose only change was its metafields has an
   * `updatedAt` later than its creation. Nothing is recorded for variants, nor does Shopify promise it: here
   * nothing changes.
   */
  writeMetafield(
    place: MetafieldPlace,
    productId: number,
    held: { type: string; value: string } | null,
  ): void {
    this.metafields.set(place, held);
    this.catalogue.touch(productId, { isOwn: place.ownerType === 'PRODUCT' });
  }

  app(token: string): InstalledApp | null {
    const app = this.#apps.get(token) ?? null;
    return app?.expiresAt != null && app.expiresAt <= this.#clock.now().getTime() ? null : app;
  }

  get tokens(): string[] {
    return [...this.#apps.keys()];
  }

  install(token: string, options: AppOptions = {}): void {
    const app = options.app ?? token;
    this.#apps.set(token, {
      token,
      app,
      expiresAt: options.expiresAt ?? null,
      scopes: new Set(options.scopes ?? allScopes),
      deniedFields: options.deniedFields ?? {},
      ...this.#limitsOf(app),
    });
  }

  revoke(token: string): void {
    this.#apps.delete(token);
  }

  /** Expires all tokens that have an expiry. */
  expireTokens(): void {
    for (const app of this.#apps.values()) if (app.expiresAt !== null) app.expiresAt = 0;
  }

  /** An app's scopes in this shop; null if it is not installed. */
  clientScopes(clientId: string): readonly string[] | null {
    return this.#clients.get(clientId) ?? null;
  }

  installClient(clientId: string, scopes: readonly string[]): void {
    this.#clients.set(clientId, scopes);
  }

  /** Invalidates all tokens of the app. */
  uninstallClient(clientId: string): void {
    this.#clients.delete(clientId);
    this.issued.forget(clientId);
    for (const { token, app } of [...this.#apps.values()]) if (app === clientId) this.revoke(token);
  }

  #limitsOf(app: string): Pick<InstalledApp, 'costs' | 'calls'> {
    const { restoreRate, maximumAvailable, restSize, restRate } = plans[this.plan];
    const limits = this.#limits.get(app) ?? {
      costs: new CostBucket(this.#clock, this.#options.bucket ?? { maximumAvailable, restoreRate }),
      calls: new LeakyBucket(this.#clock, { size: restSize, leakRate: restRate }),
    };
    this.#limits.set(app, limits);
    return limits;
  }

  /** Ends background work. */
  stop(): void {
    this.bulkOperations.stop();
    this.webhooks.stop();
  }

  #installApps(): void {
    const { token, scopes, deniedFields, clients = {} } = this.#options;
    if (token !== undefined) {
      this.install(token, {
        ...(scopes === undefined ? {} : { scopes }),
        ...(deniedFields === undefined ? {} : { deniedFields }),
      });
    }
    for (const [clientId, granted] of Object.entries(clients)) this.installClient(clientId, granted);
  }
}

function titleOf(domain: string): string {
  const name = domain.split('.')[0] ?? domain;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
