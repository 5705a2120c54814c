import {
  type CryptoKey,
  calculateJwkThumbprint,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { SecretBox } from '../../../../platform/crypto/secret-box.ts';
import type { Database, Queryable } from '../../../../platform/db/database.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { steadyTime } from '../../../../platform/time/steady-time.ts';
import { InvalidTokenError } from '../../claims.ts';

export const signingAlgorithm = 'ES256';

/** Milliseconds after which the keys are reloaded, as another process may have changed them. */
const ringLifetime = 5 * 60 * 1_000;
/** Milliseconds between reloads for an unknown key, however many forged tokens name one. */
const reloadCooldown = 1_000;
/** Milliseconds a retired key still verifies: a token's life, plus a margin for slow processes. */
const retirement = 75 * 60 * 1_000;
/** Seconds. The key identifies the application in every request and must not expire in use. */
const anonKeyLifetime = 10 * 365 * 24 * 60 * 60;

type StoredKey = {
  kid: string;
  public_jwk: JWK;
  private_jwk_sealed: string;
  anon_key: string;
  retired_at: Date | null;
};

type NewKey = Omit<StoredKey, 'retired_at'>;

type KeyRing = {
  active: { kid: string; privateKey: CryptoKey; anonKey: string };
  publicKeys: ReadonlyMap<string, { key: CryptoKey; jwk: JWK }>;
};

type SigningKeysDeps = {
  db: Database;
  secretBox: SecretBox;
  clock: Clock;
  issuer(): Promise<string>;
};

export type SigningKeys = ReturnType<typeof createSigningKeys>;

/**
 * The keys that sign access tokens and API keys. They live in the database, private halves sealed, so that
 * all processes sign alike and tokens survive a restart.
 */
export function createSigningKeys(deps: SigningKeysDeps) {
  const { db, clock, issuer } = deps;
  const elapsed = steadyTime(clock);
  let ring: Promise<KeyRing> | null = null;
  let loadedAt = 0;
  let missedAt = Number.NEGATIVE_INFINITY;

  /** The keys, reloaded if older than this many milliseconds. */
  const current = (maximumAge = ringLifetime): Promise<KeyRing> => {
    const now = elapsed();
    if (ring === null || now - loadedAt >= maximumAge) {
      loadedAt = now;
      ring = loadKeys(deps).catch((error: unknown) => {
        ring = null;
        throw error;
      });
    }
    return ring;
  };

  /** The keys for a token signed with an unknown one, which another process may just have created. */
  function afterMiss(): Promise<KeyRing> {
    const now = elapsed();
    if (now - missedAt < reloadCooldown) return current();
    missedAt = now;
    return current(0);
  }

  return {
    async sign(payload: JWTPayload): Promise<string> {
      const { active } = await current();
      return new SignJWT(payload)
        .setProtectedHeader({ alg: signingAlgorithm, kid: active.kid, typ: 'JWT' })
        .sign(active.privateKey);
    },

    /** Checks signature, issuer and times; the caller decides what the token permits. */
    async verify(token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const known = (await current()).publicKeys.get(kid ?? '');
          if (known !== undefined) return known.key;
          const found = (await afterMiss()).publicKeys.get(kid ?? '');
          if (found === undefined) throw new InvalidTokenError('The access token is not valid here.');
          return found.key;
        },
        { ...options, algorithms: [signingAlgorithm] },
      );
      return payload;
    },

    /** A service key ends with the key that signed it, at once and in every process. */
    async verifyServiceKey(token: string): Promise<JWTPayload> {
      const { active, publicKeys } = await current(0);
      const key = publicKeys.get(active.kid)?.key;
      if (key === undefined || decodeProtectedHeader(token).kid !== active.kid) {
        throw new InvalidTokenError('The key it was signed with is not in use any more.');
      }
      const { payload } = await jwtVerify(token, key, {
        issuer: await issuer(),
        algorithms: [signingAlgorithm],
        currentDate: clock.now(),
        requiredClaims: ['exp'],
      });
      return payload;
    },

    /** Switches to a new key. People stay signed in; service keys and the anon key end. */
    async rotate(): Promise<void> {
      const key = await makeKey(deps);
      await db.transaction(async (tx) => {
        await tx.query('update signing_keys set retired_at = $1 where retired_at is null', [clock.now()]);
        await storeKey(tx, key, clock.now());
      });
      await current(0);
    },

    async publicKeySet(): Promise<{ keys: JWK[] }> {
      return { keys: [...(await current()).publicKeys.values()].map(({ jwk }) => jwk) };
    },

    async anonKey(): Promise<string> {
      return (await current()).active.anonKey;
    },

    /** Permits managing accounts; `lifetime` in seconds. */
    async serviceKey(lifetime: number): Promise<string> {
      const { active } = await current();
      return signApiKey(deps, active.privateKey, active.kid, 'service_role', lifetime);
    },
  };
}

async function loadKeys(deps: SigningKeysDeps): Promise<KeyRing> {
  const { db, clock, secretBox } = deps;
  let stored = await readKeys(db, clock.now());
  if (!stored.some((key) => key.retired_at === null)) {
    await storeKey(db, await makeKey(deps), clock.now());
    stored = await readKeys(db, clock.now());
  }
  const active = stored.find((key) => key.retired_at === null);
  if (active === undefined) throw new Error('There is no key to sign access tokens with.');
  const publicKeys = new Map<string, { key: CryptoKey; jwk: JWK }>();
  for (const { kid, public_jwk: jwk } of stored) publicKeys.set(kid, { key: await importKey(jwk), jwk });
  const privateJwk: JWK = JSON.parse(secretBox.open(active.private_jwk_sealed, boundTo(active.kid)));
  return {
    active: { kid: active.kid, privateKey: await importKey(privateJwk), anonKey: active.anon_key },
    publicKeys,
  };
}

async function readKeys(db: Queryable, now: Date): Promise<StoredKey[]> {
  const { rows } = await db.query<StoredKey>(
    'select * from signing_keys where retired_at is null or retired_at > $1 order by created_at desc',
    [new Date(now.getTime() - retirement)],
  );
  return rows;
}

async function makeKey(deps: SigningKeysDeps): Promise<NewKey> {
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  return {
    kid,
    public_jwk: { ...publicJwk, kid, alg: signingAlgorithm, use: 'sig', key_ops: ['verify'] },
    private_jwk_sealed: deps.secretBox.seal(JSON.stringify(await exportJWK(pair.privateKey)), boundTo(kid)),
    anon_key: await signApiKey(deps, pair.privateKey, kid, 'anon', anonKeyLifetime),
  };
}

/** Two processes that start together may both get here: the unique index keeps one key, which both read. */
async function storeKey(tx: Queryable, key: NewKey, now: Date): Promise<void> {
  await tx.query(
    `insert into signing_keys (kid, public_jwk, private_jwk_sealed, anon_key, created_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [key.kid, key.public_jwk, key.private_jwk_sealed, key.anon_key, now],
  );
}

async function signApiKey(
  { clock, issuer }: SigningKeysDeps,
  privateKey: CryptoKey,
  kid: string,
  role: string,
  lifetime: number,
): Promise<string> {
  const issuedAt = Math.floor(clock.now().getTime() / 1_000);
  return new SignJWT({ role })
    .setProtectedHeader({ alg: signingAlgorithm, kid, typ: 'JWT' })
    .setIssuer(await issuer())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetime)
    .sign(privateKey);
}

function boundTo(kid: string): string {
  return `signing_keys/${kid}/private_jwk`;
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm);
  if (key instanceof Uint8Array) throw new Error('A signing key has to be an elliptic-curve key.');
  return key;
}
