import { createHash } from 'node:crypto';
import type { Secret } from '../../../platform/crypto/secret.ts';
import { TokenRefusedError } from '../client/errors.ts';

/** Hands out the token that a shop is asked with. */
export type AccessTokens = {
  /** Names the app, whose rate limits all of its tokens share; holds no secret. */
  readonly app: string;
  /** The present token. Asks for one where there is none or it is about to expire; throws a SourceError when it gets none. */
  current(signal: AbortSignal): Promise<Secret>;
  /**
   * Another token than the one the shop just refused, or null when there is nothing more to say than the shop did.
   * Throws a SourceError where it knows better why there is no other.
   */
  renewed(refused: Secret, signal: AbortSignal): Promise<Secret | null>;
};

/** A token that a person entered: it holds until the shop revokes it. */
export function enteredToken(token: Secret): AccessTokens {
  return { app: appOfToken(token), current: async () => token, renewed: async () => null };
}

/** A name for the app that an entered token belongs to, as there is nothing else to know it by. */
export function appOfToken(token: Secret): string {
  return createHash('sha256').update(token.reveal()).digest('base64url');
}

/** Asks with the present token, and once more with another one when the shop does not accept it. */
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
