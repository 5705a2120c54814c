import { type GoTrueClient, isAuthApiError } from '@supabase/auth-js';

/** Confirms a code of an authenticator app, which upgrades the session. Throws what is wrong. */
export async function confirmSecondFactor(client: GoTrueClient, code: string): Promise<void> {
  const factors = await client.mfa.listFactors();
  if (factors.error) throw factors.error;
  // Lists only verified factors.
  const [factor] = factors.data.totp;
  if (!factor) {
    throw new Error('This account has no authenticator app. Add one where the project manages its accounts.');
  }
  await confirmFactor(client, factor.id, code);
}

/** The same for a known factor; its first code enables it. */
export async function confirmFactor(client: GoTrueClient, factorId: string, code: string): Promise<void> {
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: code.replaceAll(/\s/g, '') });
  if (error === null) return;
  throw isWrongCode(error) ? new Error(WRONG_CODE, { cause: error }) : error;
}

const WRONG_CODE = 'This code is wrong, or was used before. Enter the one that your app shows now.';

const isWrongCode = (error: Error) => isAuthApiError(error) && error.code === 'mfa_verification_failed';

/** Whether a change first requires confirming the second factor. */
export const asksForSecondFactor = (error: Error) => 'code' in error && error.code === 'insufficient_aal';
