import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import { v7 as uuidv7 } from 'uuid';
import { type AccessTokens, appOfToken } from '../../../connectors/shopify/client/access-tokens.ts';
import type { Grant } from '../../../connectors/shopify/oauth/grant.ts';
import {
  askForToken,
  type GrantedToken,
  type ShopifyApp,
  type TokenEndpointDeps,
} from '../../../connectors/shopify/oauth/token-endpoint.ts';
import { GrantEndedError, grantEnded } from '../../../connectors/shopify/oauth/token-errors.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import type { Secret } from '../../../platform/crypto/secret.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { sleep } from '../../../platform/resilience/sleep.ts';
import { findStore } from '../stores.repository.ts';
import type { StoreRow } from '../stores.table.ts';
import { openStoreSecret, sealGrantedToken } from './store-secrets.ts';
import { claimRenewal, endRenewal, NO_GRANTED_TOKEN, noteRefusedToken } from './store-tokens.repository.ts';

/** Milliseconds before its expiry at which a token is renewed: a request being sent must still succeed. */
const RENEW_BEFORE = 5 * 60_000;
/** Milliseconds between polls for the end of another renewal. */
const RENEWAL_POLL_INTERVAL = 150;

type HeldToken = { readonly token: Secret; readonly expiresAt: Date | null };
/** How to obtain a new token, or a sentence that says why that is impossible. */
type Renewal = { readonly app: ShopifyApp; readonly grant: Grant } | { readonly impossible: string };

type StoreTokensDeps = TokenEndpointDeps & {
  readonly db: Database;
  readonly secretBox: SecretBox;
  readonly logger: Logger;
  /** The app in the settings. */
  readonly consentApp: () => Promise<ShopifyApp | null>;
};

export type StoreTokens = ReturnType<typeof createStoreTokens>;

/**
 * The access tokens of stores. They are kept in the store's row, shared by all processes, and renewed by one
 * process at a time; no transaction is open while a shop is asked.
 */
export function createStoreTokens(deps: StoreTokensDeps) {
  return {
    /** Null if a person has to enter a token first. */
    tokensOf: (row: StoreRow) => tokensOf(deps, row),
    tokensForTyped: (shopUrl: string, app: ShopifyApp) => tokensForTyped(deps, shopUrl, app),
    grantedColumns: (storeId: string, app: ShopifyApp, granted: GrantedToken) =>
      grantedColumns(deps, storeId, app, granted),
  };
}

/** Null if a person has to enter a token first. */
function tokensOf(deps: StoreTokensDeps, row: StoreRow): AccessTokens | null {
  if (!connectsBy(row, 'access_token')) return null;
  let held = heldToken(deps, row);
  if (held === null && row.connection_method === 'admin_api_token') return null;
  return {
    app: appOf(row, held),
    async current(signal) {
      if (held === null || isDue(deps, held)) held = await obtain(deps, row, null, signal);
      return held.token;
    },
    async renewed(refused, signal) {
      const other = await obtain(deps, row, refused, signal).catch((error: unknown) => {
        if (error instanceof NothingToRenew) return null;
        throw error;
      });
      held = other ?? held;
      return other?.token ?? null;
    },
  };
}

/** The store's token, requested from the shop if the stored one will not do. */
async function obtain(
  deps: StoreTokensDeps,
  seen: StoreRow,
  refused: Secret | null,
  signal: AbortSignal,
): Promise<HeldToken> {
  const { db, logger } = deps;
  for (;;) {
    signal.throwIfAborted();
    const row = await presentRow(deps, seen);
    const held = heldToken(deps, row);
    const isRefused = held !== null && refused !== null && held.token.reveal() === refused.reveal();
    if (held !== null && !isRefused && !isDue(deps, held)) return held;
    const renewal = await renewalOf(deps, row);
    if (renewal === null) throw new NothingToRenew();
    const stillHolds = held !== null && !isRefused && !hasExpired(deps, held);
    if ('impossible' in renewal) {
      if (stillHolds) return held;
      if (held !== null) await noteRefusedToken(db, row, renewal.impossible);
      throw new SourceError({ kind: 'auth', message: renewal.impossible });
    }
    const renewalId = uuidv7();
    if (!(await claimRenewal(db, row, renewalId))) {
      await sleep(RENEWAL_POLL_INTERVAL, signal);
      continue;
    }
    try {
      const granted = await renew(deps, row, renewalId, renewal, signal);
      if (granted !== null) return granted;
    } catch (error) {
      // A token still valid for some minutes will do for now.
      if (!stillHolds || !(error instanceof SourceError && error.retryable)) throw error;
      logger.warn({ store: row.id, reason: error.message }, 'stores: the token could not be renewed yet');
      return held;
    }
  }
}

