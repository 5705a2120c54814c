import type { Role } from '@storefleet/contract/people/permissions';
import { AppError } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';

/** A member's role and the stores they see; null for all. */
export type Access = { readonly role: Role; readonly storeIds: string[] | null };

/** Who signs people in: this server itself, or a hosted project. The rest of the product sees only this. */
export type AuthProvider = {
  /**
   * The person behind an Authorization header. A 401 for anything but a valid token of a live session; a 403
   * if a second factor is missing, except for calls needed to provide it.
   */
  authenticate(
    authorizationHeader: string | undefined,
    call?: { readonly isBeforeSecondFactor: boolean },
  ): Promise<AuthenticatedUser>;
  /** Current access of a person whose token is not at hand, to finish what they started; null if none. */
  accessOf(userId: string): Promise<Access | null>;
  /** What the browser's client needs; `host` is the request's Host header. */
  publicConfig(host?: string): Promise<{ url: string; anon_key: string }>;
  needsSetup(): Promise<boolean>;
};

/** The token of an Authorization header, or null if there is none. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
}

/** A 401 of the API, with the challenge a client expects. */
export function notSignedIn(cause?: unknown): AppError {
  const challenge = cause === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  return new AppError({ code: 'unauthorized', headers: { 'www-authenticate': challenge }, cause });
}
