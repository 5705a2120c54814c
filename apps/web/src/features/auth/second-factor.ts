import type { GoTrueClient } from '@supabase/auth-js';

/** Confirms a code of an authenticator app, which makes the session one of two factors. Throws what is wrong. */
export async function confirmSecondFactor(client: GoTrueClient, code: string): Promise<void> {
  const factors = await client.mfa.listFactors();
  if (factors.error) throw factors.error;
  // Only verified ones are listed by kind.
  const [factor] = factors.data.totp;
  if (!factor) {
    throw new Error('This account has no authenticator app. Add one where the project manages its accounts.');
  }
  const { error } = await client.mfa.challengeAndVerify({ factorId: factor.id, code: code.trim() });
  if (error) throw error;
}
