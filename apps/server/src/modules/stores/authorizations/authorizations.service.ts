import { createHash, randomBytes } from 'node:crypto';
import { type Role, whyNotCall } from '@storefleet/contract/people/permissions';
import { missingScopes } from '@storefleet/contract/stores/scopes';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import { ConsentRefused, consentUrl, readConsent } from '../../../connectors/shopify/oauth/oauth-consent.ts';
import {
  askForToken,
  type GrantedToken,
  type TokenEndpointDeps,
} from '../../../connectors/shopify/oauth/token-endpoint.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import type { Secret } from '../../../platform/crypto/secret.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/problem.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { ConsentApp } from '../../settings/shopify-app.ts';
import { sendReadShopDetails } from '../store-jobs.ts';
import { findStore, lockStore, updateStore } from '../stores.repository.ts';
import type { StoreRow } from '../stores.table.ts';
import type { StoreTokens } from '../tokens/store-tokens.ts';

/** Milliseconds within which a person must return: they may have to log in to Shopify first. */
const ATTEMPT_LIFETIME = 15 * 60_000;
/** Seconds for which abandoned attempts are kept, so that a late return finds its store. */
const KEPT_SECONDS = 86_400;
const SCOPE_OF_READING = 'read_products';

type AuthorizationsDeps = TokenEndpointDeps & {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly logger: Logger;
  readonly storeTokens: StoreTokens;
  readonly consentApp: () => Promise<ConsentApp | null>;
  /** The current role of the member who started an attempt; null if disabled. */
  readonly roleOf: (userId: string) => Promise<Role | null>;
};

/** An attempt to connect a store on Shopify's consent page. */
type Attempt = { storeId: string; clientId: string; requestedBy: string; expiresAt: Date };

/** `browserKey` stays in the browser that started the attempt, and is verified on its return. */
type BegunAuthorization = { authorizeUrl: string; state: string; browserKey: string };

/** The outcome of a return; `storeId` is null if nothing identifies the store. */
export type EndedAuthorization = { storeId: string; connected: boolean } | { storeId: null };

export type AuthorizationsService = ReturnType<typeof createAuthorizationsService>;

/** Connects a store through Shopify's consent page: starts attempts, and completes returning ones. */
export function createAuthorizationsService(deps: AuthorizationsDeps) {
  return {
    begin: (storeId: string, requestedBy: string) => begin(deps, storeId, requestedBy),
    finish: (query: URLSearchParams, browserKey: string | undefined, signal: AbortSignal) =>
      finish(deps, query, browserKey, signal),
  };
}

