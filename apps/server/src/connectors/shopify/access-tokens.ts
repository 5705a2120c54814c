import type { Secret } from '../../platform/crypto/secret.ts';

/** Hands out the token that a shop is asked with. */
export type AccessTokens = {
  /** Names the app, whose rate limits all of its tokens share; holds no secret. */
  readonly app: string | null;
  /** The present token. Asks for one where there is none or it is about to expire; throws a SourceError when it gets none. */
  current(signal: AbortSignal): Promise<Secret>;
  /** Another token than the one the shop just refused, or null when a person has to enter one. */
  renewed(refused: Secret, signal: AbortSignal): Promise<Secret | null>;
};

/** A token that a person entered: it holds until the shop revokes it. */
export function enteredToken(token: Secret): AccessTokens {
  return { app: null, current: async () => token, renewed: async () => null };
}
