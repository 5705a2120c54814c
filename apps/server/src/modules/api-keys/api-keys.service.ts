import { createHash, randomInt } from 'node:crypto';
import { API_KEY_START } from '@storefleet/contract/constants';
import type { ApiKey, ApiKeys, CreatedApiKey, NewApiKey } from '@storefleet/contract/people/api-keys';
import { lowerRole, type Role } from '@storefleet/contract/people/permissions';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../platform/db/database.ts';
import type { ApiKeysRow } from '../../platform/db/rows.generated.ts';
import { insertRow } from '../../platform/db/rows.ts';
import { seenByBoth } from '../../platform/db/store-scope.ts';
import { AppError, validationFailed } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type AuthProvider, bearerToken } from '../auth/auth-provider.ts';
import { refuseLimitedOwner, requireStores, visibleStores } from '../auth/store-access.ts';
import { createRateLimits } from './rate-limits.ts';

type ApiKeysDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly auth: Pick<AuthProvider, 'authenticate' | 'accessOf'>;
};
type Row = Omit<ApiKeysRow, 'role'> & { readonly role: Role };

/** Resolution of a key's last use: a write per request would cost more than most requests. */
const NOTED_EVERY_MS = 60_000;

export type ApiKeysService = ReturnType<typeof createApiKeysService>;

/** Keys that programs sign in with, each on behalf of the owner who created it. */
export function createApiKeysService({ db, clock, auth }: ApiKeysDeps) {
  const rateLimits = createRateLimits();

  async function authenticateKey(secret: string): Promise<AuthenticatedUser> {
    const now = clock.now();
    const key = await findUsable(db, secret, now);
    // If the owner was disabled, or may do less now, so may the key.
    const access = await auth.accessOf(key.created_by);
    if (access === null) throw refused('The owner of this API key is no member any more.');
    const wait = rateLimits.take(key.id, key.requests_per_minute, now.getTime());
    if (wait > 0) throw tooMany(key, wait);
    await noteUse(db, key, now);
    return {
      id: key.created_by,
      email: key.created_by_email,
      name: `${key.name} (API key)`,
      role: lowerRole(access.role, key.role),
      storeIds: seenByBoth(key.store_ids, access.storeIds),
      sessionId: null,
      apiKey: { id: key.id, name: key.name },
    };
  }

  return {
    /** Who an Authorization header authenticates: a key or a person. */
    async authenticate(
      header: string | undefined,
      call?: { readonly isBeforeSecondFactor: boolean },
    ): Promise<AuthenticatedUser> {
      const token = bearerToken(header);
      return token?.startsWith(API_KEY_START) ? authenticateKey(token) : auth.authenticate(header, call);
    },

    async list(): Promise<ApiKeys> {
      const { rows } = await db.query<Row>('select * from api_keys order by created_at desc, id desc');
      return { keys: rows.map((row) => visibleStores(toApiKey(row))), total: rows.length };
    },

    async create(given: NewApiKey, { id, email }: AuthenticatedUser): Promise<CreatedApiKey> {
      refuseLimitedOwner(given.role, given.store_ids);
      await requireStores(db, given.store_ids);
      const now = clock.now();
      const expiresAt = given.expires_at === null ? null : new Date(given.expires_at);
      if (expiresAt !== null && expiresAt <= now) {
        throw validationFailed([{ path: 'expires_at', message: 'Choose an expiry date in the future.' }]);
      }
      const secret = newSecret();
      const row = await insertRow(db, 'api_keys', {
        ...given,
        id: uuidv7(),
        secret_hash: hashOf(secret),
        hint: hintOf(secret),
        created_by: id,
        created_by_email: email,
        created_at: now,
        expires_at: expiresAt,
      });
      return { ...toApiKey(row as Row), secret };
    },

    /** Revokes all keys of an owner who has left; the list shows them as revoked. */
    async revokeOf(userId: string): Promise<void> {
      await db.query('update api_keys set revoked_at = $2 where created_by = $1 and revoked_at is null', [
        userId,
        clock.now(),
      ]);
    },

    /** Idempotent: keeps the time of the first revocation. */
    async revoke(id: string): Promise<ApiKey> {
      const { rows } = await db.query<Row>(
        'update api_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning *',
        [id, clock.now()],
      );
      const [row] = rows;
      if (row === undefined) throw new AppError({ code: 'api_key_not_found' });
      return toApiKey(row);
    },
  };
}

async function findUsable(db: Database, secret: string, now: Date): Promise<Row> {
  const { rows } = await db.query<Row>('select * from api_keys where secret_hash = $1', [hashOf(secret)]);
  const [key] = rows;
  if (key === undefined) throw refused('This API key is not known here.');
  if (key.revoked_at !== null) throw refused('This API key was revoked.');
  if (key.expires_at !== null && key.expires_at <= now) throw refused('This API key has expired.');
  return key;
}

async function noteUse(db: Database, { id, last_used_at }: Row, now: Date): Promise<void> {
  if (last_used_at !== null && now.getTime() - last_used_at.getTime() < NOTED_EVERY_MS) return;
  await db.query('update api_keys set last_used_at = $2 where id = $1', [id, now]);
}

function refused(detail: string): AppError {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
  return new AppError({ code: 'unauthorized', detail, headers });
}

function tooMany({ requests_per_minute: limit }: Row, wait: number): AppError {
  return new AppError({
    code: 'too_many_requests',
    detail: `This API key may make ${limit} requests a minute. Try again in ${wait} s.`,
    headers: { 'retry-after': String(wait) },
  });
}

function toApiKey(row: Row): ApiKey {
  const { id, name, hint, role, store_ids, requests_per_minute } = row;
  return {
    id,
    name,
    hint,
    role,
    store_ids,
    requests_per_minute,
    created_by: row.created_by_email,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 190 bits. */
const LENGTH = 32;
const HINT_LENGTH = API_KEY_START.length + 4;

function newSecret(): string {
  return API_KEY_START + Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

const hintOf = (secret: string): string => secret.slice(0, HINT_LENGTH);

/** This many random bits need no slow hash. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
