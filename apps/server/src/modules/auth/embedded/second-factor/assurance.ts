/** How and when (Unix seconds) a person proved their identity. */
export type AmrEntry = { method: string; timestamp: number };

/** Second-factor methods, in GoTrue's terms. */
export const secondMethods = ['totp', 'mfa/recovery_code'] as const;
export type SecondMethod = (typeof secondMethods)[number];

/** Milliseconds for which a confirmed code need not be entered again. */
const proofLifetime = 10 * 60 * 1_000;

const isSecond = (method: string): boolean => (secondMethods as readonly string[]).includes(method);

/** GoTrue's authenticator assurance level: one factor or two. */
export function aalOf(amr: readonly AmrEntry[]): 'aal1' | 'aal2' {
  return amr.some(({ method }) => isSecond(method)) ? 'aal2' : 'aal1';
}

/** Whether a second factor was shown recently. */
export function isFresh(amr: readonly AmrEntry[], now: Date): boolean {
  const earliest = (now.getTime() - proofLifetime) / 1_000;
  return amr.some(({ method, timestamp }) => isSecond(method) && timestamp > earliest);
}

/** First methods that prove nothing about the mailbox. */
const notMailed = ['password', 'passkey'];

/** Whether a session started recently with a mailed link. */
export function cameByMail(amr: readonly AmrEntry[], earliest: number): boolean {
  return amr.some(
    ({ method, timestamp }) => !notMailed.includes(method) && !isSecond(method) && timestamp > earliest,
  );
}
