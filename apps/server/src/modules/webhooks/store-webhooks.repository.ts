import type { WebhookTopic } from '@storefleet/contract/constants';
import type { Queryable } from '../../platform/db/database.ts';
import type { StoreRow } from '../stores/stores.table.ts';

/** A store with its webhook state, even if nobody has enabled webhooks yet. */
export type NotifiedStore = StoreRow & {
  readonly enabled: boolean;
  readonly registered_uri: string | null;
  readonly registered_topics: WebhookTopic[];
  readonly registration_error: string | null;
  readonly applying_error: string | null;
  readonly failed_checks: number;
  /** When something last came that was not signed with the app's secret. */
  readonly refused_at: Date | null;
};

/** In one statement, as shops wait for the response. */
export async function findNotifiedStore(db: Queryable, storeId: string): Promise<NotifiedStore | null> {
  const { rows } = await db.query<NotifiedStore>(
    `select stores.*, coalesce(own.enabled, false) as enabled, own.registered_uri, own.registration_error,
       coalesce(own.registered_topics, '{}') as registered_topics, own.applying_error,
       own.refused_at, coalesce(own.failed_checks, 0) as failed_checks
     from stores left join store_webhooks own on own.store_id = stores.id
     where stores.id = $1 and stores.deleted_at is null`,
    [storeId],
  );
  return rows[0] ?? null;
}

export async function readLastReceivedAt(db: Queryable, storeId: string): Promise<Date | null> {
  const { rows } = await db.query<{ received_at: Date }>(
    'select received_at from webhook_deliveries where store_id = $1 order by received_at desc limit 1',
    [storeId],
  );
  return rows[0]?.received_at ?? null;
}

/** Milliseconds for which a check belongs to whoever requested it, and to the worker that claimed it. */
const REQUEST_CLAIM_MS = 60_000;
const CHECK_CLAIM_MS = 5 * 60_000;
const inMilliseconds = (milliseconds: number) => `now() + interval '${milliseconds} milliseconds'`;

/** The caller checks the registration: workers do so only if that fails. */
export async function setEnabled(db: Queryable, storeId: string, enabled: boolean, now: Date): Promise<void> {
  await db.query(
    `insert into store_webhooks as own (store_id, enabled, next_check_at, updated_at)
     values ($1, $2, ${inMilliseconds(REQUEST_CLAIM_MS)}, $3)
     on conflict (store_id) do update set enabled = $2, next_check_at = excluded.next_check_at, updated_at = $3,
       failed_checks = 0, applying_error = case when $2 then own.applying_error end`,
    [storeId, enabled, now],
  );
}

export type Registered = {
  readonly uri: string | null;
  readonly topics: readonly WebhookTopic[];
  readonly error: string | null;
};

type Registration = Registered & {
  /** What a person wanted when the shop was asked. */
  readonly enabled: boolean;
  /** Before the store was read: later changes by a person require another check. */
  readonly checkedAt: Date;
  readonly failedChecks: number;
  /** Milliseconds. */
  readonly nextCheckIn: number;
};

/** If a person has changed their mind meanwhile, another check is due at once. */
export async function saveRegistration(
  db: Queryable,
  storeId: string,
  { enabled, uri, topics, error, checkedAt, failedChecks, nextCheckIn }: Registration,
  now: Date,
): Promise<void> {
  await db.query(
    `update store_webhooks set registered_uri = $2, registered_topics = $3::text[], registration_error = $4,
       failed_checks = $5, checked_at = $6, updated_at = $7,
       next_check_at = now() + case when enabled = $8 then $9 else 0 end * interval '1 millisecond'
     where store_id = $1`,
    [storeId, uri, topics, error, failedChecks, checkedAt, now, enabled, nextCheckIn],
  );
}

/** Records why changes could not be applied; null if they could. */
export async function noteApplying(db: Queryable, storeId: string, error: string | null): Promise<void> {
  await db.query(
    'update store_webhooks set applying_error = $2 where store_id = $1 and applying_error is distinct from $2',
    [storeId, error],
  );
}

/** At most once a minute, whatever is sent. */
export async function noteRefused(db: Queryable, storeId: string, now: Date): Promise<void> {
  await db.query(
    `update store_webhooks set refused_at = $2
     where store_id = $1 and enabled and coalesce(refused_at < $2::timestamptz - interval '1 minute', true)`,
    [storeId, now],
  );
}

/** Makes all registrations under an outdated address due for a check. */
export async function recheckOtherAddresses(db: Queryable, base: string): Promise<void> {
  await db.query(
    `update store_webhooks set next_check_at = now()
     where enabled and registered_uri is distinct from $1 || store_id::text`,
    [base],
  );
}

/**
 * Claims a store whose registration is due for a check, or was changed by a person since; others skip it for
 * a while.
 */
export async function claimCheck(db: Queryable, now: Date): Promise<string | null> {
  const { rows } = await db.query<{ store_id: string }>(
    `update store_webhooks set next_check_at = ${inMilliseconds(CHECK_CLAIM_MS)}, checked_at = $1
     where store_id in (
       select own.store_id from store_webhooks own join stores on stores.id = own.store_id
       where (own.enabled or own.registered_uri is not null) and stores.deleted_at is null
         and (own.next_check_at <= now() or stores.updated_at > own.checked_at)
       order by own.next_check_at limit 1 for update of own skip locked)
     returning store_id`,
    [now],
  );
  return rows[0]?.store_id ?? null;
}

/** Milliseconds until the next check of a registration is due. */
export async function nextCheckIn(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ milliseconds: number | null }>(
    `select ceil(extract(epoch from min(next_check_at) - now()) * 1000)::float8 as milliseconds
     from store_webhooks where next_check_at > now() and (enabled or registered_uri is not null)`,
  );
  return rows[0]?.milliseconds ?? null;
}