async function begin(
  { db, clock, consentApp }: AuthorizationsDeps,
  storeId: string,
  requestedBy: string,
): Promise<BegunAuthorization> {
  const store = await findStore(db, storeId);
  if (store === null) throw new AppError({ code: 'store_not_found' });
  if (!connectsBy(store, 'access_token')) {
    throw new AppError({
      code: 'wrong_store_type',
      detail: 'An MS SQL store is not connected with Shopify.',
    });
  }
  if (store.store_status === 'archived') throw new AppError({ code: 'store_archived' });
  if (store.connection_method !== 'oauth') throw new AppError({ code: 'not_connected_by_oauth' });
  const app = await consentApp();
  if (app === null) throw new AppError({ code: 'shopify_app_missing' });
  const state = randomBytes(32).toString('base64url');
  const browserKey = randomBytes(32).toString('base64url');
  const { clientId, scopes, callbackUrl: redirectUri } = app;
  const expiresAt = new Date(clock.now().getTime() + ATTEMPT_LIFETIME);
  await db.query(
    'delete from store_authorizations where expires_at < $1::timestamptz - make_interval(secs => $2)',
    [expiresAt, KEPT_SECONDS],
  );
  await db.query(
    `insert into store_authorizations (state_hash, browser_hash, store_id, client_id, requested_by, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [hashOf(state), hashOf(browserKey), storeId, clientId, requestedBy, expiresAt],
  );
  return {
    authorizeUrl: consentUrl({ shop: store.shop_url, clientId, scopes, redirectUri, state }),
    state,
    browserKey,
  };
}

async function finish(
  deps: AuthorizationsDeps,
  query: URLSearchParams,
  browserKey: string | undefined,
  signal: AbortSignal,
): Promise<EndedAuthorization> {
  const { db, logger } = deps;
  const state = query.get('state');
  if (!state || browserKey === undefined) return { storeId: null };
  const attempt = await takeAttempt(db, state, browserKey);
  const store = attempt && (await findStore(db, attempt.storeId));
  if (!attempt || !store) return { storeId: null };
  try {
    await connect(deps, store, attempt, query, signal);
    logger.info({ store: store.id, user: attempt.requestedBy }, 'stores: connected through the consent page');
    return { storeId: store.id, connected: true };
  } catch (error) {
    if (!(error instanceof ConsentRefused || error instanceof SourceError)) throw error;
    logger.info({ store: store.id, reason: error.message }, 'stores: not connected through the consent page');
    await updateStore(db, store.id, { authorization_error: error.message });
    return { storeId: store.id, connected: false };
  }
}

/** The attempt this browser started under this state; reading it uses it up. */
async function takeAttempt(db: Queryable, state: string, browserKey: string): Promise<Attempt | null> {
  const { rows } = await db.query<Attempt>(
    `delete from store_authorizations where state_hash = $1 and browser_hash = $2
     returning store_id as "storeId", client_id as "clientId", requested_by as "requestedBy",
       expires_at as "expiresAt"`,
    [hashOf(state), hashOf(browserKey)],
  );
  return rows[0] ?? null;
}

async function connect(
  deps: AuthorizationsDeps,
  store: StoreRow,
  attempt: Attempt,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<void> {
  const { clock, consentApp } = deps;
  if (attempt.expiresAt <= clock.now()) {
    throw new ConsentRefused('It took too long at Shopify. Connect the store with Shopify again.');
  }
  const role = await deps.roleOf(attempt.requestedBy);
  if (role === null || whyNotCall(role, 'stores.authorize') !== null) {
    throw new ConsentRefused(
      'The person who started this may no longer connect stores. Ask an owner to connect the store with Shopify.',
    );
  }
  const app = await consentApp();
  if (app === null || app.clientId !== attempt.clientId) {
    throw new ConsentRefused(
      'The Shopify app in Settings was changed meanwhile. Connect the store with Shopify again.',
    );
  }
  refuseChanged(store, store);
  const code = readConsent(query, {
    shop: store.shop_url,
    clientSecret: app.clientSecret,
    now: clock.now(),
  });
  await save(deps, store, app, await exchangeCode(deps, store, app, code, signal));
}

async function exchangeCode(
  deps: AuthorizationsDeps,
  store: StoreRow,
  app: ConsentApp,
  code: Secret,
  signal: AbortSignal,
): Promise<GrantedToken> {
  const granted = await askForToken(deps, {
    shopUrl: store.shop_url,
    app,
    grant: { kind: 'code', code },
    signal,
  });
  if (missingScopes(granted.scopes).includes(SCOPE_OF_READING)) {
    throw new ConsentRefused(
      `${store.shop_url} did not allow the app to read products (${SCOPE_OF_READING}). Add this scope to the app ` +
        'and to the scopes in Settings, then connect the store with Shopify again.',
    );
  }
  return granted;
}

/** A token belongs to the shop and method it was requested for, which may have changed meanwhile. */
async function save(
  { db, jobs, clock, storeTokens }: AuthorizationsDeps,
  asked: StoreRow,
  app: ConsentApp,
  granted: GrantedToken,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockStore(tx, asked.id);
    refuseChanged(row, asked);
    const now = clock.now();
    await updateStore(tx, asked.id, {
      ...storeTokens.grantedColumns(asked.id, app, granted),
      authorized_at: now,
      updated_at: now,
    });
    await sendReadShopDetails(jobs, asked.id, tx);
  });
}

function refuseChanged(row: StoreRow | null, asked: StoreRow): void {
  const isSame =
    row !== null &&
    row.connection_method === 'oauth' &&
    row.store_status !== 'archived' &&
    row.shop_url === asked.shop_url;
  if (!isSame) {
    throw new ConsentRefused('The store was changed meanwhile. Connect it with Shopify again.');
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
