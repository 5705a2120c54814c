import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { ClientApp } from './client-app.ts';
import type { AppOptions } from './shop-options.ts';

/** Lifetime in seconds of each kind of token. */
const CLIENT_CREDENTIALS_SECONDS = 86_399;
const EXPIRING_SECONDS = 3_600;
const REFRESH_SECONDS = 90 * 86_400;
const CODE_SECONDS = 60;

export type TokenAnswer = {
  token: string;
  scopes: readonly string[];
  expiresIn?: number;
  refreshToken?: string;
  refreshTokenExpiresIn?: number;
};

type Code = { clientId: string; scopes: readonly string[]; expiresAt: number };
type RefreshToken = {
  clientId: string;
  scopes: readonly string[];
  expiresAt: number;
  /** The previous one, which is valid until this one is used. */
  before: string | null;
};

type AppInstaller = {
  install(token: string, options: AppOptions): void;
  installClient(clientId: string, scopes: readonly string[]): void;
};

/** Codes and tokens issued by one shop. */
export class Issued {
  readonly #shop: AppInstaller;
  readonly #clock: Clock;
  readonly #codes = new Map<string, Code>();
  readonly #refreshTokens = new Map<string, RefreshToken>();
  /** By app: its only token that never expires. */
  readonly #permanent = new Map<string, string>();

  constructor(shop: AppInstaller, clock: Clock) {
    this.#shop = shop;
    this.#clock = clock;
  }

  code(app: ClientApp, scopes: readonly string[]): string {
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, { clientId: app.clientId, scopes, expiresAt: this.#in(CODE_SECONDS) });
    return code;
  }

  /** Null if the code is unknown, used or expired. It works once. */
  byCode(app: ClientApp, code: string, expiring: boolean): TokenAnswer | null {
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    if (known === undefined || known.clientId !== app.clientId || this.#isPast(known.expiresAt)) return null;
    const { scopes } = known;
    this.#shop.installClient(app.clientId, scopes);
    if (expiring && app.expiringTokens) return this.#expiring(app.clientId, scopes, null);
    const token = this.#permanent.get(app.clientId) ?? newToken();
    this.#permanent.set(app.clientId, token);
    this.#shop.install(token, { app: app.clientId, scopes });
    return { token, scopes };
  }

  byClientCredentials(app: ClientApp, scopes: readonly string[]): TokenAnswer {
    const token = newToken();
    this.#shop.install(token, { app: app.clientId, scopes, expiresAt: this.#in(CLIENT_CREDENTIALS_SECONDS) });
    return { token, scopes, expiresIn: CLIENT_CREDENTIALS_SECONDS };
  }

  /** Null if the refresh token is unknown or expired, or its successor was used. */
  byRefreshToken(app: ClientApp, refreshToken: string): TokenAnswer | null {
    const known = this.#refreshTokens.get(refreshToken);
    if (known === undefined || known.clientId !== app.clientId || this.#isPast(known.expiresAt)) return null;
    if (known.before !== null) this.#refreshTokens.delete(known.before);
    known.before = null;
    return this.#expiring(app.clientId, known.scopes, refreshToken);
  }

  /** The app was uninstalled: invalidates all its tokens. */
  forget(clientId: string): void {
    for (const issued of [this.#codes, this.#refreshTokens]) {
      for (const [key, value] of issued) if (value.clientId === clientId) issued.delete(key);
    }
    this.#permanent.delete(clientId);
  }

  #expiring(clientId: string, scopes: readonly string[], before: string | null): TokenAnswer {
    const token = newToken();
    const refreshToken = `shprt_${randomBytes(16).toString('hex')}`;
    this.#shop.install(token, { app: clientId, scopes, expiresAt: this.#in(EXPIRING_SECONDS) });
    this.#refreshTokens.set(refreshToken, { clientId, scopes, before, expiresAt: this.#in(REFRESH_SECONDS) });
    return {
      token,
      scopes,
      expiresIn: EXPIRING_SECONDS,
      refreshToken,
      refreshTokenExpiresIn: REFRESH_SECONDS,
    };
  }

  #in(seconds: number): number {
    return this.#clock.now().getTime() + seconds * 1000;
  }

  #isPast(moment: number): boolean {
    return moment <= this.#clock.now().getTime();
  }
}

function newToken(): string {
  return `shpat_${randomBytes(16).toString('hex')}`;
}