/** Null if the store was reconnected differently while its shop was asked. */
async function renew(
  deps: StoreTokensDeps,
  row: StoreRow,
  renewalId: string,
  { app, grant }: { app: ShopifyApp; grant: Grant },
  signal: AbortSignal,
): Promise<HeldToken | null> {
  const { db } = deps;
  try {
    const granted = await askForToken(deps, { shopUrl: row.shop_url, app, grant, signal });
    const columns = grantedColumns(deps, row.id, app, granted);
    return (await endRenewal(db, row.id, renewalId, columns)) ? granted : null;
  } catch (error) {
    const isOver = error instanceof GrantEndedError;
    const changes = isOver ? { ...NO_GRANTED_TOKEN, authorization_error: error.message } : {};
    await endRenewal(db, row.id, renewalId, changes);
    throw error;
  }
}

/** The store's current row; its token only goes to the shop it was connected to. */
async function presentRow({ db }: StoreTokensDeps, seen: StoreRow): Promise<StoreRow> {
  const row = await findStore(db, seen.id);
  if (row === null || row.shop_url !== seen.shop_url || !connectsBy(row, 'access_token')) {
    throw new SourceError({
      kind: 'rejected',
      message: 'The store was deleted or moved to another address meanwhile. Start again.',
    });
  }
  return row;
}

/** Null if only a person can enter another token. */
async function renewalOf(deps: StoreTokensDeps, row: StoreRow): Promise<Renewal | null> {
  const { secretBox, clock } = deps;
  if (row.connection_method === 'admin_api_token') return null;
  if (row.connection_method === 'client_credentials') {
    const clientSecret = openStoreSecret(secretBox, row, 'client_secret');
    return row.client_id === null || clientSecret === null
      ? { impossible: `Enter the client id and the client secret of the app for ${row.shop_url}.` }
      : { app: { clientId: row.client_id, clientSecret }, grant: { kind: 'client_credentials' } };
  }
  if (row.access_token_sealed === null) {
    return {
      impossible:
        row.authorization_error ?? `Connect ${row.shop_url} with Shopify first, on the page of the store.`,
    };
  }
  const refreshToken = openStoreSecret(secretBox, row, 'refresh_token');
  if (refreshToken === null) {
    return {
      impossible: `${row.shop_url} does not accept the token of the app any more: the app was uninstalled there, or its access was withdrawn. Connect the store with Shopify again.`,
    };
  }
  const until = row.refresh_token_expires_at;
  if (until !== null && until <= clock.now()) return { impossible: grantEnded(row.shop_url) };
  const app = await deps.consentApp();
  return app === null || app.clientId !== row.granted_to_client_id
    ? {
        impossible: `${row.shop_url} was connected through another Shopify app than the one in Settings. Connect the store with Shopify again.`,
      }
    : { app, grant: { kind: 'refresh_token', refreshToken } };
}

/** The columns to write for a token granted by the shop. */
function grantedColumns(
  { secretBox }: StoreTokensDeps,
  storeId: string,
  app: ShopifyApp,
  granted: GrantedToken,
) {
  return {
    ...NO_GRANTED_TOKEN,
    ...sealGrantedToken(secretBox, storeId, granted),
    access_token_expires_at: granted.expiresAt,
    refresh_token_expires_at: granted.refreshTokenExpiresAt,
    granted_scopes: [...granted.scopes],
    granted_to_client_id: app.clientId,
    authorization_error: null,
  };
}

function heldToken({ secretBox }: StoreTokensDeps, row: StoreRow): HeldToken | null {
  const token = openStoreSecret(secretBox, row, 'access_token');
  return token === null ? null : { token, expiresAt: row.access_token_expires_at };
}

function isDue({ clock }: StoreTokensDeps, { expiresAt }: HeldToken): boolean {
  return expiresAt !== null && expiresAt.getTime() - RENEW_BEFORE <= clock.now().getTime();
}

function hasExpired({ clock }: StoreTokensDeps, { expiresAt }: HeldToken): boolean {
  return expiresAt !== null && expiresAt <= clock.now();
}

/** For credentials entered but not saved: their token is not stored. */
function tokensForTyped(deps: StoreTokensDeps, shopUrl: string, app: ShopifyApp): AccessTokens {
  let granted: GrantedToken | undefined;
  return {
    app: `client ${app.clientId}`,
    async current(signal) {
      granted ??= await askForToken(deps, { shopUrl, app, grant: { kind: 'client_credentials' }, signal });
      return granted.token;
    },
    renewed: async () => null,
  };
}

/** Rate limits belong to the app, however many tokens it has. */
function appOf(row: StoreRow, held: HeldToken | null): string {
  const clientId = row.connection_method === 'client_credentials' ? row.client_id : row.granted_to_client_id;
  if (row.connection_method !== 'admin_api_token' && clientId !== null) return `client ${clientId}`;
  return held === null ? `store ${row.id}` : appOfToken(held.token);
}

class NothingToRenew extends Error {
  override readonly name = 'NothingToRenew';
}
