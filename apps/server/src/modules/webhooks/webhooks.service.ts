import { createHash } from 'node:crypto';
import { webhookTopicsOf } from '@storefleet/contract/constants';
import type { StoreWebhooks } from '@storefleet/contract/stores/webhooks';
import {
  changeIn,
  endedOperationIn,
  isSignedWith,
} from '../../connectors/shopify/webhooks/webhook-delivery.ts';
import { AppError, conflict } from '../../platform/http/problem.ts';
import { isDomainOf } from '../stores/connection/shop-identity.ts';
import { type Delivery, dropChanges, recordChange } from './changes.repository.ts';
import { reportEnd } from './operation-ends.ts';
import { createRegistration, type RegistrationDeps } from './registration.ts';
import {
  findNotifiedStore,
  type NotifiedStore,
  noteRefused,
  readLastReceivedAt,
  setEnabled,
} from './store-webhooks.repository.ts';

type WebhooksDeps = Omit<RegistrationDeps, 'addressOf'> & {
  /** The URL at which shops reach this server, without a trailing slash. */
  readonly webhooksUrl: string;
};

export const WEBHOOKS_PATH = '/webhooks/shopify';

/** A webhook as received. */
type Sent = {
  readonly storeId: string;
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WEBHOOK_ID = /^[\w.:-]{1,128}$/;
/** Milliseconds that a person who enables or disables webhooks waits for the shop. */
const REGISTRATION_LIMIT_MS = 30_000;

export type WebhooksService = ReturnType<typeof createWebhooksService>;

export function createWebhooksService(deps: WebhooksDeps) {
  const { db, clock, availability } = deps;
  const counts = createWebhookCounts();
  const base = `${deps.webhooksUrl}${WEBHOOKS_PATH}/`;
  const registration = createRegistration({ ...deps, addressOf: (storeId) => base + storeId });

  async function get(id: string): Promise<StoreWebhooks> {
    const own = await requireStore(deps, id);
    const unavailable = await availability.whyNot(own);
    const registered = own.enabled && unavailable === null ? own.registered_topics : [];
    const wanted = webhookTopicsOf({ readsStock: own.stock_per_location });
    const topics = wanted.map((topic) => ({ topic, registered: registered.includes(topic) }));
    const receivedAt = await readLastReceivedAt(db, id);
    return {
      enabled: own.enabled,
      active: topics.every((topic) => topic.registered),
      unavailable_because: unavailable,
      error: own.registration_error ?? own.applying_error ?? refusalOf(own, receivedAt),
      topics,
      last_received_at: receivedAt?.toISOString() ?? null,
    };
  }

  async function askShop(id: string, signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(REGISTRATION_LIMIT_MS);
    try {
      await registration.check(id, AbortSignal.any([signal, limit]));
    } catch (error) {
      // Workers keep trying; the store's page shows whether it is registered.
      if (!limit.aborted || signal.aborted) throw error;
    }
  }

  return {
    counts,
    base,
    check: registration.check,
    get,

    async enable(id: string, signal: AbortSignal): Promise<StoreWebhooks> {
      const unavailable = await availability.whyNot(await requireStore(deps, id));
      if (unavailable !== null) throw conflict(unavailable);
      await setEnabled(db, id, true, clock.now());
      await askShop(id, signal);
      return get(id);
    },

    async disable(id: string, signal: AbortSignal): Promise<StoreWebhooks> {
      await requireStore(deps, id);
      await setEnabled(db, id, false, clock.now());
      await dropChanges(db, id);
      await askShop(id, signal);
      return get(id);
    },

    /**
     * Stores a webhook's change, to be read in a moment. False if it may not come from the shop; the sender
     * gets the same response whatever the reason.
     */
    async receive({ storeId, header, body }: Sent): Promise<boolean> {
      const store = UUID.test(storeId) ? await findNotifiedStore(db, storeId) : null;
      const secrets = store === null ? [] : await availability.secretsOf(store);
      const signature = header('x-shopify-hmac-sha256') ?? '';
      const isFromShop = store !== null && isDomainOf(store, header('x-shopify-shop-domain') ?? '');
      if (!isFromShop || !secrets.some((secret) => isSignedWith(secret, body, signature))) {
        counts.add('refused');
        if (isFromShop && secrets.length > 0) await noteRefused(db, storeId, clock.now());
        return false;
      }
      const topic = header('x-shopify-topic') ?? '';
      const isTakenOver = store.enabled && store.store_status !== 'archived';
      const delivery = { storeId, webhookId: idOf(header, body), topic };
      counts.add(isTakenOver ? await take(deps, store, delivery, body.toString('utf8')) : 'ignored');
      return true;
    },
  };
}

async function requireStore({ db }: WebhooksDeps, id: string): Promise<NotifiedStore> {
  const store = await findNotifiedStore(db, id);
  if (store === null) throw new AppError({ code: 'store_not_found' });
  return store;
}

/** Set until the store is saved anew, or something arrives that is signed as it should be. */
function refusalOf(own: NotifiedStore, receivedAt: Date | null): string | null {
  const { enabled, refused_at: refusedAt, updated_at: savedAt } = own;
  if (!enabled || refusedAt === null || refusedAt <= savedAt) return null;
  if (receivedAt !== null && receivedAt >= refusedAt) return null;
  const other = 'What the shop sent last was signed with another secret and was refused.';
  return own.connection_method === 'oauth'
    ? `${other} Enter the present API secret of the Shopify app in the settings.`
    : `${other} Enter the API secret key of its app in the form of this store.`;
}

async function take(
  { db, clock }: WebhooksDeps,
  { shop_url: shopUrl }: NotifiedStore,
  delivery: Delivery,
  body: string,
): Promise<WebhookOutcome> {
  const change = changeIn(delivery.topic, body);
  const operationId = endedOperationIn(delivery.topic, body);
  let isNew: boolean;
  if (change !== null) isNew = await recordChange(db, delivery, change, clock.now());
  else if (operationId !== null) isNew = await reportEnd(db, delivery, { shopUrl, operationId }, clock.now());
  else return 'ignored';
  return isNew ? 'received' : 'repeated';
}

/** The same for every attempt of one delivery. */
function idOf(header: Sent['header'], body: Buffer): string {
  const id = header('x-shopify-webhook-id') ?? '';
  if (WEBHOOK_ID.test(id)) return id;
  const hash = createHash('sha256').update(header('x-shopify-triggered-at') ?? '');
  return hash
    .update(header('x-shopify-topic') ?? '')
    .update(body)
    .digest('base64url');
}

/**
 * What became of what shops sent to this process, and of what it read: `received` was new, `repeated`
 * had come before, `ignored` is nothing that is taken over, `refused` was not signed by the shop.
 */
const NONE = { received: 0, repeated: 0, ignored: 0, refused: 0, applied: 0, failed: 0 };
type WebhookOutcome = keyof typeof NONE;

function createWebhookCounts() {
  const counts = { ...NONE };
  return {
    add(outcome: WebhookOutcome, count = 1): void {
      counts[outcome] += count;
    },
    read: (): Readonly<typeof counts> => ({ ...counts }),
  };
}
