import { createHash } from 'node:crypto';
import type { Secret } from '../../../platform/crypto/secret.ts';
import { TokenRefusedError } from './errors.ts';

/** Provides a shop's access token. */
export type AccessTokens = {
  /** Identifies the app, whose tokens share rate limits; contains no secret. */
  readonly app: string;
  /**
   * The current token. Requests one if there is none or it is about to expire; throws a SourceError if it
   * gets none.
   */
  current(signal: AbortSignal): Promise<Secret>;
  /**
   * A replacement for the token that the shop just rejected, or null if there is nothing to add to the shop's
   * reason. Throws a SourceError with a better reason.
   */
  renewed(refused: Secret, signal: AbortSignal): Promise<Secret | null>;
};

/** A token that a person entered: valid until the shop revokes it. */
export function enteredToken(token: Secret): AccessTokens {
  return { app: appOfToken(token), current: async () => token, renewed: async () => null };
}

/** An id for the unknown app of an entered token. */
export function appOfToken(token: Secret): string {
  return createHash('sha256').update(token.reveal()).digest('base64url');
}

/** Uses the current token, and once more a new one if the shop rejects it. */
export async function withAccessToken<T>(
  tokens: AccessTokens,
  signal: AbortSignal,
  ask: (token: Secret) => Promise<T>,
): Promise<T> {
  const token = await tokens.current(signal);
  try {
    return await ask(token);
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    const other = await tokens.renewed(token, signal);
    if (other === null) throw error;
    return ask(other);
  }
}
