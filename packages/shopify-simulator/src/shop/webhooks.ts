import { randomUUID } from 'node:crypto';
import type { Product } from '../catalogue/model.ts';
import { stableVersions } from '../graphql/schemas.ts';
import type { BulkOperation } from './bulk-operations.ts';
import type { ShopFacts } from './shop-options.ts';
import { type Delivery, post, signatureOf, type Tunnels } from './webhook-delivery.ts';
import { endOf, eventsOf, headerForm, type ShopEvent, type Topic } from './webhook-events.ts';

export type Subscription = {
  readonly id: number;
  /** The app that created it, and alone sees it. */
  readonly app: string;
  readonly topic: Topic;
  readonly uri: string;
  readonly includeFields: readonly string[];
  readonly createdAt: number;
  failuresInARow: number;
};

type WebhookDeps = {
  readonly tunnels: Tunnels;
  /** The secret that signs an app's webhooks. */
  readonly secretOf: (app: string) => string;
};

/** Retries and their delays: within 4 hours, with growing pauses. */
const RETRY_DELAYS_MS = [10, 30, 60, 300, 900, 1_800, 3_600, 7_200].map((seconds) => seconds * 1000);
const FAILURES_UNTIL_REMOVAL = 1 + RETRY_DELAYS_MS.length;
const DELIVERIES_KEPT = 2_000;
/** Concurrent deliveries of a shop. */
const AT_ONCE = 10;

/** The subscriptions of a shop, and what was sent to them. */
export class Webhooks {
  readonly #shop: ShopFacts;
  readonly #deps: WebhookDeps;
  #subscriptions: Subscription[] = [];
  #created = 0;
  readonly #deliveries: Delivery[] = [];
  #held: ShopEvent[] | null = null;
  readonly #timers = new Map<Delivery, NodeJS.Timeout>();
  readonly #queue: Delivery[] = [];
  readonly #senders = new Set<Promise<void>>();

  constructor(shop: ShopFacts, deps: WebhookDeps) {
    this.#shop = shop;
    this.#deps = deps;
  }

  get subscriptions(): readonly Subscription[] {
    return this.#subscriptions;
  }

  /** The latest, oldest first. */
  get deliveries(): readonly Delivery[] {
    return this.#deliveries;
  }

  subscribe(subscription: Omit<Subscription, 'id' | 'createdAt' | 'failuresInARow'>): Subscription {
    this.#created += 1;
    const added = {
      ...subscription,
      id: 1_900_000_000 + this.#created,
      createdAt: this.#shop.now().getTime(),
      failuresInARow: 0,
    };
    this.#subscriptions.push(added);
    return added;
  }

  /** False if there is none with that id. */
  unsubscribe(id: number): boolean {
    const before = this.#subscriptions.length;
    this.#subscriptions = this.#subscriptions.filter((subscription) => subscription.id !== id);
    return this.#subscriptions.length < before;
  }

  /** Notifies the subscribers of a change; a shop that is not open sends nothing. */
  changed(before: Product | null, after: Product | null): void {
    if (this.#subscriptions.length === 0 || this.#shop.state !== 'open') return;
    for (const event of eventsOf(before, after, this.#shop)) this.announce(event);
  }

  /** Notifies the app that started a bulk operation of its end. */
  finished(operation: BulkOperation): void {
    if (this.#shop.state === 'open') this.announce(endOf(operation));
  }

  /** Sends an event to all who subscribed to its topic, or keeps it while events are held. */
  announce(event: ShopEvent): void {
    if (this.#held !== null) {
      this.#held.push(event);
      return;
    }
    const eventId = randomUUID();
    for (const subscription of this.#subscriptions) {
      const isForIt = event.app === undefined || event.app === subscription.app;
      if (subscription.topic === event.topic && isForIt)
        this.#send(this.#deliveryOf(subscription, event, eventId));
    }
  }

  /** Holds webhooks from now on. */
  hold(): void {
    this.#held ??= [];
  }

  /** Sends held webhooks, in order or reversed. */
  release({ reversed = false } = {}): void {
    const events = this.#held ?? [];
    this.#held = null;
    if (reversed) events.reverse();
    for (const event of events) this.announce(event);
  }

  /** Repeats a delivery, with the same id, bytes and signature. */
  repeat(id: string): void {
    const delivery = this.#deliveries.find((candidate) => candidate.id === id);
    if (delivery === undefined) throw new RangeError(`There is no delivery ${id} in this shop.`);
    this.#send(delivery);
  }

  /** Runs all pending retries now. */
  retryNow(): void {
    for (const delivery of [...this.#timers.keys()]) this.#send(delivery);
  }

  /** Resolves when no delivery is under way, not counting pending retries. */
  async settled(): Promise<void> {
    while (this.#senders.size > 0) await Promise.all(this.#senders);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#queue.length = 0;
  }

  #deliveryOf(subscription: Subscription, { topic, payload }: ShopEvent, eventId: string): Delivery {
    const { includeFields } = subscription;
    const told =
      includeFields.length === 0
        ? payload
        : Object.fromEntries(Object.entries(payload).filter(([name]) => includeFields.includes(name)));
    const body = JSON.stringify(told);
    const id = randomUUID();
    const delivery: Delivery = {
      id,
      subscription: subscription.id,
      topic: headerForm(topic),
      uri: subscription.uri,
      body,
      headers: {
        'x-shopify-topic': headerForm(topic),
        'x-shopify-hmac-sha256': signatureOf(body, this.#deps.secretOf(subscription.app)),
        'x-shopify-shop-domain': this.#shop.domain,
        'x-shopify-api-version': stableVersions[stableVersions.length - 1] ?? '',
        'x-shopify-webhook-id': id,
        'x-shopify-event-id': eventId,
        'x-shopify-triggered-at': this.#shop.now().toISOString(),
      },
      attempts: 0,
      state: 'waiting',
      status: 0,
    };
    this.#deliveries.push(delivery);
    if (this.#deliveries.length > DELIVERIES_KEPT) this.#deliveries.shift();
    return delivery;
  }

  #send(delivery: Delivery): void {
    clearTimeout(this.#timers.get(delivery));
    this.#timers.delete(delivery);
    this.#queue.push(delivery);
    if (this.#senders.size >= AT_ONCE) return;
    const sender = this.#sendAll();
    this.#senders.add(sender);
    void sender.finally(() => this.#senders.delete(sender));
  }

  async #sendAll(): Promise<void> {
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      await this.#attempt(next);
    }
  }

  async #attempt(delivery: Delivery): Promise<void> {
    delivery.attempts += 1;
    delivery.status = await post(delivery, this.#deps.tunnels);
    const subscription = this.#subscriptions.find(({ id }) => id === delivery.subscription);
    if (delivery.status >= 200 && delivery.status < 300) {
      delivery.state = 'delivered';
      if (subscription !== undefined) subscription.failuresInARow = 0;
      return;
    }
    delivery.state = 'failed';
    if (subscription === undefined) return;
    subscription.failuresInARow += 1;
    const delay = RETRY_DELAYS_MS[delivery.attempts - 1];
    if (subscription.failuresInARow >= FAILURES_UNTIL_REMOVAL) this.unsubscribe(subscription.id);
    else if (delay !== undefined) {
      delivery.state = 'waiting';
      this.#timers.set(delivery, setTimeout(() => this.#send(delivery), delay).unref());
    }
  }
}
